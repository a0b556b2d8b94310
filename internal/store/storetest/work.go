package storetest

import (
	"fmt"
	"sync"
	"testing"

	"github.com/caplo/caplo/internal/trace"
	"github.com/caplo/caplo/internal/workspace"
)

var workTests = map[string]func(*testing.T, workspace.Store){
	"work/16 goroutines":     sixteenGoroutines,
	"work/numbered by end":   numberedByEnd,
	"work/record open cases": recordOpenCases,
	"work/tally":             tallied,
}

// sixteenGoroutines work one run; each case must be handed out once and recorded
// once, and be numbered without a gap.
func sixteenGoroutines(t *testing.T, s workspace.Store) {
	const n = 100
	addRun(t, s, "a", n)
	var mu sync.Mutex
	var wg sync.WaitGroup
	claimed := map[int]int{}
	for g := range 16 {
		wg.Go(func() {
			owner := fmt.Sprint("owner", g)
			for last := -1; ; {
				c, ok, err := workOne(t, s, "a", owner)
				if err != nil {
					t.Error(err)
				}
				if !ok || err != nil {
					return
				}
				if c.Position <= last {
					t.Errorf("%s got case %d after %d", owner, c.Position, last)
				}
				last = c.Position
				mu.Lock()
				claimed[c.Position]++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	for i := range n {
		if claimed[i] != 1 {
			t.Errorf("case %d was handed out %d times", i, claimed[i])
		}
	}
	seen := map[int64]bool{}
	for _, c := range cases(t, s, "a") {
		if c.Status != trace.CaseDone || c.Seq < 1 || c.Seq > n || seen[c.Seq] {
			t.Errorf("case %d: %s, seq %d", c.Position, c.Status, c.Seq)
		}
		seen[c.Seq] = true
	}
}

// workOne claims a case and records it, in two transactions.
func workOne(t *testing.T, s workspace.Store, run, owner string) (c workspace.Claim, ok bool, err error) {
	err = s.Write(t.Context(), func(tx workspace.Tx) (err error) {
		c, ok, err = tx.Claim(run, owner)
		return err
	})
	if err != nil || !ok {
		return c, ok, err
	}
	err = s.Write(t.Context(), func(tx workspace.Tx) error {
		recorded, err := tx.Record(c, result(trace.OK), 1)
		if err == nil && !recorded {
			err = fmt.Errorf("case %d of %s was not recorded", c.Position, owner)
		}
		return err
	})
	return c, ok, err
}

func doneAfter(t *testing.T, s workspace.Store, run string, seq int64) string {
	t.Helper()
	out := ""
	read(t, s, func(tx workspace.Tx) error {
		list, err := tx.DoneCases(run, seq)
		for _, c := range list {
			out += fmt.Sprintf("%d:%d ", c.Seq, c.Position)
		}
		return err
	})
	return out
}

func numberedByEnd(t *testing.T, s workspace.Store) {
	addRun(t, s, "a", 4)
	addRun(t, s, "b", 1)
	var claims []workspace.Claim
	for range 4 {
		c, _ := claim(t, s, "a", "me")
		claims = append(claims, c)
	}
	c, _ := claim(t, s, "b", "me")
	record(t, s, claims[2], trace.OK)
	record(t, s, c, trace.OK) // another run's numbers are its own
	record(t, s, claims[0], trace.Error)
	same(t, "done", doneAfter(t, s, "a", 0), "1:2 2:0 ")
	record(t, s, claims[3], trace.OK)
	same(t, "done after 1", doneAfter(t, s, "a", 1), "2:0 3:3 ")
	same(t, "done after all", doneAfter(t, s, "a", 3), "")
	same(t, "done of the other", doneAfter(t, s, "b", 0), "1:0 ")
}

func recordOpenCases(t *testing.T, s workspace.Store) {
	addRun(t, s, "a", 5)
	addRun(t, s, "b", 1)
	claim(t, s, "a", "me")
	second, _ := claim(t, s, "a", "me")
	running, _ := claim(t, s, "a", "me")
	record(t, s, second, trace.OK)
	res := trace.Result{Outcome: trace.Error, Error: "the run's time was over"}
	open := func() (n int) {
		write(t, s, func(tx workspace.Tx) (err error) {
			n, err = tx.RecordOpen("a", res)
			return err
		})
		return n
	}
	same(t, "recorded", open(), 4)
	same(t, "recorded again", open(), 0)
	same(t, "done", doneAfter(t, s, "a", 0), "1:1 2:0 3:2 4:3 5:4 ")
	same(t, "a running case recorded later", record(t, s, running, trace.OK), false)
	list := cases(t, s, "a")
	same(t, "what was done before", list[1].Result.Outcome, trace.OK)
	same(t, "result", *list[4].Result, res)
	same(t, "attempt", list[2].Attempt, 1)
	same(t, "the other run", cases(t, s, "b")[0].Status, trace.CaseQueued)
	finish(t, s, "b", trace.RunCancelled, 0)
	write(t, s, func(tx workspace.Tx) error {
		n, err := tx.RecordOpen("b", res)
		same(t, "recorded of a cancelled run", n, 0)
		return err
	})
	same(t, "a case of a cancelled run", cases(t, s, "b")[0].Status, trace.CaseQueued)
}

func tallied(t *testing.T, s workspace.Store) {
	addRun(t, s, "a", 8)
	for _, o := range []trace.Outcome{trace.OK, trace.Failed, trace.OK, trace.Error, trace.OK, trace.Failed} {
		c, _ := claim(t, s, "a", "me")
		record(t, s, c, o)
	}
	claim(t, s, "a", "me") // running: open, like the queued one
	read(t, s, func(tx workspace.Tx) error {
		ok, failed, errs, open, err := tx.Tally("a")
		same(t, "tally", []int{ok, failed, errs, open}, []int{3, 2, 1, 2})
		return err
	})
}
