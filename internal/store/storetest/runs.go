package storetest

import (
	"testing"
	"time"

	"github.com/caplo/caplo/internal/trace"
	"github.com/caplo/caplo/internal/workspace"
)

var runTests = map[string]func(*testing.T, workspace.Store){
	"run/absent":             absentRun,
	"run/round trip":         runRoundTrip,
	"run/id unique":          runIDUnique,
	"run/found":              foundRuns,
	"run/order of finishing": orderOfFinishing,
	"run/finished once":      finishedOnce,
	"run/never to open":      neverToOpen,
}

func run(t *testing.T, s workspace.Store, id string) (r workspace.RunRecord, ok bool) {
	t.Helper()
	read(t, s, func(tx workspace.Tx) (err error) {
		r, ok, err = tx.Run(id)
		return err
	})
	return r, ok
}

// finish ends a run at the time that at(n) gives.
func finish(t *testing.T, s workspace.Store, id string, status trace.RunStatus, n int) {
	t.Helper()
	end := at(n)
	write(t, s, func(tx workspace.Tx) error {
		return tx.FinishRun(trace.Run{ID: id, Status: status, Finished: &end, Cases: 3, OK: 1, Failed: 1, Errors: 1})
	})
}

func absentRun(t *testing.T, s workspace.Store) {
	if r, ok := run(t, s, "run_none"); ok {
		t.Errorf("an absent run was found: %+v", r)
	}
	if list := cases(t, s, "run_none"); len(list) != 0 {
		t.Errorf("it has cases: %+v", list)
	}
	finish(t, s, "run_none", trace.RunFinished, 1)
	if c, ok := claim(t, s, "run_none", "o"); ok {
		t.Errorf("it has a case to claim: %+v", c)
	}
	read(t, s, func(tx workspace.Tx) error {
		ok, failed, errs, open, err := tx.Tally("run_none")
		same(t, "tally", []int{ok, failed, errs, open}, []int{0, 0, 0, 0})
		return err
	})
}

func runRoundTrip(t *testing.T, s workspace.Store) {
	want, list := newRun("run_1", 2)
	want.By, want.StartKey = "Ada (laptop)", "once"
	list[0].Status, list[0].Owner = trace.CaseRunning, "somebody" // queued all the same
	write(t, s, func(tx workspace.Tx) error { return tx.AddRun(want, list) })
	got, ok := run(t, s, "run_1")
	same(t, "found", ok, true)
	want.Created, want.Number = kept(want.Created), 1
	same(t, "run", got, want)
	list[0].Status, list[0].Owner = trace.CaseQueued, ""
	same(t, "cases", cases(t, s, "run_1"), list)
}

func runIDUnique(t *testing.T, s workspace.Store) {
	addRun(t, s, "run_1", 1)
	r, list := newRun("run_1", 2)
	if err := s.Write(t.Context(), func(tx workspace.Tx) error { return tx.AddRun(r, list) }); err == nil {
		t.Error("an id was used twice")
	}
	same(t, "cases", len(cases(t, s, "run_1")), 1)
}

func foundRuns(t *testing.T, s workspace.Store) {
	add := func(id string, change func(*workspace.RunRecord)) {
		r, list := newRun(id, 1)
		change(&r)
		write(t, s, func(tx workspace.Tx) error { return tx.AddRun(r, list) })
	}
	add("a", func(r *workspace.RunRecord) { r.Key, r.Draft = "k", "d" })
	add("b", func(r *workspace.RunRecord) { r.Key, r.Full = "k", false })
	add("c", func(r *workspace.RunRecord) { r.Agent = "orders" })
	add("d", func(r *workspace.RunRecord) { r.Key, r.Created = "k", at(-3600) }) // the clock was set back
	finish(t, s, "a", trace.RunFinished, 5)
	finish(t, s, "d", trace.RunCancelled, 6)
	for _, c := range []struct {
		filter workspace.RunFilter
		want   string
	}{
		{workspace.RunFilter{}, "dcba"},
		{workspace.RunFilter{Limit: 2}, "dc"},
		{workspace.RunFilter{Limit: 9}, "dcba"},
		{workspace.RunFilter{Agent: "support"}, "dba"},
		{workspace.RunFilter{Key: "k"}, "dba"},
		{workspace.RunFilter{Draft: "d"}, "a"},
		{workspace.RunFilter{Status: trace.RunOpen}, "cb"},
		{workspace.RunFilter{Status: trace.RunCancelled}, "d"},
		{workspace.RunFilter{Full: true}, "dca"},
		{workspace.RunFilter{Agent: "support", Key: "k", Status: trace.RunFinished, Full: true, Limit: 1}, "a"},
		{workspace.RunFilter{Key: "' OR 1=1 --"}, ""},
	} {
		read(t, s, func(tx workspace.Tx) error {
			list, err := tx.FindRuns(c.filter)
			ids := ""
			for _, r := range list {
				ids += r.ID
			}
			if ids != c.want {
				t.Errorf("%+v found %q, want %q", c.filter, ids, c.want)
			}
			return err
		})
	}
}

func orderOfFinishing(t *testing.T, s workspace.Store) {
	for _, id := range []string{"a", "b", "c"} {
		addRun(t, s, id, 3)
	}
	finish(t, s, "b", trace.RunFinished, 9)
	finish(t, s, "c", trace.RunCancelled, 2) // the clock was set back
	finish(t, s, "a", trace.RunFinished, 3)
	var orders []int64
	for _, id := range []string{"b", "c", "a"} {
		r, _ := run(t, s, id)
		orders = append(orders, r.Order)
	}
	same(t, "orders", orders, []int64{1, 2, 3})
	r, _ := run(t, s, "b")
	same(t, "counts", []int{r.Cases, r.OK, r.Failed, r.Errors}, []int{3, 1, 1, 1})
	same(t, "status", r.Status, trace.RunFinished)
	same(t, "finished", *r.Finished, kept(at(9)))
}

func finishedOnce(t *testing.T, s workspace.Store) {
	addRun(t, s, "a", 1)
	finish(t, s, "a", trace.RunCancelled, 2)
	want, _ := run(t, s, "a")
	finish(t, s, "a", trace.RunFinished, 9)
	got, _ := run(t, s, "a")
	same(t, "run", got, want)
}

func neverToOpen(t *testing.T, s workspace.Store) {
	addRun(t, s, "a", 1)
	err := s.Write(t.Context(), func(tx workspace.Tx) error {
		return tx.FinishRun(trace.Run{ID: "a", Status: trace.RunOpen, Finished: new(time.Time)})
	})
	if err == nil {
		t.Error("a run was finished as open")
	}
}
