package workspace_test

import (
	"testing"
	"time"

	"github.com/caplo/caplo/internal/workspace"
)

// TestStartIsCarriedOutOnce: the same start tried again gets its first run,
// whatever became of that and of the agent.
func TestStartIsCarriedOutOnce(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1", oneCase("a", "1")))
	s := workspace.Start{Agent: "support", Rerun: true, Key: "once", By: workspace.Local()}
	first, _ := b.finishStart(s)
	b.mustPush(support("v2", oneCase("a", "1")))
	again, how, err := b.StartRun(t.Context(), s)
	if err != nil || how != workspace.Started || again.ID != first.ID {
		t.Errorf("again: %s %s, %v; first %s", again.ID, how, err, first.ID)
	}
	for _, change := range []func(*workspace.Start){
		func(s *workspace.Start) { s.Draft = "sha256:another" },
		func(s *workspace.Start) { s.Suite = "sha256:another" },
		func(s *workspace.Start) { s.Agent = "other" },
		func(s *workspace.Start) { s.Rerun = false },
		func(s *workspace.Start) { s.Choice.Agent = "n" },
		func(s *workspace.Start) { s.Choice.Grader = "n" },
		func(s *workspace.Start) { s.TimeLimit = time.Hour },
	} {
		other := s
		change(&other)
		if _, _, err := b.StartRun(t.Context(), other); err == nil || workspace.CodeOf(err) != workspace.StartKeyReused {
			t.Errorf("%+v: %v", other, err)
		}
	}
	s.Key = "once\x00"
	_, _, err = b.StartRun(t.Context(), s)
	wantCode(t, err, workspace.InvalidRequest)
	other, how, err := b.StartRun(t.Context(), workspace.Start{Agent: "support", Rerun: true, Key: "twice", By: workspace.Local()})
	if err != nil || how != workspace.Started || other.ID == first.ID {
		t.Errorf("under another key: %s %s, %v", other.ID, how, err)
	}
}

func TestRunsKnowWhetherTheyAreOfNow(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1", oneCase("a", "1")))
	run, _ := b.finish("support")
	check := func(draft, cases bool) {
		t.Helper()
		list, more, err := b.Runs(t.Context(), "support", 0, 10)
		if err != nil || more || len(list) != 1 || list[0].ID != run.ID || list[0].EarlierDraft != draft || list[0].EarlierCases != cases {
			t.Errorf("runs: %+v, %v", list, err)
		}
	}
	check(false, false)
	b.mustPush(support("v2", oneCase("a", "1")))
	check(true, false)
	b.mustPush(support("v1", oneCase("a", "2")))
	check(false, true)
	b.mustPush(support("v1", oneCase("a", "1")))
	check(false, false)
	_, _, err := b.Runs(t.Context(), "nobody", 0, 10)
	wantCode(t, err, workspace.NotFound)
}

// TestStartsAreTheirMembers: another member's start under the same key is another.
func TestStartsAreTheirMembers(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	m.b.Workspace = m.Workspace
	m.b.mustPush(support("v1", oneCase("a", "1")))
	ada := m.as(m.add("Ada", workspace.Admin))
	start := workspace.Start{Agent: "support", Key: "once", By: m.owner()}
	if _, _, err := m.StartRun(t.Context(), start); err != nil {
		t.Fatal(err)
	}
	start.By = ada
	_, _, err := m.StartRun(t.Context(), start)
	wantCode(t, err, workspace.StartKeyReused)
}
