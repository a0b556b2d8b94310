package workspace

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/caplo/caplo/internal/trace"
)

// pollEvery is how often a run that other processes work is looked at.
const pollEvery = 50 * time.Millisecond

// drive works a run until none of its cases is open, whoever worked them. It is
// readied when its turn has come: what a run keeps in memory, runs that wait need
// not. Its time begins then as well, so that runs that were asked for together do
// not eat each other's; spent is what earlier tries took of it.
func (p *pool) drive(ctx context.Context, id, owner string, spent *time.Duration) error {
	if p.myTurn(ctx, id) != nil {
		return nil
	}
	judge, rec, err := p.open(ctx, id)
	if err != nil || judge == nil {
		return err
	}
	began := time.Now()
	defer func() { *spent += time.Since(began) }()
	limited, cancel := context.WithTimeoutCause(ctx, rec.TimeLimit-*spent, timeUp(rec.TimeLimit))
	defer cancel()
	for {
		if err := p.drain(limited, id, owner, judge); err != nil && limited.Err() == nil {
			return err
		}
		if ctx.Err() != nil || p.claiming.Err() != nil {
			return nil // the pool closes, or the run was cancelled
		}
		if limited.Err() != nil {
			return p.expire(rec, owner)
		}
		over, err := p.settle(limited, rec.Run, owner)
		if over || (err != nil && limited.Err() == nil) {
			return err
		}
		wait(limited, pollEvery)
	}
}

// drain claims and judges cases until none is queued, and waits for those in
// hand. Where it ends before that, what it had claimed and not judged is queued
// again.
func (p *pool) drain(ctx context.Context, id, owner string, judge CaseJudge) (err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	var inHand sync.WaitGroup
	defer func() {
		inHand.Wait()
		if ctx.Err() != nil { // what stopped it says more than that it was stopped
			err = errors.Join(context.Cause(ctx), p.giveBack(owner, id))
		}
		cancel(nil)
	}()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-p.claiming.Done():
			return nil
		case p.slots <- struct{}{}:
		}
		claim, ok, err := p.claim(ctx, id, owner)
		if err != nil || !ok {
			<-p.slots
			p.line.leave(id) // nothing is left to claim: the next run may begin
			return err
		}
		inHand.Go(func() {
			p.inHand.Add(1)
			defer func() { p.inHand.Add(-1); <-p.slots }()
			if err := p.judge(ctx, claim, judge); err != nil {
				cancel(err)
			}
		})
	}
}

// giveBack queues a run's cases that the owner still holds.
func (p *pool) giveBack(owner, run string) error {
	return p.w.store.Write(context.WithoutCancel(p.ctx), func(tx Tx) error {
		_, err := tx.Release(owner, run)
		return err
	})
}

func (p *pool) claim(ctx context.Context, id, owner string) (claim Claim, ok bool, err error) {
	err = p.w.store.Write(ctx, func(tx Tx) error {
		claim, ok, err = tx.Claim(id, owner)
		return err
	})
	return claim, ok, err
}

// judge judges one claimed case and records its result; the last one of a run
// ends the run in the same transaction.
func (p *pool) judge(ctx context.Context, c Claim, judge CaseJudge) error {
	began := p.w.opts.Now()
	res := guard(ctx, judge, c)
	if res.Trace.End.Kind == trace.EndCanceled {
		return nil // nothing to record; the row goes back to the queue
	}
	micros := p.w.opts.Now().Sub(began).Microseconds()
	// A verdict that was reached is kept even if the run is being stopped.
	recorded := false
	err := p.w.store.Write(context.WithoutCancel(ctx), func(tx Tx) (err error) {
		if recorded, err = tx.Record(c, res, micros); err != nil || !recorded {
			return err
		}
		return p.endIfDone(tx, c.Run)
	})
	if err != nil {
		return fmt.Errorf("record case %q: %w", c.Case.Name, err)
	}
	if recorded {
		p.w.opts.Judged(res.Outcome)
	}
	p.changed(c.Run)
	return nil
}

// guard keeps a panic of one case from taking the others along.
func guard(ctx context.Context, judge CaseJudge, c Claim) (res trace.Result) {
	defer func() {
		if v := recover(); v != nil {
			res = errorResult(fmt.Sprintf("caplo failed on this case: %v", v))
		}
	}()
	return judge.Judge(ctx, c.Case)
}

func errorResult(why string) trace.Result {
	return trace.Result{
		Outcome: trace.Error, Error: why, Checks: []trace.CheckResult{},
		Trace: trace.Trace{Steps: []trace.Step{}, Usage: []trace.Usage{}, Ledger: []trace.Entry{}, End: trace.End{Kind: trace.EndProvider, Detail: why}},
	}
}

func (p *pool) endIfDone(tx Tx, id string) error {
	_, _, _, open, err := tx.Tally(id)
	if err != nil || open > 0 {
		return err
	}
	rec, err := findRun(tx, id)
	if err != nil || rec.Status != trace.RunOpen {
		return err
	}
	return finish(tx, rec.Run, trace.RunFinished, p.w.opts.Now())
}

// timeUp is why the cases of a run end when its time is up.
func timeUp(limit time.Duration) error {
	return fmt.Errorf("the run's time limit of %s passed", limit)
}

// expire ends a run whose time is up: what is open ends as an error. Where
// another process still works it, the run is left to that.
func (p *pool) expire(rec RunRecord, owner string) error {
	others, err := p.othersAlive(rec.ID, owner)
	if err != nil {
		return err
	}
	if others {
		return &Problem{
			Code: TimeUp, Message: timeUp(rec.TimeLimit).Error() + ", and another process still works it",
			Hint: "run it again to see its results",
		}
	}
	res := errorResult(timeUp(rec.TimeLimit).Error() + " before this case was judged")
	return p.giveUp(rec.ID, res)
}

// othersAlive reports whether a living process other than owner holds cases of
// the run.
func (p *pool) othersAlive(run, owner string) (bool, error) {
	var owners []string
	err := p.w.store.Read(context.WithoutCancel(p.ctx), func(tx Tx) (err error) {
		owners, err = tx.RunOwners(run)
		return err
	})
	for _, o := range owners {
		if err != nil || o == owner {
			continue
		}
		if alive, e := p.w.store.Owners().Alive(o); e != nil || alive {
			return alive, e
		}
	}
	return false, err
}

// settle looks at a run of which nothing is queued: whether it is over, and
// whether cases hang on a process that is gone, which are then queued again.
func (p *pool) settle(ctx context.Context, run trace.Run, owner string) (over bool, err error) {
	var owners []string
	err = p.w.store.Read(ctx, func(tx Tx) error {
		rec, err := findRun(tx, run.ID)
		if err != nil {
			return err
		}
		over = rec.Status != trace.RunOpen
		owners, err = tx.RunOwners(run.ID)
		return err
	})
	if err != nil || over {
		return over, err
	}
	for _, o := range owners {
		if o != owner {
			if err := p.reap(ctx, o); err != nil {
				return false, err
			}
		}
	}
	p.changed(run.ID)
	return false, nil
}

func (p *pool) reap(ctx context.Context, owner string) error {
	alive, err := p.w.store.Owners().Alive(owner)
	if err != nil || alive {
		return err
	}
	return p.w.store.Write(ctx, func(tx Tx) error {
		_, err := tx.Release(owner, "")
		return err
	})
}

// wait waits for d or for the end of ctx.
func wait(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}
