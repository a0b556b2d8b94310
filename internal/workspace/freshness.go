package workspace

import (
	"context"
	"fmt"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/trace"
)

// RunState is a run, and whether it is of what the workspace holds now.
type RunState struct {
	trace.Run
	Number       int64 // its place among all runs
	EarlierDraft bool  // the agent's draft was changed since; a broken or missing one was
	EarlierCases bool  // the agent's cases were changed since
}

// state tells a run of now from one of an earlier draft or cases.
func (r *resources) state(run RunRecord) RunState {
	suite := r.heads[agent.ID{Kind: agent.KindSuite, Key: run.Agent}]
	return RunState{
		Run: run.Run, Number: run.Number,
		EarlierDraft: r.draft(run.Agent) != run.Draft, // one that is broken is another one than ran
		EarlierCases: suite.Digest != run.Suite,
	}
}

// Runs lists runs below a number, the newest first: those of one agent, or of
// all where the key is empty. Before 0 means from the newest on.
func (w *Workspace) Runs(ctx context.Context, key string, before int64, limit int) (list []RunState, more bool, err error) {
	err = w.store.Read(ctx, func(tx Tx) error {
		f, err := w.latest.read(tx)
		if err != nil {
			return err
		}
		runs, err := tx.FindRuns(RunFilter{Agent: key, Before: before, Limit: limit + 1})
		if err != nil {
			return err
		}
		if _, ok := f.heads[agent.ID{Kind: agent.KindAgent, Key: key}]; key != "" && !ok && len(runs) == 0 && before == 0 {
			return noAgent(key)
		}
		if more = len(runs) > limit; more {
			runs = runs[:limit]
		}
		for _, r := range runs {
			list = append(list, f.state(r))
		}
		return nil
	})
	return list, more, err
}

// RunState returns a run without its cases.
func (w *Workspace) RunState(ctx context.Context, id string) (s RunState, err error) {
	err = w.store.Read(ctx, func(tx Tx) error {
		s, err = w.runState(tx, id)
		return err
	})
	return s, err
}

func (w *Workspace) runState(tx Tx, id string) (RunState, error) {
	rec, err := findRun(tx, id)
	if err != nil {
		return RunState{}, err
	}
	f, err := w.latest.read(tx)
	if err != nil {
		return RunState{}, err
	}
	return f.state(rec), nil
}

// Results returns a run with those of its cases that ended after one, in the
// order in which they did. It works nothing.
func (w *Workspace) Results(ctx context.Context, id string, after int64) (run RunState, cases []trace.CaseRun, err error) {
	cases = []trace.CaseRun{}
	err = w.store.Read(ctx, func(tx Tx) error {
		if run, err = w.runState(tx, id); err != nil {
			return err
		}
		if err := checkSeq(tx, id, after); err != nil {
			return err
		}
		rows, err := tx.DoneCases(id, after)
		for _, r := range rows {
			cases = append(cases, r.CaseRun)
		}
		return err
	})
	return run, cases, err
}

// CheckSeq refuses a place in the order of a run's results that there is not.
func (w *Workspace) CheckSeq(ctx context.Context, id string, seq int64) error {
	return w.store.Read(ctx, func(tx Tx) error {
		if _, err := findRun(tx, id); err != nil {
			return err
		}
		return checkSeq(tx, id, seq)
	})
}

func checkSeq(tx Tx, id string, seq int64) error {
	if seq == 0 {
		return nil
	}
	ok, failed, errs, _, err := tx.Tally(id)
	if err == nil && (seq < 0 || seq > int64(ok+failed+errs)) {
		err = &Problem{
			Code: InvalidRequest, Message: fmt.Sprintf("the run has no result number %d to go on after", seq), Hint: "begin at 0",
		}
	}
	return err
}
