package workspace_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/workspace"
)

func ada() workspace.Caller {
	c := workspace.Local()
	c.Name, c.KeyName = "Ada", "console"
	return c
}

// console edits cases as somebody in the console does: another's input by name, or a
// new one; a body without input removes it.
func (b *bundle) console(key string, c agent.Case) {
	b.t.Helper()
	list, err := b.Suite(b.t.Context(), key)
	if err != nil {
		b.t.Fatal(err)
	}
	id := ""
	for _, old := range list {
		if old.Name == c.Name {
			id = old.ID
		}
	}
	switch {
	case id == "":
		_, err = b.AddCase(b.t.Context(), ada(), key, caseBody(b.t, c))
	case c.Input == "":
		_, err = b.RemoveCase(b.t.Context(), ada(), key, id, nil)
	default:
		_, err = b.EditCase(b.t.Context(), ada(), key, id, nil, caseBody(b.t, c))
	}
	if err != nil {
		b.t.Fatal(err)
	}
}

func wantOutside(t *testing.T, got []agent.Outside, want ...agent.Outside) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(agent.Outside{}, "Created"), cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
	for _, o := range got {
		if o.Created.IsZero() {
			t.Errorf("nobody knows when %+v was made", o)
		}
	}
}

func TestOutside(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1", oneCase("a", "1"), oneCase("b", "1"), oneCase("c", "1")))
	b.console("support", oneCase("a", "2"))           // 2
	b.console("support", oneCase("new", "1"))         // 3
	b.console("support", agent.Case{Name: "b"})       // 4: removed
	if _, err := b.push(support("v1x")); err != nil { // 5: all cases go
		t.Fatal(err)
	}
	rev, err := b.Revision(t.Context(), 5)
	if err != nil {
		t.Fatal(err)
	}
	by := func(n int64, cases ...string) agent.Outside {
		return agent.Outside{ID: suiteID("support"), Revision: n, Author: "Ada (console)", Origin: workspace.OriginCases, Cases: cases}
	}
	wantOutside(t, rev.Plan.Outside, by(2, "a"), by(3, "new"))
	// A push of the project's own has seen all that.
	done := b.mustPush(support("v2", oneCase("a", "1")))
	wantOutside(t, done.Plan.Outside)
}

// TestWhatIsTakenOverIsNotOverwritten: where the files have what was changed in the
// workspace, a push that changes something else overwrites nothing.
func TestWhatIsTakenOverIsNotOverwritten(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1", oneCase("a", "1"), oneCase("b", "1")))
	b.console("support", oneCase("a", "2"))
	b.console("support", oneCase("c", "1"))
	pulled := b.mustPush(support("v2", oneCase("a", "2"), oneCase("b", "3"), oneCase("c", "1")))
	wantOutside(t, pulled.Plan.Outside)
	b.console("support", oneCase("a", "4"))
	b.console("support", oneCase("b", "4"))
	some := b.mustPush(support("v2", oneCase("a", "4"), oneCase("b", "3"), oneCase("c", "1")))
	wantOutside(t, some.Plan.Outside, agent.Outside{
		ID: suiteID("support"), Revision: 6, Author: "Ada (console)", Origin: workspace.OriginCases, Cases: []string{"b"},
	})
}

// TestAnotherFieldOverwritesNothing: a case that was taken over and then changed in
// another field keeps what was changed of it in the workspace.
func TestAnotherFieldOverwritesNothing(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1", oneCase("a", "1")))
	b.console("support", oneCase("a", "2"))
	pulled := oneCase("a", "2")
	pulled.AnswerContains = "sent"
	done := b.mustPush(support("v1", pulled))
	wantOutside(t, done.Plan.Outside)
	b.console("support", oneCase("a", "3")) // and without the phrase
	back := oneCase("a", "3")
	back.AnswerContains = "sent"
	done = b.mustPush(support("v1", back))
	wantOutside(t, done.Plan.Outside, agent.Outside{
		ID: suiteID("support"), Revision: 4, Author: "Ada (console)", Origin: workspace.OriginCases, Cases: []string{"a"},
	})
}

func TestOutsideOfDrafts(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	mine := func(instructions string) pushing {
		p := support(instructions)
		p.suites = nil
		return p
	}
	b.mustPush(mine("v1"))
	b.mustPush(mine("v2"))
	if _, err := b.Restore(t.Context(), ada(), "support", workspace.Restore{Revision: 1}); err != nil { // 3
		t.Fatal(err)
	}
	file := mine("by file")
	file.file, file.project = true, ""
	b.mustPush(file) // 4
	other := mine("theirs")
	other.project, other.take = "q", true
	b.mustPush(other) // 5
	back := mine("v3")
	back.take = true
	done := b.mustPush(back)
	of := func(n int64, author, origin string) agent.Outside {
		return agent.Outside{ID: agentID("support"), Revision: n, Author: author, Origin: origin, Fields: []string{"instructions"}}
	}
	wantOutside(t, done.Plan.Outside, of(3, "Ada (console)", "restore"), of(4, "local", "file"), of(5, "local", "push"))
	// What somebody else created, this project never pushed.
	b.mustPush(pushing{file: true, bodies: map[string]string{"agent/single": `{"name":"Single","instructions":"1"}`}})
	mineNow := b.mustPush(pushing{project: "p", bodies: map[string]string{"agent/single": `{"name":"Single","instructions":"2"}`}})
	wantOutside(t, mineNow.Plan.Outside, agent.Outside{ID: agentID("single"), Revision: 7, Author: "local", Origin: "file"})
}

func TestFileLeavesTheOwner(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1", oneCase("a", "1")))
	b.console("support", oneCase("a", "2"))
	file := support("by file", oneCase("b", "1"))
	file.file, file.project = true, "q"
	done := b.mustPush(file)
	wantOutside(t, done.Plan.Outside, agent.Outside{
		ID: suiteID("support"), Revision: 2, Author: "Ada (console)", Origin: workspace.OriginCases, Cases: []string{"a"},
	})
	rev, err := b.Revision(t.Context(), done.Revision)
	if err != nil || rev.Origin != workspace.OriginFile || rev.Project != "" {
		t.Errorf("%+v, %v", rev, err)
	}
	if a, err := b.Agent(t.Context(), "support"); err != nil || a.Project != "p" {
		t.Errorf("%+v, %v", a, err)
	}
	wantOutside(t, b.mustPush(support("v1", oneCase("a", "1"))).Plan.Outside,
		agent.Outside{ID: suiteID("support"), Revision: 2, Author: "Ada (console)", Origin: "cases", Cases: []string{"a"}},
		agent.Outside{ID: agentID("support"), Revision: 3, Author: "local", Origin: "file", Fields: []string{"instructions"}},
		agent.Outside{ID: suiteID("support"), Revision: 3, Author: "local", Origin: "file", Cases: []string{"b", "a"}},
	)
}

func TestRevisionsCarryGit(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	p := support("v1", oneCase("a", "1"))
	p.git = &agent.Git{Commit: "0123456789abcdef0123456789abcdef01234567", Branch: "feature/ü", Dirty: true}
	b.mustPush(p)
	p.git = &agent.Git{Commit: "ff"}
	if again := b.mustPush(p); again.Revision != 1 {
		t.Errorf("another commit with the same files made revision %d", again.Revision)
	}
	list, _, err := b.Revisions(t.Context(), 0, 10)
	if err != nil || len(list) != 1 || list[0].Git == nil || list[0].Git.Branch != "feature/ü" || !list[0].Git.Dirty {
		t.Errorf("%+v, %v", list, err)
	}
	if h, _, err := b.History(t.Context(), "support", 0, 10); err != nil || h[0].Git == nil {
		t.Errorf("%+v, %v", h, err)
	}
	for _, g := range []agent.Git{{Commit: "HEAD"}, {Commit: "ab", Branch: "x\x1b[2J"}, {Branch: "\xff"}} {
		p.git = &g
		_, err := b.push(p)
		wantCode(t, err, workspace.InvalidRequest)
	}
}
