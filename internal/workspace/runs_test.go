package workspace_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/trace"
	"github.com/caplo/caplo/internal/workspace"
)

// finish starts an agent's run and follows it to its end.
func (b *bundle) finish(key string) (trace.Run, string) {
	b.t.Helper()
	return b.finishStart(workspace.Start{By: workspace.Local(), Agent: key})
}

func (b *bundle) finishStart(s workspace.Start) (trace.Run, string) {
	b.t.Helper()
	run, how, err := b.StartRun(b.t.Context(), s)
	if err != nil {
		b.t.Fatal(err)
	}
	seen := map[string]int{}
	run, err = b.Follow(b.t.Context(), run.ID, 0, func(c trace.CaseRun) error {
		seen[c.Name]++
		return nil
	})
	if err != nil {
		b.t.Fatal(err)
	}
	if len(seen) != run.Cases {
		b.t.Errorf("followed %d cases of %d", len(seen), run.Cases)
	}
	for name, n := range seen {
		if n != 1 {
			b.t.Errorf("case %s was reported %d times", name, n)
		}
	}
	return run, how
}

func cases(n int) []agent.Case {
	var out []agent.Case
	for i := range n {
		out = append(out, oneCase(fmt.Sprintf("case %02d", i), "in"))
	}
	return out
}

func TestRunIsReusedOnlyAfterAPass(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1", cases(10)...))
	b.judges(func(_ context.Context, c agent.Case) trace.Result {
		if c.Name == "case 03" {
			return result(trace.Failed)
		}
		return result(trace.OK)
	})
	first, how := b.finish("support")
	if how != workspace.Started || first.Status != trace.RunFinished || first.OK != 9 || first.Failed != 1 || first.Passed() {
		t.Errorf("first: %s %+v", how, first)
	}
	b.judges(nil)
	second, how := b.finish("support")
	if how != workspace.Started || !second.Passed() || second.ID == first.ID {
		t.Errorf("after a failure: %s %+v", how, second)
	}
	third, how := b.finish("support")
	if how != workspace.Reused || third.ID != second.ID {
		t.Errorf("after a pass: %s %s", how, third.ID)
	}
	b.judges(func(context.Context, agent.Case) trace.Result { return result(trace.Error) })
	fourth, how := b.finishStart(workspace.Start{By: workspace.Local(), Agent: "support", Rerun: true})
	if how != workspace.Started || fourth.Errors != 10 {
		t.Errorf("rerun: %s %+v", how, fourth)
	}
	b.judges(nil)
	if _, how := b.finish("support"); how != workspace.Started {
		t.Errorf("an older pass outlived a newer failure: %s", how)
	}
}

func TestRunKeyCoversWhatCounts(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1", oneCase("a", "1")))
	b.finish("support")
	choose := func(agent, grader string) func() workspace.Start {
		return func() workspace.Start {
			return workspace.Start{By: workspace.Local(), Agent: "support", Choice: workspace.Choice{Agent: agent, Grader: grader}}
		}
	}
	pushed := func(p pushing) func() workspace.Start {
		return func() workspace.Start { b.mustPush(p); return workspace.Start{By: workspace.Local(), Agent: "support"} }
	}
	for _, c := range []struct {
		name   string
		change func() workspace.Start
	}{
		{"model", choose("n", "")},
		{"model's name", choose("m/x", "")},
		{"grader", choose("", "n")},
		{"case", pushed(support("v1", oneCase("a", "2")))},
		{"draft", pushed(support("v2", oneCase("a", "2")))},
	} {
		if _, how := b.finishStart(c.change()); how != workspace.Started {
			t.Errorf("another %s: %s", c.name, how)
		}
	}
	b.mustPush(support("v1", oneCase("a", "1")))
	if _, how := b.finish("support"); how != workspace.Reused {
		t.Errorf("back at the first state: %s", how)
	}
}

func TestRunReadsOnlyWhatItPinned(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1", oneCase("a", "before")))
	run, _, err := b.StartRun(t.Context(), workspace.Start{By: workspace.Local(), Agent: "support"})
	if err != nil {
		t.Fatal(err)
	}
	b.mustPush(support("v2", oneCase("b", "after")))
	// Another process, which has to read what was pinned, works the run.
	other := b.another()
	var got []string
	b.judges(func(_ context.Context, c agent.Case) trace.Result {
		got = append(got, c.Name+" "+c.Input)
		return result(trace.OK)
	})
	if _, err := other.Follow(t.Context(), run.ID, 0, func(trace.CaseRun) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if strings.Join(got, ",") != "a before" {
		t.Errorf("judged %v", got)
	}
	last := b.opened[len(b.opened)-1]
	if last.Agents["support"].Instructions != "v1" {
		t.Errorf("the run read %q", last.Agents["support"].Instructions)
	}
}

func TestTwoFollowersWorkOneRun(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1", cases(40)...))
	other := b.another()
	var judged atomic.Int64
	b.judges(func(context.Context, agent.Case) trace.Result {
		judged.Add(1)
		return result(trace.OK)
	})
	run, how, err := b.StartRun(t.Context(), workspace.Start{By: workspace.Local(), Agent: "support"})
	if err != nil || how != workspace.Started {
		t.Fatal(how, err)
	}
	joined, how, err := other.StartRun(t.Context(), workspace.Start{By: workspace.Local(), Agent: "support"})
	if err != nil || how != workspace.Joined || joined.ID != run.ID {
		t.Fatal(joined.ID, how, err)
	}
	errs := make(chan error, 2)
	for _, w := range []*workspace.Workspace{b.Workspace, other} {
		go func() {
			n := 0
			end, err := w.Follow(t.Context(), run.ID, 0, func(trace.CaseRun) error { n++; return nil })
			if err == nil && (n != 40 || !end.Passed()) {
				err = fmt.Errorf("followed %d cases to %+v", n, end)
			}
			errs <- err
		}()
	}
	for range 2 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	if judged.Load() != 40 {
		t.Errorf("%d judgements of 40 cases", judged.Load())
	}
}

func TestInterruptedRunIsTakenUp(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1", cases(8)...))
	first := b.another()
	ctx, cancel := context.WithCancel(t.Context())
	b.judges(func(ctx context.Context, c agent.Case) trace.Result {
		if c.Name == "case 01" {
			cancel()
			<-ctx.Done()
			res := result(trace.Error)
			res.Trace.End.Kind = trace.EndCanceled
			return res
		}
		return result(trace.OK)
	})
	run, _, err := first.StartRun(t.Context(), workspace.Start{By: workspace.Local(), Agent: "support"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := first.Follow(ctx, run.ID, 0, func(trace.CaseRun) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Fatalf("followed to %v", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	b.judges(nil)
	end, how := b.finish("support")
	if how != workspace.Joined || end.ID != run.ID || !end.Passed() {
		t.Errorf("%s %+v", how, end)
	}
}

func TestRunTimeLimit(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1", cases(6)...))
	b.judges(func(ctx context.Context, c agent.Case) trace.Result {
		if c.Name == "case 00" {
			return result(trace.OK)
		}
		<-ctx.Done()
		res := result(trace.Error)
		res.Trace.End.Kind = trace.EndCanceled
		return res
	})
	end, _ := b.finishStart(workspace.Start{By: workspace.Local(), Agent: "support", TimeLimit: 50 * time.Millisecond})
	if end.Status != trace.RunFinished || end.OK != 1 || end.Errors != 5 {
		t.Errorf("%+v", end)
	}
	_, rows, err := b.Run(t.Context(), end.ID)
	if err != nil || !strings.Contains(rows[5].Result.Error, "time limit") {
		t.Errorf("%v: %+v", err, rows[5])
	}
}

func TestPanicOfOneCaseHarmsNoOther(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1", cases(6)...))
	b.judges(func(_ context.Context, c agent.Case) trace.Result {
		if c.Name == "case 02" {
			panic("boom")
		}
		return result(trace.OK)
	})
	if end, _ := b.finish("support"); end.OK != 5 || end.Errors != 1 {
		t.Errorf("%+v", end)
	}
}

func TestRunIsRefused(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	_, _, err := b.StartRun(t.Context(), workspace.Start{By: workspace.Local(), Agent: "support"})
	wantCode(t, err, workspace.NotFound)
	b.mustPush(support("v1"))
	_, _, err = b.StartRun(t.Context(), workspace.Start{By: workspace.Local(), Agent: "support"})
	wantCode(t, err, workspace.NoCases)
	b.mustPush(support("v1", oneCase("a", "1")))
	_, _, err = b.StartRun(t.Context(), workspace.Start{By: workspace.Local(), Agent: "support", Choice: workspace.Choice{Agent: "gpt/5"}})
	wantCode(t, err, workspace.ModelUnavailable)
	_, err = b.Follow(t.Context(), "run_none", 0, nil)
	wantCode(t, err, workspace.NotFound)
}

func TestRunIsOfWhatIsMeant(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("Answer.", cases(1)...))
	run, _ := b.finish("support")
	b.finishStart(workspace.Start{By: workspace.Local(), Agent: "support", Draft: run.Draft, Suite: run.Suite})
	b.mustPush(support("Answer kindly.", cases(1)...)) // somebody else
	_, _, err := b.StartRun(t.Context(), workspace.Start{By: workspace.Local(), Agent: "support", Draft: run.Draft, Suite: run.Suite})
	wantCode(t, err, workspace.PushConflict)
	b.mustPush(support("Answer.", cases(2)...))
	_, _, err = b.StartRun(t.Context(), workspace.Start{By: workspace.Local(), Agent: "support", Draft: run.Draft, Suite: run.Suite})
	wantCode(t, err, workspace.PushConflict)
	b.finishStart(workspace.Start{By: workspace.Local(), Agent: "support", Draft: run.Draft})
}

func TestCancelledRunIsNotJoined(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1", oneCase("a", "1")))
	run, _, err := b.StartRun(t.Context(), workspace.Start{By: workspace.Local(), Agent: "support"})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Cancel(t.Context(), workspace.Local(), run.ID); err != nil {
		t.Fatal(err)
	}
	if end, how := b.finish("support"); how != workspace.Started || end.ID == run.ID {
		t.Errorf("%s %s", how, end.ID)
	}
}

// TestAnOldRunIsNotJoinedAfterANewerFailure: a run that was interrupted holds
// passes from before a failure that came later; going on with it would turn the
// failure green without judging it again.
func TestAnOldRunIsNotJoinedAfterANewerFailure(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1", cases(2)...))
	old, _, err := b.StartRun(t.Context(), workspace.Start{By: workspace.Local(), Agent: "support"})
	if err != nil {
		t.Fatal(err)
	}
	b.judges(func(context.Context, agent.Case) trace.Result { return result(trace.Failed) })
	if end, _ := b.finishStart(workspace.Start{By: workspace.Local(), Agent: "support", Rerun: true}); end.Failed != 2 {
		t.Fatalf("%+v", end)
	}
	b.judges(nil)
	end, how := b.finish("support")
	if how != workspace.Started || end.ID == old.ID {
		t.Errorf("%s %s; the old one is %s", how, end.ID, old.ID)
	}
	// Even where somebody still works the old run to a pass, the newest decides.
	b.judges(func(context.Context, agent.Case) trace.Result { return result(trace.Failed) })
	b.finishStart(workspace.Start{By: workspace.Local(), Agent: "support", Rerun: true})
	b.judges(nil)
	if _, err := b.Follow(t.Context(), old.ID, 0, func(trace.CaseRun) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if _, how := b.finish("support"); how != workspace.Started {
		t.Errorf("an old run that ended late stood for a newer failure: %s", how)
	}
}

func TestCancelStopsCases(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1", oneCase("a", "1")))
	judging := make(chan struct{})
	b.judges(func(ctx context.Context, _ agent.Case) trace.Result {
		close(judging)
		<-ctx.Done()
		res := result(trace.Error)
		res.Trace.End.Kind = trace.EndCanceled
		return res
	})
	run, _, err := b.StartRun(t.Context(), workspace.Start{By: workspace.Local(), Agent: "support"})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() {
		end, err := b.Follow(t.Context(), run.ID, 0, func(trace.CaseRun) error { return nil })
		if err == nil && end.Status != trace.RunCancelled {
			err = fmt.Errorf("ended as %s", end.Status)
		}
		ended <- err
	}()
	<-judging
	if err := b.Cancel(t.Context(), workspace.Local(), run.ID); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestRunsAreWorkedInOrder: of runs that are followed together the next begins
// when the one before has nothing left to claim, so that none eats another's time.
func TestRunsAreWorkedInOrder(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	p := pushing{project: "p", bodies: map[string]string{}, suites: map[string][]agent.Case{}}
	for _, key := range []string{"x", "y", "z"} {
		p.bodies["agent/"+key] = `{"name":"` + key + `","instructions":"i"}`
		p.suites[key] = []agent.Case{oneCase("1", key), oneCase("2", key)}
	}
	b.mustPush(p)
	b.concurrency = 1
	w := b.another()
	var order []string
	b.judges(func(_ context.Context, c agent.Case) trace.Result {
		order = append(order, c.Input)
		return result(trace.OK)
	})
	var ids []string
	for _, key := range []string{"x", "y", "z"} {
		run, _, err := w.StartRun(t.Context(), workspace.Start{By: workspace.Local(), Agent: key})
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, run.ID)
	}
	for _, id := range ids {
		if err := w.Work(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	for _, id := range ids {
		if end, err := w.Follow(t.Context(), id, 0, func(trace.CaseRun) error { return nil }); err != nil || !end.Passed() {
			t.Errorf("%+v, %v", end, err)
		}
	}
	if got := strings.Join(order, ""); got != "xxyyzz" {
		t.Errorf("judged in the order %s", got)
	}
}
