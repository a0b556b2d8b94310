package workspace_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/trace"
	"github.com/caplo/caplo/internal/workspace"
)

// poisoned is a store that takes no verdict of one run, whatever else it takes.
type poisoned struct {
	workspace.Store
	run atomic.Value // id
}

func (s *poisoned) Write(ctx context.Context, fn func(workspace.Tx) error) error {
	return s.Store.Write(ctx, func(tx workspace.Tx) error { return fn(poisonedTx{tx, s}) })
}

type poisonedTx struct {
	workspace.Tx
	store *poisoned
}

func (tx poisonedTx) Record(c workspace.Claim, res trace.Result, micros int64) (bool, error) {
	if c.Run == tx.store.run.Load() {
		return false, errors.New("this verdict cannot be stored")
	}
	return tx.Tx.Record(c, res, micros)
}

// TestServedGivesUpWhatFailsAgainAndAgain: a run that nothing helps keeps no other
// from being worked, and ends when its time is up, over all tries.
func TestServedGivesUpWhatFailsAgainAndAgain(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1", cases(1)...))
	b.concurrency = 1
	store := &poisoned{}
	store.run.Store("")
	w, _, _ := b.served(func(o *workspace.Options) { store.Store, o.Store = o.Store, store })
	var judged atomic.Int32
	holding := func() (goOn func()) {
		held := make(chan bool)
		b.judges(func(context.Context, agent.Case) trace.Result {
			judged.Add(1)
			<-held
			return result(trace.OK)
		})
		return func() { close(held) }
	}
	goOn := holding()
	bad := startFor(t, w, time.Hour)
	store.run.Store(bad.ID)
	good := start(t, w)
	goOn()
	if run := followed(t, w, good.ID); run.OK != 1 {
		t.Errorf("the next run: %+v", run)
	}
	if err := w.Cancel(t.Context(), workspace.Local(), bad.ID); err != nil {
		t.Fatal(err)
	}
	goOn = holding()
	judged.Store(0)
	bad = startFor(t, w, 300*time.Millisecond)
	store.run.Store(bad.ID)
	goOn()
	if run := followed(t, w, bad.ID); run.Status != trace.RunFinished || run.Errors != 1 {
		t.Errorf("%+v", run)
	}
	if n := judged.Load(); n > 2 { // the pauses alone are 100 and 200 ms
		t.Errorf("judged %d times", n)
	}
}

func startFor(t *testing.T, w *workspace.Workspace, limit time.Duration) trace.Run {
	t.Helper()
	run, _, err := w.StartRun(t.Context(), workspace.Start{By: workspace.Local(), Agent: "support", Rerun: true, TimeLimit: limit})
	if err != nil {
		t.Fatal(err)
	}
	return run
}

func followed(t *testing.T, w *workspace.Workspace, id string) trace.Run {
	t.Helper()
	run, err := w.Follow(t.Context(), id, 0, func(trace.CaseRun) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	return run
}
