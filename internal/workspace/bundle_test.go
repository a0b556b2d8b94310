package workspace_test

import (
	"context"
	"encoding/json"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/store"
	"github.com/caplo/caplo/internal/trace"
	"github.com/caplo/caplo/internal/workspace"
)

// bundle is a workspace on a real database with a judge that the test decides.
type bundle struct {
	*workspace.Workspace
	t    *testing.T
	dir  string
	opts workspace.Options
	// concurrency of workspaces that are opened from now on.
	concurrency int
	mu          sync.Mutex
	// judge answers for each case; nil: ok.
	judge func(ctx context.Context, c agent.Case) trace.Result
	// opened are the sets that runs were opened with.
	opened []*agent.Set
}

func newBundle(t *testing.T) *bundle {
	t.Helper()
	b := &bundle{t: t, dir: t.TempDir(), concurrency: 4}
	b.Workspace = b.another()
	return b
}

// another opens the same database once more, as another process would.
func (b *bundle) another() *workspace.Workspace {
	b.t.Helper()
	db, err := store.Open(b.t.Context(), store.Options{Path: filepath.Join(b.dir, "w.db"), LockDir: filepath.Join(b.dir, "locks")})
	if err != nil {
		b.t.Fatal(err)
	}
	b.opts = workspace.Options{
		Store: db, Judge: b, Models: workspace.ModelNames{Agent: "m", Grader: "m"},
		Providers:   map[string]trace.Model{"m": {Provider: "m", Kind: "scripted"}, "n": {Provider: "n", Kind: "scripted"}},
		Concurrency: b.concurrency, Now: time.Now,
	}
	w := workspace.New(b.opts)
	b.t.Cleanup(func() {
		if err := w.Close(); err != nil {
			b.t.Error(err)
		}
		if err := db.Close(); err != nil {
			b.t.Error(err)
		}
	})
	return w
}

func (b *bundle) Engine() string { return "test" }

func (b *bundle) Open(p workspace.Pinned) (workspace.CaseJudge, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.opened = append(b.opened, p.Set)
	return judgeFunc(func(ctx context.Context, c agent.Case) trace.Result {
		b.mu.Lock()
		judge := b.judge
		b.mu.Unlock()
		if judge == nil {
			return result(trace.OK)
		}
		return judge(ctx, c)
	}), nil
}

func (b *bundle) judges(f func(ctx context.Context, c agent.Case) trace.Result) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.judge = f
}

type judgeFunc func(context.Context, agent.Case) trace.Result

func (f judgeFunc) Judge(ctx context.Context, c agent.Case) trace.Result { return f(ctx, c) }

func result(o trace.Outcome) trace.Result {
	return trace.Result{Outcome: o, Checks: []trace.CheckResult{}, Trace: trace.Trace{Reply: "r", End: trace.End{Kind: trace.EndReply}}}
}

// pushing is a push of JSON bodies by id ("agent/support"), and of cases.
type pushing struct {
	project string
	bodies  map[string]string
	suites  map[string][]agent.Case
	take    bool
	key     string
	prune   bool
	file    bool
	git     *agent.Git
}

func (p pushing) manifest(t *testing.T) (agent.Manifest, []agent.Resource) {
	t.Helper()
	m := agent.Manifest{Project: p.project, Prune: p.prune, File: p.file, Git: p.git}
	var all []agent.Resource
	add := func(id agent.ID, body []byte, digest string) {
		all = append(all, agent.Resource{ID: id, Body: body})
		d := agent.Digested{ID: id, Digest: digest}
		if id.Kind == agent.KindSuite {
			m.Suites = append(m.Suites, d)
		} else {
			m.Resources = append(m.Resources, d)
		}
	}
	for name, body := range p.bodies {
		kind, key := agent.SplitTool(name)
		canonical, err := agent.Canonical([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		id := agent.ID{Kind: agent.Kind(kind), Key: key}
		add(id, canonical, agent.ResourceDigest(id.Kind, canonical))
	}
	for key, cases := range p.suites {
		body, err := json.Marshal(append([]agent.Case{}, cases...))
		if err != nil {
			t.Fatal(err)
		}
		add(agent.ID{Kind: agent.KindSuite, Key: key}, body, agent.SuiteDigest(cases))
		m.Selected = append(m.Selected, key)
	}
	return m, all
}

// propose uploads everything and returns the commit that would follow.
func (p pushing) propose(t *testing.T, w *workspace.Workspace) (workspace.Commit, error) {
	t.Helper()
	m, all := p.manifest(t)
	if _, err := w.Upload(t.Context(), workspace.Local(), all); err != nil {
		return workspace.Commit{}, err
	}
	proposal, err := w.Propose(t.Context(), m)
	if err == nil && len(proposal.Lacking) > 0 {
		t.Fatalf("lacking after the upload: %v", proposal.Lacking)
	}
	key := p.key
	if key == "" {
		key = t.Name() + time.Now().String()
	}
	return workspace.Commit{Manifest: m, Expect: proposal.Expect, PushKey: key, TakeOver: p.take}, err
}

func (b *bundle) push(p pushing) (workspace.Committed, error) {
	b.t.Helper()
	c, err := p.propose(b.t, b.Workspace)
	if err != nil {
		return workspace.Committed{}, err
	}
	return b.Apply(b.t.Context(), workspace.Local(), c)
}

func (b *bundle) mustPush(p pushing) workspace.Committed {
	b.t.Helper()
	done, err := b.push(p)
	if err != nil {
		b.t.Fatal(err)
	}
	return done
}

func oneCase(name, input string) agent.Case {
	return agent.Case{Name: name, Input: input, DesiredOutcome: "done"}
}

// support is a project of one agent with cases.
func support(instructions string, cases ...agent.Case) pushing {
	return pushing{
		project: "p",
		bodies:  map[string]string{"agent/support": `{"name":"S","instructions":"` + instructions + `"}`},
		suites:  map[string][]agent.Case{"support": cases},
	}
}

func wantCode(t *testing.T, err error, code workspace.Code) {
	t.Helper()
	if err == nil || workspace.CodeOf(err) != code {
		t.Fatalf("got %v (%s), want %s", err, workspace.CodeOf(err), code)
	}
}
