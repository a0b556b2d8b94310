package server

import (
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/store"
	"github.com/caplo/caplo/internal/trace"
	"github.com/caplo/caplo/internal/workspace"
)

func newWorkspace(t *testing.T) (*workspace.Workspace, *store.SQLite) {
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{Path: filepath.Join(t.TempDir(), "w.db")})
	if err != nil {
		t.Fatal(err)
	}
	ws := workspace.New(workspace.Options{Store: db})
	t.Cleanup(func() { _ = ws.Close(); _ = db.Close() })
	return ws, db
}

func (g *guarded) wantStatus(path string, status int) {
	g.t.Helper()
	if res, text, _ := g.get(path); res.StatusCode != status {
		g.t.Errorf("%s answers %d %s, want %d", path, res.StatusCode, text, status)
	}
}

func TestReadyWhileTheDatabaseAnswers(t *testing.T) {
	t.Parallel()
	ws, db := newWorkspace(t)
	g := newGuarded(t, Options{Workspace: ws})
	g.wantStatus("/readyz", http.StatusOK)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	g.wantStatus("/readyz", http.StatusServiceUnavailable)
	g.wantStatus("/healthz", http.StatusOK)
}

// TestClosing: a server that closes is not ready for more, and ends its streams,
// but no other request.
func TestClosing(t *testing.T) {
	t.Parallel()
	ws, _ := newWorkspace(t)
	closing := NewClosing()
	g := newGuarded(t, Options{Workspace: ws, Closing: closing})
	res, err := g.Client().Get(g.URL + "/v1/runs/r/events")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	closing.Begin()
	g.wantStatus("/readyz", http.StatusServiceUnavailable)
	g.wantStatus("/v1/fine/x", http.StatusOK)
	post, err := g.Client().Post(g.URL+"/v1/read", "application/json", strings.NewReader("{}"))
	if err != nil || post.Body.Close() != nil || post.StatusCode != http.StatusServiceUnavailable || post.Header.Get("Retry-After") == "" {
		t.Errorf("something new: %v, %v", post, err)
	}
	closing.EndStreams()
	closing.EndStreams() // again is fine
	if n, err := res.Body.Read(make([]byte, 1)); n != 0 || err == nil {
		t.Errorf("the stream goes on: %d, %v", n, err)
	}
	g.wantStatus("/v1/runs/r/events", http.StatusOK) // a later one ends at once
}

func TestMetricsNameNobody(t *testing.T) {
	t.Parallel()
	ws, _ := newWorkspace(t)
	m := NewMetrics()
	g := newGuarded(t, Options{Workspace: ws, Metrics: m})
	m.Judged(trace.Failed)
	g.get("/v1/fine/customer", "Authorization", "Bearer caplo_secret")
	g.get("/v1/panic")
	g.get("/what/ever?x=customer")
	req, err := http.NewRequest("WEIRD", g.URL+"/v1/fine/customer", nil)
	if err != nil {
		t.Fatal(err)
	}
	if res, err := g.Client().Do(req); err != nil || res.Body.Close() != nil {
		t.Fatal(err)
	}
	_, text, _ := g.get("/metrics")
	for _, line := range []string{
		`caplo_http_requests_total{method="GET",route="/v1/fine/{name}",status="2xx"} 1`,
		`caplo_http_requests_total{method="GET",route="/v1/panic",status="5xx"} 1`,
		`caplo_http_requests_total{method="GET",route="other",status="4xx"} 1`,
		`caplo_http_request_duration_seconds_count{method="GET",route="/v1/fine/{name}"} 1`,
		"caplo_http_requests_in_flight 1",
		`caplo_cases_total{outcome="failed"} 1`, `caplo_cases_total{outcome="ok"} 0`,
		"caplo_runs_open 0", "caplo_cases_in_hand 0",
	} {
		if !strings.Contains(text, "\n"+line+"\n") {
			t.Errorf("there is no %s", line)
		}
	}
	for _, family := range []string{"go_goroutines ", "process_open_fds "} {
		if !strings.Contains(text, "\n"+family) {
			t.Errorf("there is no %s", family)
		}
	}
	if found := regexp.MustCompile(`customer|WEIRD|Ada|laptop|caplo_secret`).FindString(text); found != "" {
		t.Errorf("the metrics name %s", found)
	}
}
