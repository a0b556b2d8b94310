package workspace

import (
	"fmt"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/trace"
)

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
