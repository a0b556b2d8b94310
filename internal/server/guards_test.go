package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/workspace"
)

// guarded is a server with operations of the test's own, and its log.
type guarded struct {
	*httptest.Server
	t   *testing.T
	log *logLines
}

type anybody struct{}

func (anybody) Authenticate(r *http.Request) (workspace.Caller, error) {
	if r.Header.Get("Authorization") == "" {
		return workspace.Local(), nil
	}
	return workspace.Caller{Name: "Ada", Key: "k1", KeyName: "laptop", Role: workspace.Owner}, nil
}

func newGuarded(t *testing.T, opts Options) *guarded {
	t.Helper()
	g := &guarded{t: t, log: &logLines{}}
	opts.Authenticator, opts.Log = anybody{}, slog.New(slog.NewJSONHandler(g.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/fine/{name}", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "fine") })
	mux.HandleFunc("POST /v1/read", func(w http.ResponseWriter, r *http.Request) { _, _ = io.Copy(w, r.Body) })
	mux.HandleFunc("GET /v1/panic", func(http.ResponseWriter, *http.Request) { panic("a bug") })
	mux.HandleFunc("GET /v1/panic/late", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "data: 1\n\n")
		w.(http.Flusher).Flush()
		panic("a late bug")
	})
	mux.HandleFunc("GET /v1/broken", func(w http.ResponseWriter, r *http.Request) {
		err := &workspace.Problem{Code: workspace.Internal, Message: "it failed", Err: errors.New("the disk is on fire")}
		write(w, answer(r.Context(), err))
	})
	mux.HandleFunc("GET /v1/runs/{id}/events", func(w http.ResponseWriter, r *http.Request) {
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	g.Server = httptest.NewServer(opts.guarded(mux))
	t.Cleanup(g.Close)
	return g
}

// get asks and reads the answer; the error is that of the answer's body.
func (g *guarded) get(path string, header ...string) (*http.Response, string, error) {
	g.t.Helper()
	req, err := http.NewRequestWithContext(g.t.Context(), http.MethodGet, g.URL+path, nil)
	if err != nil {
		g.t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
		if header[i] == "Host" {
			req.Host = header[i+1]
		}
	}
	res, err := g.Client().Do(req)
	if err != nil {
		g.t.Fatal(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	return res, string(data), err
}

func (g *guarded) problem(path string, header ...string) api.Problem {
	g.t.Helper()
	res, text, _ := g.get(path, header...)
	var p api.Problem
	if err := json.Unmarshal([]byte(text), &p); err != nil || p.Status != res.StatusCode {
		g.t.Fatalf("%s: status %d: %s", path, res.StatusCode, text)
	}
	return p
}

// logLines is a log in memory.
type logLines struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logLines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

// find returns the log's lines with a message, once the server is closed.
func (g *guarded) logged(message string) []map[string]any {
	g.t.Helper()
	g.Close()
	var out []map[string]any
	for line := range strings.Lines(g.log.b.String()) {
		var m map[string]any
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			g.t.Fatal(err)
		}
		if m["msg"] == message {
			out = append(out, m)
		}
	}
	return out
}

// TestLogTellsWhoWasRefused finds the other end of a request that nobody signed,
// and no word that the caller chose as its method.
func TestLogTellsWhoWasRefused(t *testing.T) {
	t.Parallel()
	g := newGuarded(t, Options{Hosts: []string{"127.0.0.1"}})
	g.get("/v1/fine/x", "Host", "elsewhere.example")
	req, err := http.NewRequestWithContext(t.Context(), "SECRET", g.URL+"/v1/fine/x", nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := g.Client().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	lines := g.logged("request")
	if len(lines) != 2 || lines[0]["address"] != "127.0.0.1" || lines[1]["method"] != "other" || strings.Contains(g.log.b.String(), "SECRET") {
		t.Errorf("log: %v", lines)
	}
}

func TestEveryRequestHasAnID(t *testing.T) {
	t.Parallel()
	g := newGuarded(t, Options{})
	for asked, kept := range map[string]bool{
		"mine-1.A_b": true, strings.Repeat("x", 64): true,
		"": false, strings.Repeat("x", 65): false, "two words": false, "a/b": false,
	} {
		res, _, _ := g.get("/v1/fine/x", RequestIDHeader, asked)
		id := res.Header.Get(RequestIDHeader)
		if (id == asked) != kept || !askedID.MatchString(id) {
			t.Errorf("asked with %q, answered with %q", asked, id)
		}
		if res.Header.Get("X-Content-Type-Options") != "nosniff" || res.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("headers: %v", res.Header)
		}
		if res.Header.Get("Access-Control-Allow-Origin") != "" {
			t.Error("other origins are let in")
		}
	}
}

// TestPanicIsAnAnswer: it says what to look for in the log, which has the stack,
// and the next request is served.
func TestPanicIsAnAnswer(t *testing.T) {
	t.Parallel()
	g := newGuarded(t, Options{})
	p := g.problem("/v1/panic", RequestIDHeader, "mine")
	if p.Code != api.CodeInternal || p.RequestID != "mine" || strings.Contains(p.Detail+p.Hint, "a bug") {
		t.Errorf("%+v", p)
	}
	if _, text, err := g.get("/v1/fine/x"); text != "fine" || err != nil {
		t.Errorf("after it: %q, %v", text, err)
	}
	lines := g.logged("a handler panicked")
	if len(lines) != 1 || lines[0]["request"] != "mine" || lines[0]["panic"] != "a bug" || !strings.Contains(lines[0]["stack"].(string), "guards_test.go") {
		t.Errorf("%v", lines)
	}
	if r := g.logged("request"); len(r) != 2 || r[0]["status"] != 500.0 || r[0]["level"] != "ERROR" || r[0]["route"] != "/v1/panic" {
		t.Errorf("%v", r)
	}
}

// TestPanicInAStreamCutsIt: an answer that has begun must not look whole.
func TestPanicInAStreamCutsIt(t *testing.T) {
	t.Parallel()
	g := newGuarded(t, Options{})
	res, text, err := g.get("/v1/panic/late")
	if res.StatusCode != http.StatusOK || !strings.HasPrefix(text, "data: 1") || err == nil {
		t.Errorf("%d %q, %v", res.StatusCode, text, err)
	}
	if _, text, err := g.get("/v1/fine/x"); text != "fine" || err != nil {
		t.Errorf("after it: %q, %v", text, err)
	}
	if lines := g.logged("a handler panicked"); len(lines) != 1 || lines[0]["panic"] != "a late bug" {
		t.Errorf("%v", lines)
	}
}

func TestLogNamesWhoAndNotTheirKey(t *testing.T) {
	t.Parallel()
	g := newGuarded(t, Options{})
	g.get("/v1/fine/customer?token=caplo_abc", "Authorization", "Bearer caplo_secret", RequestIDHeader, "mine")
	lines := g.logged("request")
	if len(lines) != 1 {
		t.Fatalf("%d lines", len(lines))
	}
	for key, want := range map[string]any{
		"level": "INFO", "method": "GET", "route": "/v1/fine/{name}", "status": 200.0, "bytes": 4.0,
		"request": "mine", "member": "Ada", "key": "laptop/k1",
	} {
		if lines[0][key] != want {
			t.Errorf("%s is %v, want %v", key, lines[0][key], want)
		}
	}
	if lines[0]["duration"] == nil {
		t.Error("there is no duration")
	}
	if text := g.log.b.String(); strings.Contains(text, "caplo_") || strings.Contains(text, "customer") {
		t.Errorf("the log holds what it should not: %s", text)
	}
}

func TestLogSaysWhyItFailed(t *testing.T) {
	t.Parallel()
	g := newGuarded(t, Options{})
	if p := g.problem("/v1/broken"); strings.Contains(p.Detail, "fire") || p.RequestID == "" {
		t.Errorf("%+v", p)
	}
	lines := g.logged("request")
	if len(lines) != 1 || lines[0]["level"] != "ERROR" || lines[0]["error"] != "it failed: the disk is on fire" {
		t.Errorf("%v", lines)
	}
}

func TestHostIsChecked(t *testing.T) {
	t.Parallel()
	local := newGuarded(t, Options{Hosts: []string{"localhost", "127.0.0.1", "::1", "Caplo.example.com"}, Metrics: NewMetrics()})
	for host, ok := range map[string]bool{
		"localhost": true, "LOCALHOST:8080": true, "127.0.0.1:1": true, "[::1]": true, "[::1]:8080": true,
		"caplo.example.com": true, "caplo.example.com.": true,
		"evil.example": false, "localhost.evil.example": false, "127.0.0.1.evil.example:8080": false, "192.168.0.1": false,
	} {
		res, text, _ := local.get("/v1/fine/x", "Host", host)
		if ok != (res.StatusCode == http.StatusOK) {
			t.Errorf("host %s: %d", host, res.StatusCode)
		}
		if !ok && (res.StatusCode != http.StatusMisdirectedRequest || !strings.Contains(text, api.CodeWrongHost)) {
			t.Errorf("host %s: %d %s", host, res.StatusCode, text)
		}
	}
	if res, _, _ := local.get("/healthz", "Host", "10.0.0.7"); res.StatusCode != http.StatusOK {
		t.Errorf("a probe by address: %d", res.StatusCode)
	}
	for host, want := range map[string]int{"localhost:1": http.StatusOK, "evil.example": http.StatusMisdirectedRequest} {
		if res, _, _ := local.get("/metrics", "Host", host); res.StatusCode != want {
			t.Errorf("metrics for the host %s: %d", host, res.StatusCode)
		}
	}
	open := newGuarded(t, Options{})
	if res, _, _ := open.get("/v1/fine/x", "Host", "any.example"); res.StatusCode != http.StatusOK {
		t.Errorf("without hosts: %d", res.StatusCode)
	}
}
