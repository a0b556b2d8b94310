package workspace

import (
	"context"
	"fmt"
	"time"

	"github.com/caplo/caplo/internal/agent"
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

// start is a run that is about to begin.
type start struct {
	rec   RunRecord
	cases []CaseRecord
	set   *agent.Set
}

// pin makes the record of a run and its cases, without storing it.
func (w *Workspace) pin(tx Tx, s Start) (start, error) {
	fail := func(err error) (start, error) { return start{}, err }
	now, err := w.latest.read(tx)
	if err != nil {
		return fail(err)
	}
	d, err := draftOf(now.heads, s.Agent)
	if err != nil {
		return fail(err)
	}
	if s.Draft != "" && s.Draft != d.digest || s.Suite != "" && s.Suite != d.suite.Digest {
		return fail(&Problem{
			Code:    PushConflict,
			Message: fmt.Sprintf("the workspace holds another draft of agent %s, or other cases of it, than you mean", s.Agent),
			Hint:    "somebody else pushes it as well: push it again",
		})
	}
	cases, err := caseRecords(tx, d)
	if err != nil {
		return fail(err)
	}
	set, err := loadSet(tx, d.bodies)
	if err != nil {
		return fail(err)
	}
	terms, err := w.terms(set, s.Choice)
	if err != nil {
		return fail(err)
	}
	key, err := runKey(d, terms)
	if err != nil {
		return fail(err)
	}
	run := trace.Run{
		ID: newID("run_"), Agent: s.Agent, Key: key, Draft: d.digest, Suite: d.suite.Digest,
		Terms: terms, Status: trace.RunOpen, Full: true, Created: w.opts.Now(), Cases: len(cases), By: s.By.Author(),
	}
	request, err := s.request()
	if err != nil {
		return fail(err)
	}
	rec := RunRecord{Run: run, Pinned: d.bodies, TimeLimit: limitOf(s), StartKey: s.Key, Request: request}
	return start{rec, cases, set}, nil
}

func caseRecords(tx Tx, d draft) ([]CaseRecord, error) {
	list, err := readSuite(tx, d.suite)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, &Problem{
			Code:    NoCases,
			Message: fmt.Sprintf("agent %s has no eval cases", d.key),
			Hint:    "list some under evals in its file",
		}
	}
	out := make([]CaseRecord, len(list))
	for i, c := range list {
		out[i] = CaseRecord{
			CaseRun: trace.CaseRun{Position: i, CaseID: c.ID, Name: c.Name, Status: trace.CaseQueued},
			Case:    c.Case,
		}
	}
	return out, nil
}

// standing finds the run that can stand for a new one of the same key: the one
// that was started last, if it is open or passed. Any older one is left alone,
// open or not: its pass could outlive a newer failure.
func standing(tx Tx, key string) (run trace.Run, how string, err error) {
	runs, err := tx.FindRuns(RunFilter{Key: key, Full: true, Counts: true, Limit: 1})
	switch {
	case err != nil || len(runs) == 0:
		return run, "", err
	case runs[0].Status == trace.RunOpen:
		return runs[0].Run, Joined, nil
	case runs[0].Passed():
		return runs[0].Run, Reused, nil
	}
	return run, "", nil
}

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
