package remote_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/remote"
	"github.com/caplo/caplo/internal/server"
	"github.com/caplo/caplo/internal/store"
	"github.com/caplo/caplo/internal/trace"
	"github.com/caplo/caplo/internal/workspace"
)

// judge gives a case the outcome that its input names.
type judge struct{}

func (judge) Engine() string                                       { return "test" }
func (j judge) Open(workspace.Pinned) (workspace.CaseJudge, error) { return j, nil }
func (judge) Judge(_ context.Context, c agent.Case) trace.Result {
	return trace.Result{
		Outcome: trace.Outcome(c.Input), Checks: []trace.CheckResult{},
		Trace: trace.Trace{Reply: "<b>&\u2028", End: trace.End{Kind: trace.EndReply}},
	}
}

// anyone lets every request in: who may call what is not this suite's business.
type anyone struct{}

func (anyone) Authenticate(*http.Request) (workspace.Caller, error) {
	return workspace.Local(), nil
}

func handler(t *testing.T, auth server.Authenticator) http.Handler {
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{Path: filepath.Join(t.TempDir(), "w.db")})
	if err != nil {
		t.Fatal(err)
	}
	ws := workspace.New(workspace.Options{
		Store: db, Judge: judge{}, Models: workspace.ModelNames{Agent: "m", Grader: "m"},
		Providers: map[string]trace.Model{"m": {Provider: "m", Kind: "scripted"}}, Concurrency: 4,
	})
	t.Cleanup(func() {
		if err := ws.Close(); err != nil {
			t.Error(err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return server.New(server.Options{Workspace: ws, Authenticator: auth, Version: "test"})
}

// everyWay runs a test over each way in which a client reaches a workspace: all
// must behave alike.
func everyWay(t *testing.T, test func(t *testing.T, c *remote.Client)) {
	t.Helper()
	t.Run("embedded", func(t *testing.T) {
		t.Parallel()
		srv := server.NewEmbedded(handler(t, server.EmbeddedAuth{}))
		c := remote.New(remote.Options{BaseURL: "http://local.workspace", Dial: srv.Dial})
		t.Cleanup(func() {
			c.Close()
			if err := srv.Close(); err != nil {
				t.Error(err)
			}
		})
		test(t, c)
	})
	t.Run("loopback", func(t *testing.T) {
		t.Parallel()
		srv := httptest.NewServer(handler(t, anyone{}))
		t.Cleanup(srv.Close)
		c := remote.New(remote.Options{BaseURL: srv.URL})
		t.Cleanup(c.Close)
		test(t, c)
	})
}

// stub is a client of a server that answers as told.
func stub(t *testing.T, answer http.HandlerFunc) *remote.Client {
	t.Helper()
	c, _ := stubWith(t, answer, remote.Options{})
	return c
}

// stubWith is a client with options of a server that answers as told, and its
// clock. It knows no patience.
func stubWith(t *testing.T, answer http.HandlerFunc, opts remote.Options) (*remote.Client, *clock) {
	t.Helper()
	srv := httptest.NewServer(answer)
	t.Cleanup(srv.Close)
	clock := &clock{now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	opts.BaseURL, opts.Now, opts.Sleep = srv.URL, clock.Now, clock.Sleep
	c := remote.New(opts)
	t.Cleanup(c.Close)
	return c, clock
}

// clock is a clock on which sleeping takes no time.
type clock struct {
	mu    sync.Mutex
	now   time.Time
	slept []time.Duration
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) Sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now, c.slept = c.now.Add(d), append(c.slept, d)
	return ctx.Err()
}

// naps is how long was slept, nap by nap.
func (c *clock) naps() []time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.slept)
}

// pushOne makes an agent with cases whose inputs are the outcomes that they get.
func pushOne(t *testing.T, c *remote.Client, outcomes ...string) api.Committed {
	t.Helper()
	done, err := c.Push(t.Context(), commit(t, c, "v1", outcomes...))
	if err != nil {
		t.Fatal(err)
	}
	return done
}

// commit uploads an agent and its cases and returns the commit to come.
func commit(t *testing.T, c *remote.Client, instructions string, outcomes ...string) api.Commit {
	t.Helper()
	body, err := agent.CanonicalValue(map[string]any{"name": "Support", "instructions": instructions})
	if err != nil {
		t.Fatal(err)
	}
	cases := []agent.Case{}
	for i, o := range outcomes {
		cases = append(cases, agent.Case{Name: string(rune('a' + i)), Input: o, DesiredOutcome: "is as it is"})
	}
	list, err := json.Marshal(cases)
	if err != nil {
		t.Fatal(err)
	}
	desk, suite := agent.ID{Kind: agent.KindAgent, Key: "support"}, agent.ID{Kind: agent.KindSuite, Key: "support"}
	if err := c.Upload(t.Context(), []api.Resource{{ID: desk, Body: body}, {ID: suite, Body: list}}); err != nil {
		t.Fatal(err)
	}
	m := agent.Manifest{
		Project: "p", Selected: []string{"support"},
		Resources: []agent.Digested{{ID: desk, Digest: agent.ResourceDigest(agent.KindAgent, body)}},
		Suites:    []agent.Digested{{ID: suite, Digest: agent.SuiteDigest(cases)}},
	}
	p, err := c.Plan(t.Context(), m)
	if err != nil || p.Plan == nil {
		t.Fatalf("plan: %+v, %v", p, err)
	}
	return api.Commit{Manifest: m, Expect: p.Expect, PushKey: t.Name() + instructions}
}
