package workspace

import (
	"context"
	"time"

	"github.com/caplo/caplo/internal/trace"
)

// DefaultTimeLimit is how long a run may be worked.
const DefaultTimeLimit = 10 * time.Minute

// Start asks for a run of an agent's cases.
type Start struct {
	Agent     string
	Rerun     bool   // run even where a passing run could be reused
	Draft     string // digest of the draft that is meant; empty: whichever there is
	Suite     string // digest of the cases that are meant; empty: whichever there are
	Choice    Choice
	TimeLimit time.Duration // 0: DefaultTimeLimit
	Key       string        // random; the same only when the same start is tried again. Empty: none
	By        Caller
}

// How a Start was answered.
const (
	Started = "started" // a new run
	Joined  = "joined"  // a run of the same key that is not finished
	Reused  = "reused"  // a passing run of the same key
)

// StartRun pins the agent's draft, all it reaches, a copy of its cases and the
// resolved settings, and queues the cases: all in one transaction. A run of the
// same key that is open is joined, and one that passed is reused, unless a rerun
// is asked for. The same start tried again, under its key, gets the run that it
// made the first time, whatever has become of it.
//
// It needs an owner or admin, or a key with agents:publish.
func (w *Workspace) StartRun(ctx context.Context, s Start) (run trace.Run, how string, err error) {
	if err := checkStartKey(s.Key); err != nil {
		return run, "", err
	}
	if w.pool.claiming.Err() != nil {
		return run, "", errClosed
	}
	for {
		var p start
		err := w.store.Read(ctx, func(tx Tx) error {
			if s.By, err = w.currentRunner(tx, s.By, "running evals"); err != nil {
				return err
			}
			before, ok, err := startedBefore(tx, s)
			if err != nil || ok {
				run, how = before, Started
				return err
			}
			p, err = w.pin(tx, s)
			if err == nil && !s.Rerun {
				run, how, err = standing(tx, p.rec.Key)
			}
			return err
		})
		if err != nil {
			return run, how, err
		}
		if how == "" {
			run, how, err = w.begin(ctx, s, p)
		}
		if err != nil {
			return trace.Run{}, "", err // the run that was to be begun is nowhere
		}
		if how != "" {
			if run.Status == trace.RunOpen {
				w.pool.limit(run.ID, limitOf(s))
				err = w.workHere(run.ID)
			}
			return run, how, err
		}
	}
}

func mayRun(by Caller, doing string) error {
	if by.MayRun() {
		return nil
	}
	return by.without(ScopePublish, doing+" needs an owner or admin, or a key with the scope "+string(ScopePublish))
}

// begin stores a run that was pinned a moment ago. Readying it may take long, so
// that is done before the transaction; how is empty where the workspace has moved
// on since, and all of it has to be done again.
func (w *Workspace) begin(ctx context.Context, s Start, p start) (run trace.Run, how string, err error) {
	release, err := w.pool.reserve()
	if err != nil {
		return run, "", err
	}
	defer release()
	judge, err := w.readied(p)
	if err != nil {
		return run, "", err
	}
	fresh := false
	err = w.store.Write(ctx, func(tx Tx) error {
		if _, err := w.currentRunner(tx, s.By, "running evals"); err != nil {
			return err
		}
		before, ok, err := startedBefore(tx, s)
		if err != nil || ok {
			run, how = before, Started
			return err
		}
		now, err := w.latest.read(tx)
		if err != nil {
			return err
		}
		d, err := draftOf(now.heads, s.Agent)
		if err != nil || d.digest != p.rec.Draft || d.suite.Digest != p.rec.Suite {
			return err
		}
		if !s.Rerun {
			if run, how, err = standing(tx, p.rec.Key); err != nil || how != "" {
				return err
			}
		}
		run, how, fresh = p.rec.Run, Started, true
		return tx.AddRun(p.rec, p.cases)
	})
	if err == nil && fresh && judge != nil {
		w.pool.ready(run.ID, judge)
	}
	if err == nil && fresh {
		_ = w.workHere(run.ID) // while its place is held; StartRun asks again
	}
	return run, how, err
}

// readied is the judge of a run, so that whoever starts it learns at once what is
// in its way. A served workspace readies runs when their turn has come: many may
// wait, and each judge keeps its run's knowledge in memory.
func (w *Workspace) readied(p start) (CaseJudge, error) {
	if w.opts.Served {
		return nil, nil
	}
	judge, err := w.opts.Judge.Open(Pinned{Run: p.rec.Run, Set: p.set, Terms: p.rec.Terms})
	if err != nil {
		err = &Problem{Code: ModelUnavailable, Message: "the run cannot be readied: " + err.Error(), Err: err}
	}
	return judge, err
}

func limitOf(s Start) time.Duration {
	if s.TimeLimit <= 0 {
		return DefaultTimeLimit
	}
	return s.TimeLimit
}
