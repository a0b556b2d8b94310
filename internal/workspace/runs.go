package workspace

import (
	"context"
	"time"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/trace"
)

// Run returns a run with its cases by position.
func (w *Workspace) Run(ctx context.Context, id string) (run RunState, cases []trace.CaseRun, err error) {
	cases = []trace.CaseRun{}
	err = w.store.Read(ctx, func(tx Tx) error {
		if run, err = w.runState(tx, id); err != nil {
			return err
		}
		rows, err := tx.Cases(id)
		for _, c := range rows {
			cases = append(cases, c.CaseRun)
		}
		return err
	})
	return run, cases, err
}

func findRun(tx Tx, id string) (RunRecord, error) {
	rec, ok, err := tx.Run(id)
	if err == nil && !ok {
		err = &Problem{Code: NotFound, Message: "there is no run " + shown(id)}
	}
	return rec, err
}

// Cancel ends an open run; its open cases get no result, and those that are worked
// here are stopped. It needs what starting one needs.
func (w *Workspace) Cancel(ctx context.Context, by Caller, id string) error {
	err := w.store.Write(ctx, func(tx Tx) error {
		if _, err := w.currentRunner(tx, by, "ending a run"); err != nil {
			return err
		}
		rec, err := findRun(tx, id)
		if err != nil || rec.Status != trace.RunOpen {
			return err
		}
		return finish(tx, rec.Run, trace.RunCancelled, w.opts.Now())
	})
	if err == nil {
		w.pool.abandon(id)
	}
	return err
}

// finish counts a run's cases and ends it.
func finish(tx Tx, run trace.Run, status trace.RunStatus, now time.Time) error {
	ok, failed, errs, _, err := tx.Tally(run.ID)
	if err != nil {
		return err
	}
	run.OK, run.Failed, run.Errors = ok, failed, errs
	run.Status, run.Finished = status, &now
	return tx.FinishRun(run)
}

// pinned loads what a run pinned.
func (w *Workspace) pinned(ctx context.Context, id string) (Pinned, RunRecord, error) {
	var p Pinned
	var rec RunRecord
	err := w.store.Read(ctx, func(tx Tx) error {
		var err error
		if rec, err = findRun(tx, id); err != nil {
			return err
		}
		set, err := loadSet(tx, rec.Pinned)
		p = Pinned{Run: rec.Run, Set: set, Terms: rec.Terms}
		return err
	})
	return p, rec, err
}

// Suite returns an agent's cases as the workspace has them, with their ids.
func (w *Workspace) Suite(ctx context.Context, key string) ([]SuiteCase, error) {
	var list []SuiteCase
	err := w.store.Read(ctx, func(tx Tx) error {
		head, _, err := tx.Head(agent.ID{Kind: agent.KindSuite, Key: key})
		if err != nil {
			return err
		}
		list, err = readSuite(tx, head)
		return err
	})
	return list, err
}

// RunHead returns a run without its cases.
func (w *Workspace) RunHead(ctx context.Context, id string) (trace.Run, error) {
	var rec RunRecord
	err := w.store.Read(ctx, func(tx Tx) error {
		var err error
		rec, err = findRun(tx, id)
		return err
	})
	return rec.Run, err
}
