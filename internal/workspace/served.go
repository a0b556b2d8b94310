package workspace

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/caplo/caplo/internal/trace"
)

// Served reports whether the workspace works its runs itself.
func (w *Workspace) Served() bool { return w.opts.Served }

// Resume takes up all open runs, in the order in which they were started. A
// served workspace calls it once, before anybody asks for anything: whoever
// worked them is gone.
func (w *Workspace) Resume(ctx context.Context) error {
	var open []RunRecord
	err := w.store.Read(ctx, func(tx Tx) (err error) {
		open, err = tx.FindRuns(RunFilter{Status: trace.RunOpen})
		return err
	})
	if err != nil {
		return err
	}
	for _, run := range slices.Backward(open) {
		if err := w.pool.takeUp(ctx, run.ID); err != nil {
			return err
		}
	}
	return nil
}

// takeUp queues again what dead owners held of a run, and works it.
func (p *pool) takeUp(ctx context.Context, run string) error {
	var owners []string
	err := p.w.store.Read(ctx, func(tx Tx) (err error) {
		owners, err = tx.RunOwners(run)
		return err
	})
	if err != nil {
		return err
	}
	for _, o := range owners {
		if err := p.reap(ctx, o); err != nil {
			return err
		}
	}
	_, err = p.work(run)
	return err
}

// workHere puts a run that was asked for to work, where nobody needs to watch it.
func (w *Workspace) workHere(run string) error {
	if !w.opts.Served {
		return nil
	}
	_, err := w.pool.work(run)
	return err
}

// Drain claims no more cases and waits until those in hand are judged, or ctx
// ends. Close gives the others back.
func (w *Workspace) Drain(ctx context.Context) { w.pool.drainAll(ctx) }

// Load is what a workspace has to do at the moment.
type Load struct {
	Runs  int // open runs that are worked here or wait for their turn
	Cases int // cases that are being judged
}

// Load tells what the workspace has to do.
func (w *Workspace) Load() Load {
	w.pool.mu.Lock()
	defer w.pool.mu.Unlock()
	return Load{Runs: len(w.pool.runs), Cases: int(w.pool.inHand.Load())}
}

// unreadiedError is that a run cannot be worked by what it pinned.
type unreadiedError struct{ cause error }

func (e *unreadiedError) Error() string { return e.cause.Error() }
func (e *unreadiedError) Unwrap() error { return e.cause }

// Waits of a served workspace before it takes up a run that failed it.
const (
	firstRetry = 100 * time.Millisecond
	lastRetry  = 30 * time.Second
)

// persist drives a run. A served workspace tries again where it fails, a disk
// that is full say: nobody else would. Meanwhile other runs have their turn, and
// all tries with what lies between have the run's time limit together. What can
// never be worked there ends.
func (p *pool) persist(ctx context.Context, id, owner string) error {
	var spent time.Duration
	for again := firstRetry; ; again = min(2*again, lastRetry) {
		p.line.join(id)
		err := p.drive(ctx, id, owner, &spent)
		if err == nil || !p.w.opts.Served || ctx.Err() != nil || p.claiming.Err() != nil {
			return err
		}
		p.line.leave(id)
		p.w.opts.Log.Error("a run could not be worked", "run", id, "error", err)
		var unreadied *unreadiedError
		if errors.As(err, &unreadied) {
			err = p.giveUp(id, errorResult("the run cannot be worked here: "+err.Error()))
			if err == nil {
				return nil
			}
		}
		spent += again
		// What was in hand may not have been given back: the same disk was full. For
		// as long as nothing can be written, no more of the run's time passes.
		for given := false; !given; given = p.giveBack(owner, id) == nil {
			if p.pause(ctx, again) != nil {
				return nil
			}
		}
	}
}

// giveUp ends a run: what is open gets the result.
func (p *pool) giveUp(run string, res trace.Result) error {
	err := p.w.store.Write(context.WithoutCancel(p.ctx), func(tx Tx) error {
		if _, err := tx.RecordOpen(run, res); err != nil {
			return err
		}
		return p.endIfDone(tx, run)
	})
	p.changed(run)
	return err
}

// pause waits, unless the run is stopped or the pool claims no more.
func (p *pool) pause(ctx context.Context, d time.Duration) error {
	ctx, cancel := p.untilHalt(ctx)
	defer cancel()
	wait(ctx, d)
	return ctx.Err()
}

// myTurn waits until a run may claim cases.
func (p *pool) myTurn(ctx context.Context, id string) error {
	ctx, cancel := p.untilHalt(ctx)
	defer cancel()
	return p.line.turn(ctx, id)
}

// untilHalt is ctx, ended as well when the pool claims no more.
func (p *pool) untilHalt(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(p.claiming, cancel)
	return ctx, func() { stop(); cancel() }
}
