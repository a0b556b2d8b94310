package server_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
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

// bundle is a served workspace on a real database.
type bundle struct {
	t    testing.TB
	ws   *workspace.Workspace
	http *http.Client
	url  string
	// closeStore takes the database away from under the workspace.
	closeStore func() error

	mu sync.Mutex
	// judge answers for each case; nil: ok.
	judge func(context.Context, agent.Case) trace.Result
	log   logBook // of faults
}

func (b *bundle) Engine() string { return "test" }

func (b *bundle) Open(workspace.Pinned) (workspace.CaseJudge, error) { return b, nil }

func (b *bundle) Judge(ctx context.Context, c agent.Case) trace.Result {
	b.mu.Lock()
	judge := b.judge
	b.mu.Unlock()
	if judge != nil {
		return judge(ctx, c)
	}
	return ended(trace.OK)
}

func ended(o trace.Outcome) trace.Result {
	return trace.Result{Outcome: o, Checks: []trace.CheckResult{}, Trace: trace.Trace{Reply: "r", End: trace.End{Kind: trace.EndReply}}}
}

// everyWay runs a test over each way to the handlers: all must behave alike.
func everyWay(t *testing.T, test func(t *testing.T, b *bundle)) {
	t.Helper()
	t.Run("embedded", func(t *testing.T) {
		t.Parallel()
		b, h := newHandler(t, server.EmbeddedAuth{})
		srv := server.NewEmbedded(h)
		transport := &http.Transport{DialContext: srv.Dial}
		b.http, b.url = &http.Client{Transport: transport}, "http://local.workspace"
		t.Cleanup(func() {
			transport.CloseIdleConnections()
			if err := srv.Close(); err != nil {
				t.Error(err)
			}
		})
		test(t, b)
	})
	t.Run("loopback", func(t *testing.T) {
		t.Parallel()
		test(t, newBundle(t))
	})
}

func newBundle(t *testing.T) *bundle {
	t.Helper()
	b, h := newHandler(t, everybody{})
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	b.http, b.url = srv.Client(), srv.URL
	return b
}

func newHandler(t testing.TB, auth server.Authenticator) (*bundle, http.Handler) {
	t.Helper()
	return newHandlerWith(t, auth, 0)
}

func newHandlerWith(t testing.TB, auth server.Authenticator, patience time.Duration) (*bundle, http.Handler) {
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{Path: filepath.Join(t.TempDir(), "w.db")})
	if err != nil {
		t.Fatal(err)
	}
	b := &bundle{t: t, closeStore: db.Close}
	b.ws = workspace.New(workspace.Options{
		Store: db, Judge: b, Models: workspace.ModelNames{Agent: "m", Grader: "m"},
		Providers: map[string]trace.Model{"m": {Provider: "m", Kind: "scripted"}}, Concurrency: 2,
	})
	t.Cleanup(func() {
		_ = b.ws.Close()
		_ = db.Close()
	})
	return b, server.New(server.Options{
		Workspace: b.ws, Authenticator: auth, Version: "test", Heartbeat: time.Millisecond, Patience: patience,
		Log: slog.New(slog.NewTextHandler(&b.log, &slog.HandlerOptions{Level: slog.LevelError})),
	})
}

// answer is what came back.
type answer struct {
	status int
	header http.Header
	body   string
}

// problem is the answer as a problem; it must be one of the contract.
func (a answer) problem(t *testing.T) api.Problem {
	t.Helper()
	var p api.Problem
	if err := json.Unmarshal([]byte(a.body), &p); err != nil || p.Code == "" || p.Status != a.status || p.Detail == "" ||
		a.header.Get("Content-Type") != "application/problem+json" {
		t.Fatalf("no problem of the contract: %d %s %s", a.status, a.header.Get("Content-Type"), a.body)
	}
	return p
}

// into decodes the answer, which must be a success.
func (a answer) into(t *testing.T, v any) {
	t.Helper()
	if a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if err := json.Unmarshal([]byte(a.body), v); err != nil {
		t.Fatalf("%v in %s", err, a.body)
	}
}

// ask makes a request; headers are "Name: value".
func (b *bundle) ask(method, path, body string, headers ...string) answer {
	b.t.Helper()
	var in io.Reader
	if body != "" {
		in = strings.NewReader(body)
	}
	r, err := http.NewRequestWithContext(b.t.Context(), method, b.url+path, in)
	if err != nil {
		b.t.Fatal(err)
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Set(name, value)
	}
	resp, err := b.http.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return answer{resp.StatusCode, resp.Header, string(data)}
}

// push makes agents of JSON bodies by id ("agent/support"), and suites of those
// that list cases.
func (b *bundle) push(bodies map[string]string, suites map[string][]agent.Case) (workspace.Committed, error) {
	m := agent.Manifest{Project: "p"}
	var all []agent.Resource
	for name, text := range bodies {
		kind, key := agent.SplitTool(name)
		body, err := agent.Canonical([]byte(text))
		if err != nil {
			b.t.Fatal(err)
		}
		id := agent.ID{Kind: agent.Kind(kind), Key: key}
		all = append(all, agent.Resource{ID: id, Body: body})
		m.Resources = append(m.Resources, agent.Digested{ID: id, Digest: agent.ResourceDigest(id.Kind, body)})
	}
	for key, list := range suites {
		body, err := json.Marshal(append([]agent.Case{}, list...))
		if err != nil {
			b.t.Fatal(err)
		}
		id := agent.ID{Kind: agent.KindSuite, Key: key}
		all = append(all, agent.Resource{ID: id, Body: body})
		m.Suites = append(m.Suites, agent.Digested{ID: id, Digest: agent.SuiteDigest(list)})
		m.Selected = append(m.Selected, key)
	}
	if _, err := b.ws.Upload(b.t.Context(), workspace.Local(), all); err != nil {
		return workspace.Committed{}, err
	}
	p, err := b.ws.Propose(b.t.Context(), m)
	if err != nil {
		return workspace.Committed{}, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.ws.Apply(b.t.Context(), workspace.Local(), workspace.Commit{
		Manifest: m, Expect: p.Expect, PushKey: fmt.Sprintf("%s %d", b.t.Name(), time.Now().UnixNano()),
	})
}

func (b *bundle) mustPush(bodies map[string]string, suites map[string][]agent.Case) workspace.Committed {
	b.t.Helper()
	done, err := b.push(bodies, suites)
	if err != nil {
		b.t.Fatal(err)
	}
	return done
}

// support pushes one agent with cases of these names.
func (b *bundle) support(names ...string) workspace.Committed {
	b.t.Helper()
	list := []agent.Case{}
	for _, n := range names {
		list = append(list, oneCase(n))
	}
	return b.mustPush(map[string]string{"agent/support": `{"name":"Support","instructions":"Help."}`}, map[string][]agent.Case{"support": list})
}

func oneCase(name string) agent.Case {
	return agent.Case{Name: name, Input: "in", DesiredOutcome: "done", AnswerContains: "r"}
}

// finish runs an agent's cases to their end.
func (b *bundle) finish(key string) trace.Run {
	b.t.Helper()
	run, _, err := b.ws.StartRun(b.t.Context(), workspace.Start{Agent: key, By: workspace.Local()})
	if err != nil {
		b.t.Fatal(err)
	}
	if run, err = b.ws.Follow(b.t.Context(), run.ID, 0, func(trace.CaseRun) error { return nil }); err != nil {
		b.t.Fatal(err)
	}
	return run
}

// logBook is a log that tests read.
type logBook struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *logBook) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logBook) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
