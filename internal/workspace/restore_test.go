package workspace_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/workspace"
)

func (b *bundle) restore(r workspace.Restore) workspace.Committed {
	b.t.Helper()
	done, err := b.Restore(b.t.Context(), ada(), "support", r)
	if err != nil {
		b.t.Fatal(err)
	}
	return done
}

func TestRestore(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1", oneCase("a", "1"), oneCase("b", "1")))
	was := ids(t, b)
	b.mustPush(support("v2", oneCase("c", "1")))
	b.mustPush(support("v2", oneCase("c", "1"), oneCase("a", "new")))
	if ids(t, b)["a"] == was["a"] {
		t.Fatal("a case that was gone kept its id")
	}
	done := b.restore(workspace.Restore{Revision: 1})
	if done.Revision != 4 || cmp.Diff([]string{"instructions"}, done.Plan.Resources[0].Fields) != "" || len(done.Plan.Suites[0].Removed) != 1 || len(done.Plan.Outside) != 0 {
		t.Errorf("%+v", done)
	}
	if diff := cmp.Diff(was, ids(t, b)); diff != "" {
		t.Error(diff)
	}
	rev, err := b.Revision(t.Context(), 4)
	if err != nil || rev.Origin != workspace.OriginRestore || rev.Project != "p" || rev.Author != "Ada (console)" {
		t.Errorf("%+v, %v", rev, err)
	}
	if again := b.restore(workspace.Restore{Revision: 1}); again.Revision != 4 || !again.Plan.Empty() {
		t.Errorf("what is so already made %+v", again)
	}
	// A push of the same files after it changes nothing.
	if same := b.mustPush(support("v1", oneCase("a", "1"), oneCase("b", "1"))); same.Revision != 4 {
		t.Errorf("%+v", same)
	}
}

func TestRestoreHalf(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1", oneCase("a", "1")))
	b.mustPush(support("v2", oneCase("a", "2")))
	if done := b.restore(workspace.Restore{Revision: 1, Draft: true}); len(done.Plan.Suites) != 0 || stored(t, b)[ids(t, b)["a"]].Input != "2" {
		t.Errorf("%+v", done)
	}
	b.mustPush(support("v2", oneCase("a", "2")))
	if done := b.restore(workspace.Restore{Revision: 1, Suite: true}); len(done.Plan.Resources) != 0 || stored(t, b)[ids(t, b)["a"]].Input != "1" {
		t.Errorf("%+v", done)
	}
}

// TestRestoreToBeforeTheCases: an agent that had no cases then has none again, and
// what it had stays an earlier revision.
func TestRestoreToBeforeTheCases(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	bare := support("v1")
	bare.suites = nil
	b.mustPush(bare)
	if done := b.restore(workspace.Restore{Revision: 1}); done.Revision != 1 {
		t.Errorf("%+v", done)
	}
	b.console("support", oneCase("a", "1"))
	had := ids(t, b)
	done := b.restore(workspace.Restore{Revision: 1})
	if done.Revision != 3 || len(ids(t, b)) != 0 || len(done.Plan.Suites[0].Removed) != 1 {
		t.Errorf("%+v", done)
	}
	if again := b.restore(workspace.Restore{Revision: 1}); again.Revision != 3 {
		t.Errorf("%+v", again)
	}
	b.restore(workspace.Restore{Revision: 2})
	if diff := cmp.Diff(had, ids(t, b)); diff != "" {
		t.Error(diff)
	}
}

// TestRestoreBringsBackOrderAndIDs: cases that say the same under other ids, or in
// another order, are not the same.
func TestRestoreBringsBackOrderAndIDs(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1", oneCase("a", "1"), oneCase("b", "1")))
	was, err := b.Suite(t.Context(), "support")
	if err != nil {
		t.Fatal(err)
	}
	b.console("support", agent.Case{Name: "a"})
	b.console("support", oneCase("a", "1")) // now behind b, under another id
	if done := b.restore(workspace.Restore{Revision: 1}); done.Revision != 4 {
		t.Errorf("%+v", done)
	}
	now, err := b.Suite(t.Context(), "support")
	if diff := cmp.Diff(was, now); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

func TestRestoreIsJudged(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(shop())
	// The tools lose what a case of then wants to be called.
	with := shop()
	with.suites["desk"][0].Tool = "desk/t"
	b.mustPush(with)
	b.mustPush(pushing{
		project: "shop",
		bodies: map[string]string{
			"agent/desk": `{"name":"Desk","instructions":"i","tools":["desk/other"]}`,
			"tools/desk": `{"tools":[{"name":"other","description":"d"}]}`,
		},
		suites: map[string][]agent.Case{"desk": {}},
	})
	_, err := b.Restore(t.Context(), ada(), "desk", workspace.Restore{Revision: 2})
	wantCode(t, err, workspace.InvalidResource)
	if n, _ := b.LastRevision(t.Context()); n != 3 {
		t.Errorf("what was refused left revision %d", n)
	}
	reader := workspace.Caller{Name: "r", Role: workspace.Plain, Scopes: []workspace.Scope{workspace.ScopeRead}}
	_, err = b.Restore(t.Context(), reader, "desk", workspace.Restore{Revision: 1})
	wantCode(t, err, workspace.Forbidden)
	for _, n := range []int64{0, -1} {
		_, err = b.Restore(t.Context(), ada(), "desk", workspace.Restore{Revision: n})
		wantCode(t, err, workspace.InvalidRequest)
	}
	_, err = b.Restore(t.Context(), ada(), "desk", workspace.Restore{Revision: 9})
	wantCode(t, err, workspace.NotFound)
}

// TestAmbiguousMatchesWriteNothing: what could be either of two is refused.
func TestAmbiguousMatchesWriteNothing(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1", oneCase("é", "1")))
	for _, other := range []string{"é", " é", "e\u0301", "é\t"} {
		p := support("v1", oneCase("é", "1"), oneCase(other, "2"))
		_, err := b.push(p)
		wantCode(t, err, workspace.InvalidResource)
		m, _ := p.manifest(t)
		if prop, err := b.Propose(t.Context(), m); err != nil || len(prop.Lacking) != 1 {
			t.Errorf("%q was kept: %+v, %v", other, prop, err)
		}
		_, err = b.AddCase(t.Context(), ada(), "support", caseBody(t, oneCase(other, "2")))
		wantCode(t, err, workspace.NameTaken)
	}
	m, _ := support("v2", oneCase("é", "1")).manifest(t)
	m.Suites = append(m.Suites, m.Suites[0])
	_, err := b.Propose(t.Context(), m)
	wantCode(t, err, workspace.InvalidRequest)
	_, err = b.Apply(t.Context(), workspace.Local(), workspace.Commit{Manifest: m, PushKey: "k"})
	wantCode(t, err, workspace.InvalidRequest)
	two := pushing{project: "p", bodies: map[string]string{
		"agent/x": `{"name":"X","instructions":"i"}`, "agent/y": `{"name":"X","instructions":"i"}`,
	}}
	_, err = b.push(two)
	wantCode(t, err, workspace.InvalidResource)
	if n, _ := b.LastRevision(t.Context()); n != 1 || len(ids(t, b)) != 1 {
		t.Errorf("revision %d, %v", n, ids(t, b))
	}
	// A name that only is written otherwise stays the same case.
	was := ids(t, b)["é"]
	b.mustPush(support("v1", oneCase("e\u0301", "1")))
	if got := ids(t, b)["e\u0301"]; got != was {
		t.Errorf("%q became %q", was, got)
	}
}
