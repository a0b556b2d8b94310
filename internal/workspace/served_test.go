package workspace_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/store"
	"github.com/caplo/caplo/internal/trace"
	"github.com/caplo/caplo/internal/workspace"
)

// served opens the bundle's database as a server would; what it judged comes
// through the channel.
func (b *bundle) served(change func(*workspace.Options)) (*workspace.Workspace, chan trace.Outcome, *store.SQLite) {
	b.t.Helper()
	db, err := store.Open(b.t.Context(), store.Options{Path: filepath.Join(b.dir, "w.db"), LockDir: filepath.Join(b.dir, "locks")})
	if err != nil {
		b.t.Fatal(err)
	}
	judged := make(chan trace.Outcome, 100)
	opts := b.opts
	opts.Store, opts.Served, opts.Concurrency = db, true, b.concurrency
	opts.Judged = func(o trace.Outcome) { judged <- o }
	if change != nil {
		change(&opts)
	}
	w := workspace.New(opts)
	b.t.Cleanup(func() {
		if err := errors.Join(w.Close(), db.Close()); err != nil {
			b.t.Error(err)
		}
	})
	return w, judged, db
}

func start(t *testing.T, w *workspace.Workspace) trace.Run {
	t.Helper()
	run, _, err := w.StartRun(t.Context(), workspace.Start{By: workspace.Local(), Agent: "support", Rerun: true})
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// await waits for so many verdicts.
func await(t *testing.T, judged chan trace.Outcome, n int) {
	t.Helper()
	for range n {
		select {
		case <-judged:
		case <-t.Context().Done():
			t.Fatal("not all cases were judged")
		}
	}
}

func wantRun(t *testing.T, w *workspace.Workspace, id string, status trace.RunStatus, ok, errs int) {
	t.Helper()
	run, err := w.RunHead(t.Context(), id)
	if err != nil || run.Status != status || run.OK != ok || run.Errors != errs {
		t.Errorf("the run is %s with %d ok and %d errors (%v), want %s with %d and %d", run.Status, run.OK, run.Errors, err, status, ok, errs)
	}
}

// TestServedNeedsNoWatcher: a run that nobody follows is worked to its end.
func TestServedNeedsNoWatcher(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1", cases(7)...))
	w, judged, _ := b.served(nil)
	run := start(t, w)
	await(t, judged, 7)
	wantRun(t, w, run.ID, trace.RunFinished, 7, 0)
}

// TestServedTakesUpWhatWasLeft: at its start a server works the open runs of a
// dead one, the oldest first, and what that had in hand as well.
func TestServedTakesUpWhatWasLeft(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1", cases(3)...))
	first, second := start(t, b.Workspace), start(t, b.Workspace)
	b.concurrency = 1
	w, judged, db := b.served(nil)
	err := db.Write(t.Context(), func(tx workspace.Tx) error {
		_, ok, err := tx.Claim(first.ID, strings.Repeat("a", 26)) // whose lock nobody holds
		if !ok {
			t.Error("nothing was claimed")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	secondOpen := true
	n := 0
	b.judges(func(ctx context.Context, _ agent.Case) trace.Result {
		if n++; n == 3 {
			run, err := w.RunHead(ctx, second.ID)
			secondOpen = err == nil && run.Status == trace.RunOpen
		}
		return result(trace.OK)
	})
	if err := w.Resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	await(t, judged, 6)
	wantRun(t, w, first.ID, trace.RunFinished, 3, 0)
	wantRun(t, w, second.ID, trace.RunFinished, 3, 0)
	if !secondOpen {
		t.Error("the second run was worked before the first")
	}
}

// TestServedHasNoModelOfItsOwn: what nobody configured is refused, with the
// setting and the file.
func TestServedHasNoModelOfItsOwn(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1", cases(1)...))
	for setting, models := range map[string]workspace.ModelNames{
		"models.agent": {Grader: "m"}, "models.grader": {Agent: "m"},
	} {
		w, _, _ := b.served(func(o *workspace.Options) { o.Models, o.Config = models, "serve.yaml" })
		_, _, err := w.StartRun(t.Context(), workspace.Start{By: workspace.Local(), Agent: "support"})
		wantCode(t, err, workspace.ModelUnavailable)
		var p *workspace.Problem
		if !errors.As(err, &p) || !strings.Contains(p.Message, setting+" is not configured") || !strings.Contains(p.Hint, "serve.yaml") {
			t.Errorf("%v", err)
		}
	}
}

// TestSameAgentLacksItsModel each time that it is asked which one does.
func TestSameAgentLacksItsModel(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	p := support("v1", cases(1)...)
	p.bodies = map[string]string{
		"agent/support": `{"name":"S","instructions":"i","subAgents":["orders","returns","billing"]}`,
		"agent/orders":  `{"name":"O","instructions":"i"}`, "agent/returns": `{"name":"R","instructions":"i"}`,
		"agent/billing": `{"name":"B","instructions":"i"}`,
	}
	b.mustPush(p)
	w, _, _ := b.served(func(o *workspace.Options) { o.Models = workspace.ModelNames{Grader: "m"} })
	for range 10 {
		_, _, err := w.StartRun(t.Context(), workspace.Start{By: workspace.Local(), Agent: "support"})
		if err == nil || !strings.Contains(err.Error(), "agent billing") {
			t.Fatalf("got %v", err)
		}
	}
}

// TestDrainFinishesWhatIsInHand: cases in hand get their verdict, no other is
// begun, nothing new is taken; the next server does the rest.
func TestDrainFinishesWhatIsInHand(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1", cases(5)...))
	b.concurrency = 2
	w, judged, _ := b.served(nil)
	inHand, finish := make(chan bool, 5), make(chan bool)
	b.judges(func(context.Context, agent.Case) trace.Result {
		inHand <- true
		<-finish
		return result(trace.OK)
	})
	run := start(t, w)
	<-inHand
	<-inHand
	if load := w.Load(); load.Cases != 2 || load.Runs != 1 {
		t.Errorf("the load is %+v", load)
	}
	drained := make(chan bool)
	go func() { w.Drain(t.Context()); close(drained) }()
	for { // it joins the run, until nothing more is taken
		if _, _, err := w.StartRun(t.Context(), workspace.Start{By: workspace.Local(), Agent: "support"}); err != nil {
			wantCode(t, err, workspace.Unavailable)
			break
		}
	}
	close(finish)
	<-drained
	await(t, judged, 2)
	wantRun(t, w, run.ID, trace.RunOpen, 0, 0)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	b.judges(nil)
	next, judged, _ := b.served(nil)
	if err := next.Resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	await(t, judged, 3)
	wantRun(t, next, run.ID, trace.RunFinished, 5, 0)
}

// TestDrainEndsWithItsGrace: what takes longer is given back, without a verdict.
func TestDrainEndsWithItsGrace(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1", cases(1)...))
	w, judged, _ := b.served(nil)
	inHand := make(chan bool, 1)
	b.judges(func(ctx context.Context, _ agent.Case) trace.Result {
		inHand <- true
		<-ctx.Done()
		return trace.Result{Trace: trace.Trace{End: trace.End{Kind: trace.EndCanceled}}}
	})
	run := start(t, w)
	<-inHand
	over, cancel := context.WithCancel(t.Context())
	cancel()
	w.Drain(over)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	_, rows, err := b.Run(t.Context(), run.ID)
	if err != nil || len(judged) != 0 || rows[0].Status != trace.CaseQueued {
		t.Errorf("after the grace: %d verdicts, %+v, %v", len(judged), rows, err)
	}
}

// deaf is a judge that cannot be readied any more.
type deaf struct{ *bundle }

func (deaf) Open(workspace.Pinned) (workspace.CaseJudge, error) {
	return nil, errors.New("there is no provider m")
}

// TestServedEndsWhatItCannotWork: a run whose provider is gone ends, with the
// reason for each case.
func TestServedEndsWhatItCannotWork(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1", cases(2)...))
	run := start(t, b.Workspace)
	w, _, _ := b.served(func(o *workspace.Options) { o.Judge = deaf{b} })
	if err := w.Resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	ended, err := w.Follow(t.Context(), run.ID, 0, func(c trace.CaseRun) error {
		if !strings.Contains(c.Result.Error, "there is no provider m") {
			t.Errorf("case %s: %s", c.Name, c.Result.Error)
		}
		return nil
	})
	if err != nil || ended.Status != trace.RunFinished || ended.Errors != 2 {
		t.Errorf("%+v, %v", ended, err)
	}
}

// flaky is a store that refuses some writes, as a full disk does.
type flaky struct {
	workspace.Store
	refuse atomic.Int32 // so many writes to come
}

func (f *flaky) Write(ctx context.Context, fn func(workspace.Tx) error) error {
	if f.refuse.Add(-1) >= 0 {
		return errors.New("there is no space left")
	}
	return f.Store.Write(ctx, fn)
}

// TestServedGoesOnAfterAFailure: what could not be recorded, nor given back, is
// judged again once the database takes it.
func TestServedGoesOnAfterAFailure(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1", cases(3)...))
	b.concurrency = 1
	store := &flaky{}
	var once sync.Once
	b.judges(func(context.Context, agent.Case) trace.Result {
		once.Do(func() { store.refuse.Store(3) })
		return result(trace.OK)
	})
	w, judged, _ := b.served(func(o *workspace.Options) { store.Store, o.Store = o.Store, store })
	run := start(t, w)
	await(t, judged, 3)
	wantRun(t, w, run.ID, trace.RunFinished, 3, 0)
	if n := len(judged); n != 0 {
		t.Errorf("%d verdicts too many", n)
	}
}

// TestServedStartsNothingThatIsNotStored: a run whose commit failed is told to
// nobody, and stands in no other run's way.
func TestServedStartsNothingThatIsNotStored(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1", cases(2)...))
	b.concurrency = 1
	full := &uncommitted{}
	w, judged, _ := b.served(func(o *workspace.Options) { full.Store, o.Store = o.Store, full })
	full.refuse.Store(1)
	run, how, err := w.StartRun(t.Context(), workspace.Start{By: workspace.Local(), Agent: "support", Rerun: true})
	if !errors.Is(err, errFull) || run.ID != "" || how != "" || w.Load().Runs != 0 {
		t.Errorf("%+v %q %v, and %+v", run, how, err, w.Load())
	}
	run = start(t, w)
	await(t, judged, 2)
	wantRun(t, w, run.ID, trace.RunFinished, 2, 0)
}

var errFull = errors.New("there is no space left")

// uncommitted is a store whose commits fail, as on a full disk.
type uncommitted struct{ flaky }

func (u *uncommitted) Write(ctx context.Context, fn func(workspace.Tx) error) error {
	return u.Store.Write(ctx, func(tx workspace.Tx) error {
		if err := fn(tx); err != nil || u.refuse.Add(-1) < 0 {
			return err
		}
		return errFull
	})
}
