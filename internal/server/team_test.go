package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/server"
	"github.com/caplo/caplo/internal/store"
	"github.com/caplo/caplo/internal/trace"
	"github.com/caplo/caplo/internal/workspace"
)

// fine judges every case as ok, some only once they are let go on.
type fine struct{ hold chan struct{} }

func (fine) Engine() string                                       { return "test" }
func (f fine) Open(workspace.Pinned) (workspace.CaseJudge, error) { return f, nil }
func (f fine) Judge(ctx context.Context, c agent.Case) trace.Result {
	if c.Name == "held" {
		select {
		case <-f.hold:
		case <-ctx.Done():
		}
	}
	return trace.Result{Outcome: trace.OK, Checks: []trace.CheckResult{}, Trace: trace.Trace{Reply: "r", End: trace.End{Kind: trace.EndReply}}}
}

// team is a served workspace on a loopback port, reached with keys.
type team struct {
	t     *testing.T
	ws    *workspace.Workspace
	url   string
	owner string        // the owner's key
	hold  chan struct{} // cases that are called held wait for it

	mu      sync.Mutex
	now     time.Time
	secrets []string      // of all keys
	said    *bytes.Buffer // all that was answered, but for new keys, and logged
}

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

func newTeam(t *testing.T) *team {
	t.Helper()
	m := &team{t: t, now: noon, said: &bytes.Buffer{}, hold: make(chan struct{})}
	db, err := store.Open(t.Context(), store.Options{Path: filepath.Join(t.TempDir(), "w.db")})
	if err != nil {
		t.Fatal(err)
	}
	m.ws = workspace.New(workspace.Options{
		Store: db, Judge: fine{m.hold}, Models: workspace.ModelNames{Agent: "m", Grader: "m"},
		Providers: map[string]trace.Model{"m": {Provider: "m", Kind: "scripted"}}, Concurrency: 4,
		Now: func() time.Time { m.mu.Lock(); defer m.mu.Unlock(); return m.now },
	})
	srv := httptest.NewUnstartedServer(server.New(server.Options{
		Workspace: m.ws, Authenticator: server.KeyAuth{Workspace: m.ws}, Version: "test", Heartbeat: time.Millisecond,
	}))
	srv.Config.ErrorLog = log.New(m, "", 0)
	srv.Start()
	m.url = srv.URL
	t.Cleanup(func() {
		srv.Close()
		if err := m.ws.Close(); err != nil {
			t.Error(err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
		m.leaks()
	})
	made, ok, err := m.ws.Setup(t.Context(), "owner", nil)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	m.owner = m.keep(made.Secret.Reveal())
	return m
}

// Write takes what the server logs.
func (m *team) Write(p []byte) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.said.Write(p)
}

func (m *team) at(now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now = now
}

func (m *team) keep(secret string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.secrets = append(m.secrets, secret)
	return secret
}

// leaks fails the test where an answer or the log held a secret.
func (m *team) leaks() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, s := range m.secrets {
		if _, secret, ok := workspace.ParseKey(s); !ok || strings.Contains(m.said.String(), secret) {
			m.t.Errorf("a secret was told: %s", s)
		}
	}
}

// reply is an answer with what of it tests look at.
type reply struct {
	status int
	header http.Header
	body   []byte
}

func (a reply) problem(t *testing.T) api.Problem {
	t.Helper()
	var p api.Problem
	if err := json.Unmarshal(a.body, &p); err != nil || p.Status != a.status || p.Detail == "" {
		t.Errorf("%d is no problem: %s", a.status, a.body)
	}
	return p
}

func decode[T any](t *testing.T, a reply) (v T) {
	t.Helper()
	if a.status >= 300 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if err := json.Unmarshal(a.body, &v); err != nil {
		t.Fatalf("%v: %s", err, a.body)
	}
	return v
}

// send makes a request with a key; change may alter it.
func (m *team) send(key, method, path, body string, change ...func(*http.Request)) reply {
	m.t.Helper()
	req, err := http.NewRequestWithContext(m.t.Context(), method, m.url+path, strings.NewReader(body))
	if err != nil {
		m.t.Fatal(err)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	if key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	for _, f := range change {
		f(req)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		m.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		m.t.Fatal(err)
	}
	var made struct{ Secret, First any }
	if _ = json.Unmarshal(data, &made); made.Secret == nil && made.First == nil {
		_, _ = m.Write(data)
	}
	_, _ = m.Write([]byte(res.Header.Get("Www-Authenticate")))
	return reply{res.StatusCode, res.Header, data}
}

// key makes a key with some scopes, by another one.
func (m *team) key(by, name string, scopes ...string) string {
	m.t.Helper()
	ask, err := json.Marshal(api.NewKey{Name: name, Scopes: scopes})
	if err != nil {
		m.t.Fatal(err)
	}
	return m.keep(decode[api.MadeKey](m.t, m.send(by, http.MethodPost, "/v1/keys", string(ask))).Secret)
}

// member adds a member and returns its first key.
func (m *team) member(name, role string) string {
	m.t.Helper()
	a := m.send(m.owner, http.MethodPost, "/v1/members", `{"name":"`+name+`","role":"`+role+`"}`)
	return m.keep(decode[api.MadeMember](m.t, a).First.Secret)
}
