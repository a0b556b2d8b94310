package workspace_test

import (
	"context"
	"runtime"
	"testing"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/trace"
	"github.com/caplo/caplo/internal/workspace"
)

// TestServedReadiesRunsInTheirTurn: runs that wait keep nothing in memory, and
// there are only so many of them.
func TestServedReadiesRunsInTheirTurn(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1", cases(1)...))
	b.concurrency = 1
	judging, goOn := make(chan bool, workspace.MaxOpenRuns), make(chan bool)
	b.judges(func(ctx context.Context, _ agent.Case) trace.Result {
		judging <- true
		select {
		case <-goOn:
		case <-ctx.Done():
		}
		return result(trace.OK)
	})
	w, _, _ := b.served(nil)
	first := start(t, w)
	second := start(t, w)
	for range workspace.MaxOpenRuns - 2 {
		start(t, w)
	}
	<-judging
	if n := b.opens(); n > 2 { // the second may be readied while the first has nothing left to claim
		t.Errorf("%d runs were readied", n)
	}
	_, _, err := w.StartRun(t.Context(), workspace.Start{By: workspace.Local(), Agent: "support", Rerun: true})
	wantCode(t, err, workspace.TooMany)
	if _, how, err := w.StartRun(t.Context(), workspace.Start{By: workspace.Local(), Agent: "support"}); err != nil || how != workspace.Joined {
		t.Errorf("joining one that is open: %s, %v", how, err)
	}
	goOn <- true
	followed(t, w, first.ID)
	if err := w.Cancel(t.Context(), workspace.Local(), second.ID); err != nil {
		t.Fatal(err)
	}
	for w.Load().Runs == workspace.MaxOpenRuns {
		runtime.Gosched() // the places are given back in a moment
	}
	start(t, w)
}

func (b *bundle) opens() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.opened)
}
