package storetest

import (
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/trace"
	"github.com/caplo/caplo/internal/workspace"
)

var queueTests = map[string]func(*testing.T, workspace.Store){
	"queue/in order of position":     inOrder,
	"queue/of one run only":          ofOneRun,
	"queue/not of a cancelled run":   notOfACancelledRun,
	"queue/recorded once":            recordedOnce,
	"queue/refused after release":    refusedAfterRelease,
	"queue/release only one's own":   releaseOnlyOwn,
	"queue/release only of one run":  releaseOneRun,
	"queue/owners of a run":          ownersOfARun,
	"queue/a result of a megabyte":   largeResult,
	"queue/the result comes back":    resultRoundTrip,
	"queue/an owner's name is plain": plainOwner,
}

func release(t *testing.T, s workspace.Store, owner string) (n int) {
	t.Helper()
	write(t, s, func(tx workspace.Tx) (err error) {
		n, err = tx.Release(owner, "")
		return err
	})
	return n
}

func releaseOneRun(t *testing.T, s workspace.Store) {
	for _, run := range []string{"a", "b"} {
		r, list := newRun(run, 1)
		write(t, s, func(tx workspace.Tx) error { return tx.AddRun(r, list) })
		claim(t, s, run, "me")
	}
	var n int
	write(t, s, func(tx workspace.Tx) (err error) {
		n, err = tx.Release("me", "a")
		return err
	})
	same(t, "released", n, 1)
	_, again := claim(t, s, "a", "me")
	same(t, "a is queued again", again, true)
	_, again = claim(t, s, "b", "me")
	same(t, "b is queued again", again, false)
}

func inOrder(t *testing.T, s workspace.Store) {
	r, list := newRun("a", 3)
	list[0], list[2] = list[2], list[0] // stored in another order
	write(t, s, func(tx workspace.Tx) error { return tx.AddRun(r, list) })
	_, stored := newRun("a", 3)
	for i := range 3 {
		got, ok := claim(t, s, "a", "me")
		same(t, "found", ok, true)
		same(t, "claim", got, workspace.Claim{Run: "a", Position: i, Owner: "me", Attempt: 1, Case: stored[i].Case})
	}
	if c, ok := claim(t, s, "a", "me"); ok {
		t.Errorf("a fourth case: %+v", c)
	}
	c := cases(t, s, "a")[1]
	same(t, "status", c.Status, trace.CaseRunning)
	same(t, "owner", c.Owner, "me")
	same(t, "attempt", c.Attempt, 1)
}

func ofOneRun(t *testing.T, s workspace.Store) {
	addRun(t, s, "a", 1)
	addRun(t, s, "b", 1)
	c, _ := claim(t, s, "b", "me")
	same(t, "run", c.Run, "b")
	if _, ok := claim(t, s, "b", "me"); ok {
		t.Error("a case of another run was claimed")
	}
}

func notOfACancelledRun(t *testing.T, s workspace.Store) {
	addRun(t, s, "a", 2)
	c, _ := claim(t, s, "a", "me")
	finish(t, s, "a", trace.RunCancelled, 1)
	if record(t, s, c, trace.OK) {
		t.Error("a case of a cancelled run was recorded")
	}
	if c, ok := claim(t, s, "a", "me"); ok {
		t.Errorf("a case of a cancelled run was claimed: %+v", c)
	}
}

func recordedOnce(t *testing.T, s workspace.Store) {
	addRun(t, s, "a", 2)
	c, _ := claim(t, s, "a", "me")
	other := c
	other.Owner = "another"
	same(t, "recorded for another owner", record(t, s, other, trace.Failed), false)
	other = c
	other.Position = 1 // queued
	same(t, "recorded unclaimed", record(t, s, other, trace.Failed), false)
	same(t, "recorded", record(t, s, c, trace.OK), true)
	same(t, "recorded again", record(t, s, c, trace.Failed), false)
	list := cases(t, s, "a")
	same(t, "outcome", list[0].Result.Outcome, trace.OK)
	same(t, "the other case", list[1].Status, trace.CaseQueued)
}

func refusedAfterRelease(t *testing.T, s workspace.Store) {
	addRun(t, s, "a", 1)
	first, _ := claim(t, s, "a", "me")
	same(t, "released", release(t, s, "me"), 1)
	same(t, "recorded while queued", record(t, s, first, trace.Failed), false)
	second, _ := claim(t, s, "a", "me") // the same owner, another attempt
	same(t, "attempt", second.Attempt, 2)
	same(t, "recorded for an old attempt", record(t, s, first, trace.Failed), false)
	same(t, "recorded", record(t, s, second, trace.OK), true)
	same(t, "released once done", release(t, s, "me"), 0)
	c := cases(t, s, "a")[0]
	same(t, "status", c.Status, trace.CaseDone)
	same(t, "outcome", c.Result.Outcome, trace.OK)
	same(t, "attempt", c.Attempt, 2)
}

func releaseOnlyOwn(t *testing.T, s workspace.Store) {
	addRun(t, s, "a", 3)
	addRun(t, s, "b", 1)
	claim(t, s, "a", "dead")
	alive, _ := claim(t, s, "a", "alive")
	claim(t, s, "a", "dead")
	claim(t, s, "b", "dead")
	same(t, "released", release(t, s, "dead"), 3)
	same(t, "released of none", release(t, s, "nobody")+release(t, s, ""), 0)
	c, _ := claim(t, s, "a", "next")
	same(t, "position", c.Position, 0)
	same(t, "recorded", record(t, s, alive, trace.OK), true)
}

func ownersOfARun(t *testing.T, s workspace.Store) {
	addRun(t, s, "a", 4)
	addRun(t, s, "b", 1)
	for _, owner := range []string{"y", "x", "y"} {
		claim(t, s, "a", owner)
	}
	done, _ := claim(t, s, "a", "z")
	record(t, s, done, trace.OK)
	claim(t, s, "b", "w")
	read(t, s, func(tx workspace.Tx) error {
		list, err := tx.RunOwners("a")
		same(t, "owners", list, []string{"x", "y"})
		return err
	})
}

func largeResult(t *testing.T, s workspace.Store) {
	addRun(t, s, "a", 1)
	c, _ := claim(t, s, "a", "me")
	res := result(trace.OK)
	res.Trace.Reply = strings.Repeat("é", 1<<20)
	write(t, s, func(tx workspace.Tx) error {
		_, err := tx.Record(c, res, 1)
		return err
	})
	same(t, "length", len(cases(t, s, "a")[0].Result.Trace.Reply), len(res.Trace.Reply))
}

func resultRoundTrip(t *testing.T, s workspace.Store) {
	addRun(t, s, "a", 1)
	c, _ := claim(t, s, "a", "me")
	record(t, s, c, trace.Failed)
	want, want1 := result(trace.Failed), cases(t, s, "a")[0]
	same(t, "result", *want1.Result, want)
	same(t, "micros", want1.Micros, int64(42))
	same(t, "owner", want1.Owner, "")
}

func plainOwner(t *testing.T, s workspace.Store) {
	addRun(t, s, "a", 1)
	owner := "'; DROP TABLE run_cases; --\n%_"
	c, _ := claim(t, s, "a", owner)
	same(t, "released", release(t, s, owner), 1)
	same(t, "recorded", record(t, s, c, trace.OK), false)
}
