package workspace_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/workspace"
)

func agentID(key string) agent.ID { return agent.ID{Kind: agent.KindAgent, Key: key} }
func suiteID(key string) agent.ID { return agent.ID{Kind: agent.KindSuite, Key: key} }
func toolsID(key string) agent.ID { return agent.ID{Kind: agent.KindTools, Key: key} }

const deskTools = `{"tools":[{"name":"t","description":"d"}]}`

// shop is a project of two agents, one of which has tools and cases.
func shop() pushing {
	return pushing{
		project: "shop",
		bodies: map[string]string{
			"agent/orders": `{"name":"Orders","instructions":"i"}`,
			"agent/desk":   `{"name":"Desk","instructions":"i","tools":["desk/t"]}`,
			"tools/desk":   deskTools,
		},
		suites: map[string][]agent.Case{"desk": {oneCase("a", "1"), oneCase("b", "1")}, "orders": {oneCase("a", "1")}},
	}
}

// onlyOrders is what is left of shop when its other files are gone.
func onlyOrders() pushing {
	p := shop()
	delete(p.bodies, "agent/desk")
	delete(p.bodies, "tools/desk")
	delete(p.suites, "desk")
	p.prune = true
	return p
}

func TestNothingIsDeletedUnlessPruned(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(shop())
	p := onlyOrders()
	p.prune = false
	if done := b.mustPush(p); !done.Plan.Empty() || done.Revision != 1 {
		t.Errorf("%+v", done)
	}
	if _, err := b.Agent(t.Context(), "desk"); err != nil {
		t.Error(err)
	}
}

// TestLeft: a push of all of a project is told what the workspace has of it besides,
// and of no other.
func TestLeft(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(shop())
	b.mustPush(pushing{project: "q", bodies: map[string]string{"agent/lone": `{"name":"Lone","instructions":"i"}`}})
	for name, c := range map[string]struct {
		project      string
		whole, prune bool
		want         []agent.ID
	}{
		"all":         {project: "shop", whole: true, want: []agent.ID{agentID("desk"), toolsID("desk")}},
		"a selection": {project: "shop"},
		"pruned":      {project: "shop", whole: true, prune: true},
		"no project":  {whole: true},
	} {
		m, _ := onlyOrders().manifest(t)
		m.Project, m.Whole, m.Prune = c.project, c.whole, c.prune
		got, err := b.Propose(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, got.Left, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestPrune(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(shop())
	run, _ := b.finish("desk")
	done := b.mustPush(onlyOrders())
	want := []agent.Deletion{{ID: agentID("desk"), Cases: 2}, {ID: toolsID("desk")}}
	if diff := cmp.Diff(want, done.Plan.Deleted); diff != "" || done.Plan.Empty() || done.Revision != 2 {
		t.Errorf("revision %d, %s", done.Revision, diff)
	}
	_, err := b.Agent(t.Context(), "desk")
	wantCode(t, err, workspace.NotFound)
	_, err = b.AddCase(t.Context(), workspace.Local(), "desk", caseBody(t, oneCase("c", "1")))
	wantCode(t, err, workspace.NotFound)

	again := b.mustPush(onlyOrders())
	if !again.Plan.Empty() || again.Revision != 2 {
		t.Errorf("pruned again: %+v", again)
	}
	state, err := b.RunState(t.Context(), run.ID)
	if err != nil || !state.EarlierDraft || !state.EarlierCases {
		t.Errorf("its run: %+v, %v", state, err)
	}
	if runs, _, err := b.Runs(t.Context(), "desk", 0, 10); err != nil || len(runs) != 1 {
		t.Errorf("its runs: %+v, %v", runs, err)
	}
	history, _, err := b.History(t.Context(), "desk", 0, 10)
	if err != nil || len(history) != 2 || !history[0].Deleted || !history[0].Suite || history[0].Cases != 0 || history[1].Cases != 2 {
		t.Errorf("its history: %+v, %v", history, err)
	}
	_, err = b.AgentAt(t.Context(), "desk", 0)
	wantCode(t, err, workspace.NotFound)
	if !strings.Contains(err.Error(), "revision 2 had deleted it") {
		t.Error(err)
	}
}

func TestWhatWasPrunedComesBack(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(shop())
	then, err := b.AgentAt(t.Context(), "desk", 1)
	if err != nil {
		t.Fatal(err)
	}
	b.mustPush(onlyOrders())
	_, err = b.Restore(t.Context(), workspace.Local(), "desk", workspace.Restore{Revision: 1})
	wantCode(t, err, workspace.BrokenDraft) // its tools are gone
	_, err = b.Restore(t.Context(), workspace.Local(), "desk", workspace.Restore{Revision: 1, Suite: true})
	wantCode(t, err, workspace.BrokenDraft) // cases of no agent

	b.mustPush(pushing{project: "shop", bodies: map[string]string{"tools/desk": deskTools}})
	done, err := b.Restore(t.Context(), workspace.Local(), "desk", workspace.Restore{Revision: 1})
	if err != nil || done.Plan.Resources[0].Change != agent.Created || len(done.Plan.Suites[0].Added) != 2 {
		t.Fatalf("%+v, %v", done, err)
	}
	now, err := b.AgentAt(t.Context(), "desk", 0)
	if err != nil || now.Project != "shop" || cmp.Diff(then.Suite, now.Suite) != "" || string(then.Body.Body) != string(now.Body.Body) {
		t.Errorf("%+v, %v", now, err)
	}
	// The project still does not have it: it goes again, and is told who brought it back.
	gone := b.mustPush(onlyOrders())
	if len(gone.Plan.Deleted) != 2 || len(gone.Plan.Outside) != 2 || gone.Plan.Outside[0].Origin != workspace.OriginRestore {
		t.Errorf("%+v", gone.Plan)
	}
	b.mustPush(shop())
	if history, _, err := b.History(t.Context(), "desk", 0, 10); err != nil || len(history) != 5 || len(history[0].Fields) != 0 {
		t.Errorf("%+v, %v", history, err)
	}
}

func TestPruneIsRefused(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(shop())
	b.mustPush(pushing{project: "q", bodies: map[string]string{"agent/other": `{"name":"O","instructions":"i","tools":["desk/t"]}`}})
	for name, c := range map[string]struct {
		p    pushing
		code workspace.Code
		says string
	}{
		"no name":     {pushing{prune: true, bodies: map[string]string{"agent/x": `{"name":"X","instructions":"i"}`}}, workspace.InvalidRequest, "only a project with a name"},
		"nothing":     {pushing{project: "shop", prune: true}, workspace.InvalidRequest, "names no agent"},
		"no agent":    {pushing{project: "shop", prune: true, bodies: map[string]string{"tools/desk": deskTools}}, workspace.InvalidRequest, "names no agent"},
		"file":        {pushing{project: "shop", prune: true, file: true}, workspace.InvalidRequest, "single file"},
		"another's":   {onlyOrders(), workspace.BrokenDraft, `agent/other of the project "q" still refers to tools/desk`},
		"one's own":   {pushing{project: "shop", prune: true, bodies: map[string]string{"agent/desk": shop().bodies["agent/desk"]}}, workspace.BrokenDraft, "agent/desk refers to tools/desk, which this push would delete"},
		"suite alone": {pushing{project: "shop", prune: true, bodies: map[string]string{"agent/orders": shop().bodies["agent/orders"]}, suites: map[string][]agent.Case{"desk": {oneCase("a", "1")}}}, workspace.BrokenDraft, "has no agent"},
	} {
		_, err := b.push(c.p)
		wantCode(t, err, c.code)
		if !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n, _ := b.LastRevision(t.Context()); n != 2 {
		t.Errorf("what was refused left revision %d", n)
	}
}

// TestPruneLeavesOthersAlone: what another project, a file or nobody pushed stays,
// and what was taken over is the other's.
func TestPruneLeavesOthersAlone(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(shop())
	b.mustPush(pushing{project: "q", take: true, bodies: map[string]string{"agent/desk": `{"name":"Desk","instructions":"theirs"}`}})
	b.mustPush(pushing{file: true, bodies: map[string]string{"agent/single": `{"name":"Single","instructions":"i"}`}})
	b.mustPush(pushing{bodies: map[string]string{"agent/nobody": `{"name":"Nobody","instructions":"i"}`}})
	done := b.mustPush(onlyOrders())
	if diff := cmp.Diff([]agent.Deletion{{ID: toolsID("desk")}}, done.Plan.Deleted); diff != "" {
		t.Error(diff)
	}
	if cases, err := b.Suite(t.Context(), "desk"); err != nil || len(cases) != 2 {
		t.Errorf("%v, %v", cases, err)
	}
}

// TestPruneIsConditional: what came or was changed since the plan is not deleted
// unseen.
func TestPruneIsConditional(t *testing.T) {
	t.Parallel()
	for name, meanwhile := range map[string]func(b *bundle){
		"a case was added": func(b *bundle) {
			if _, err := b.AddCase(t.Context(), workspace.Local(), "desk", caseBody(b.t, oneCase("c", "1"))); err != nil {
				b.t.Fatal(err)
			}
		},
		"the draft was changed": func(b *bundle) {
			b.mustPush(pushing{project: "shop", bodies: map[string]string{"agent/desk": `{"name":"Desk","instructions":"v2"}`}})
		},
		"another agent came": func(b *bundle) {
			b.mustPush(pushing{project: "shop", bodies: map[string]string{"agent/late": `{"name":"Late","instructions":"i"}`}})
		},
		"the first case came": func(b *bundle) {
			if _, err := b.AddCase(t.Context(), workspace.Local(), "bare", caseBody(b.t, oneCase("c", "1"))); err != nil {
				b.t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBundle(t)
			b.mustPush(shop())
			b.mustPush(pushing{project: "shop", bodies: map[string]string{"agent/bare": `{"name":"Bare","instructions":"i"}`}})
			late, err := onlyOrders().propose(t, b.Workspace)
			if err != nil {
				t.Fatal(err)
			}
			meanwhile(b)
			_, err = b.Apply(t.Context(), workspace.Local(), late)
			wantCode(t, err, workspace.PushConflict)
			if _, err := b.Agent(t.Context(), "desk"); err != nil {
				t.Error(err)
			}
			b.mustPush(onlyOrders())
			if list, _, err := b.Agents(t.Context(), "", "", 10); err != nil || len(list) != 1 {
				t.Errorf("left: %+v, %v", list, err)
			}
		})
	}
}

// TestPruneGivesNamesFree: an agent whose file was renamed keeps its name.
func TestPruneGivesNamesFree(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1", oneCase("a", "1")))
	moved := pushing{
		project: "p", prune: true,
		bodies: map[string]string{"agent/desk": `{"name":"S","instructions":"v1"}`},
		suites: map[string][]agent.Case{"desk": {oneCase("a", "1")}},
	}
	done := b.mustPush(moved)
	if len(done.Plan.Deleted) != 1 || done.Plan.Resources[0].Change != agent.Created {
		t.Errorf("%+v", done.Plan)
	}
}
