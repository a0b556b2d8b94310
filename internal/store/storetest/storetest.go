// Package storetest holds one suite of tests that every workspace.Store passes,
// whatever database it keeps its records in.
package storetest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/trace"
	"github.com/caplo/caplo/internal/workspace"
)

// Run runs the suite. Open returns a new empty store each time and closes it
// when its test ends; its owners must be its own.
func Run(t *testing.T, open func(t *testing.T) workspace.Store) {
	for _, group := range []map[string]func(*testing.T, workspace.Store){
		bodyTests, headTests, revisionTests, runTests, queueTests, workTests, txTests, turnTests, ownerTests,
		accessTests, settingTests, pageTests, lastTests,
	} {
		for name, test := range group {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				test(t, open(t))
			})
		}
	}
}

// write runs fn in a write transaction that must succeed.
func write(t *testing.T, s workspace.Store, fn func(workspace.Tx) error) {
	t.Helper()
	if err := s.Write(t.Context(), fn); err != nil {
		t.Fatalf("write: %v", err)
	}
}

// read runs fn in a read transaction that must succeed.
func read(t *testing.T, s workspace.Store, fn func(workspace.Tx) error) {
	t.Helper()
	if err := s.Read(t.Context(), fn); err != nil {
		t.Fatalf("read: %v", err)
	}
}

// same fails the test where got is not want.
func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s differs (-want +got):\n%s", what, diff)
	}
}

// at is a time with more digits than a store keeps, in a zone of its own.
func at(n int) time.Time {
	zone := time.FixedZone("here", 2*60*60)
	return time.Date(2026, 3, 1, 1, 0, n, 123_456_789, zone)
}

// kept is what a store makes of a time.
func kept(t time.Time) time.Time { return t.Truncate(time.Microsecond).UTC() }

// newRun is an open run of an agent with n cases.
func newRun(id string, n int) (workspace.RunRecord, []workspace.CaseRecord) {
	run := workspace.RunRecord{
		Run: trace.Run{
			ID: id, Agent: "support", Key: "key-" + id, Draft: "draft-" + id, Suite: "suite-" + id,
			Terms: trace.Terms{
				Models: map[string]trace.Model{"support": {Provider: "rehearsal", Kind: trace.KindRehearsal}},
				Tools:  "examples", Repeat: 1, Engine: "1",
			},
			Status: trace.RunOpen, Full: true, Created: at(0), Cases: n,
		},
		Pinned:    []agent.Digested{{ID: agent.ID{Kind: agent.KindAgent, Key: "support"}, Digest: "sha256:1"}},
		TimeLimit: 10 * time.Minute,
	}
	cases := make([]workspace.CaseRecord, n)
	for i := range cases {
		name := fmt.Sprintf("Case %d", i)
		cases[i] = workspace.CaseRecord{
			CaseRun: trace.CaseRun{Position: i, CaseID: fmt.Sprintf("case_%d", i), Name: name, Status: trace.CaseQueued},
			Case:    agent.Case{Name: name, Input: "Wo ist <meine> Bestellung? 🙂\n", DesiredOutcome: "It is told."},
		}
	}
	return run, cases
}

// addRun stores a new run of n cases.
func addRun(t *testing.T, s workspace.Store, id string, n int) {
	t.Helper()
	run, cases := newRun(id, n)
	write(t, s, func(tx workspace.Tx) error { return tx.AddRun(run, cases) })
}

// claim takes the next case, if there is one.
func claim(t *testing.T, s workspace.Store, run, owner string) (workspace.Claim, bool) {
	t.Helper()
	var c workspace.Claim
	var ok bool
	write(t, s, func(tx workspace.Tx) (err error) {
		c, ok, err = tx.Claim(run, owner)
		return err
	})
	return c, ok
}

// record writes an outcome for a claim and returns whether it was recorded.
func record(t *testing.T, s workspace.Store, c workspace.Claim, o trace.Outcome) bool {
	t.Helper()
	var recorded bool
	write(t, s, func(tx workspace.Tx) (err error) {
		recorded, err = tx.Record(c, result(o), 42)
		return err
	})
	return recorded
}

// result is a result with something in every part of it.
func result(o trace.Outcome) trace.Result {
	return trace.Result{
		Outcome: o,
		Checks:  []trace.CheckResult{{Check: trace.CheckTool, Pass: o == trace.OK, Message: "<called>"}},
		Verdict: &trace.Verdict{Achieved: o == trace.OK, Rationale: "It said so."},
		Trace: trace.Trace{
			Steps: []trace.Step{{Agent: "support", Kind: trace.StepTool, Name: "desk/look", Args: []byte(`{"id":1}`)}},
			Reply: "Es ist unterwegs. 🙂\x00\x1b[31m",
			End:   trace.End{Kind: trace.EndReply},
		},
	}
}

// cases lists a run's cases.
func cases(t *testing.T, s workspace.Store, run string) []workspace.CaseRecord {
	t.Helper()
	var list []workspace.CaseRecord
	read(t, s, func(tx workspace.Tx) (err error) {
		list, err = tx.Cases(run)
		return err
	})
	return list
}

// cancelled is a context that has ended.
func cancelled(t *testing.T) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}
