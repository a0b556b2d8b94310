package storetest

import (
	"fmt"
	"testing"

	"github.com/caplo/caplo/internal/trace"
	"github.com/caplo/caplo/internal/workspace"
)

var lastTests = map[string]func(*testing.T, workspace.Store){
	"last result/none":            noLastResult,
	"last result/of each case":    lastOfEachCase,
	"last result/many runs ago":   lastManyRunsAgo,
	"last result/by creation":     lastByCreation,
	"last result/of an agent":     lastOfAnAgent,
	"last result/of an ended run": lastOfEndedRun,
}

// last asks for the cases that runs of tests have, and one that nobody has.
func last(t *testing.T, s workspace.Store, agentKey string, ids ...string) (out map[string]workspace.LastResult) {
	t.Helper()
	if len(ids) == 0 {
		ids = []string{"case_0", "case_none", "case_1", "case_2"}
	}
	read(t, s, func(tx workspace.Tx) (err error) {
		out, err = tx.LastResults(agentKey, ids)
		return err
	})
	return out
}

// judge claims a run's next case and records an outcome for it.
func judge(t *testing.T, s workspace.Store, id string, o trace.Outcome) {
	t.Helper()
	c, ok := claim(t, s, id, "me")
	same(t, "claimed", ok, true)
	same(t, "recorded", record(t, s, c, o), true)
}

func noLastResult(t *testing.T, s workspace.Store) {
	addRun(t, s, "a", 2)
	claim(t, s, "a", "me")
	same(t, "results", len(last(t, s, "support")), 0)
	same(t, "of no agent", len(last(t, s, "none")), 0)
}

func lastOfEachCase(t *testing.T, s workspace.Store) {
	addRun(t, s, "a", 3)
	judge(t, s, "a", trace.OK)
	judge(t, s, "a", trace.Failed)
	got := last(t, s, "support")
	same(t, "cases with a result", len(got), 2)
	list := cases(t, s, "a")
	a, _ := run(t, s, "a")
	for i, id := range []string{"case_0", "case_1"} {
		l := got[id]
		list[i].Owner = l.Case.Owner // nobody needs it of a case that is done
		same(t, id, l.Case, list[i])
		same(t, "run of "+id, l.Run, a.Run)
		same(t, "finished", l.Finished, false)
	}
}

// lastByCreation: the run that was created last counts, not the one whose case
// ended last, and one that has no result yet hides none.
func lastByCreation(t *testing.T, s workspace.Store) {
	addRun(t, s, "a", 2)
	addRun(t, s, "b", 2)
	addRun(t, s, "c", 2)
	judge(t, s, "b", trace.Failed)
	judge(t, s, "a", trace.OK)
	judge(t, s, "a", trace.OK)
	got := last(t, s, "support")
	same(t, "run of the first case", got["case_0"].Run.ID, "b")
	same(t, "its outcome", got["case_0"].Case.Result.Outcome, trace.Failed)
	same(t, "run of the second case", got["case_1"].Run.ID, "a")
}

// lastManyRunsAgo: newer runs have results of other cases alone, and only what is
// asked for is found.
func lastManyRunsAgo(t *testing.T, s workspace.Store) {
	addRun(t, s, "old", 2)
	judge(t, s, "old", trace.OK)
	judge(t, s, "old", trace.Failed)
	for n := range 9 {
		id := fmt.Sprintf("new_%d", n)
		addRun(t, s, id, 2)
		judge(t, s, id, trace.OK)
	}
	got := last(t, s, "support")
	same(t, "run of the first case", got["case_0"].Run.ID, "new_8")
	same(t, "run of the second case", got["case_1"].Run.ID, "old")
	got = last(t, s, "support", "case_1")
	same(t, "cases with a result", len(got), 1)
	same(t, "outcome", got["case_1"].Case.Result.Outcome, trace.Failed)
}

func lastOfAnAgent(t *testing.T, s workspace.Store) {
	addRun(t, s, "a", 1)
	r, list := newRun("b", 1)
	r.Agent = "orders"
	write(t, s, func(tx workspace.Tx) error { return tx.AddRun(r, list) })
	judge(t, s, "a", trace.OK)
	judge(t, s, "b", trace.Error)
	same(t, "support's", last(t, s, "support")["case_0"].Run.ID, "a")
	same(t, "orders'", last(t, s, "orders")["case_0"].Run.ID, "b")
}

func lastOfEndedRun(t *testing.T, s workspace.Store) {
	addRun(t, s, "a", 2)
	judge(t, s, "a", trace.Failed)
	finish(t, s, "a", trace.RunCancelled, 3)
	got := last(t, s, "support")
	same(t, "cases with a result", len(got), 1)
	same(t, "finished", got["case_0"].Finished, true)
	same(t, "status", got["case_0"].Run.Status, trace.RunCancelled)
}
