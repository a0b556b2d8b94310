package workspace_test

import (
	"testing"

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
	s.Draft = "sha256:another"
	_, _, err = b.StartRun(t.Context(), s)
	wantCode(t, err, workspace.StartKeyReused)
	s.Agent, s.Draft = "other", ""
	_, _, err = b.StartRun(t.Context(), s)
	wantCode(t, err, workspace.StartKeyReused)
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
