package workspace

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/trace"
)

// CaseState is a case as the workspace keeps it, with its newest result.
type CaseState struct {
	SuiteCase
	Digest string
	Last   *CaseResult // nil: it was never run
}

// CaseResult is the newest result of a case.
type CaseResult struct {
	Run          trace.Run
	EarlierDraft bool // the agent's draft was changed since
	EarlierCase  bool // the case was changed since
	Result       *trace.Result
}

// SavedCase is what a change of one case did.
type SavedCase struct {
	Case     CaseState
	Revision int64           // the workspace's newest; one that changed nothing makes none
	Warnings []agent.Problem // what validate would warn of
}

// CasePage is a part of an agent's cases, in the order in which they are listed.
type CasePage struct {
	Cases    []CaseState
	Revision int64 // of the suite: names the list that further pages are of
	More     bool
}

// Cases lists an agent's cases from one on. Revision 0 is the list as it is now;
// further pages name the revision of the first, so that they are of one list,
// whatever changes in between.
func (w *Workspace) Cases(ctx context.Context, key string, revision int64, from, limit int) (CasePage, error) {
	var out CasePage
	err := w.store.Read(ctx, func(tx Tx) error {
		v, err := w.openSuite(tx, key)
		if err != nil {
			return err
		}
		head, err := v.at(revision)
		if err != nil {
			return err
		}
		list := v.list
		if head.Revision != v.head.Revision {
			if list, err = readSuite(tx, head); err != nil {
				return err
			}
		}
		from = min(from, len(list))
		to := min(from+limit, len(list))
		out = CasePage{Revision: head.Revision, More: to < len(list)}
		out.Cases, err = v.states(list[from:to])
		return err
	})
	return out, err
}

// Case returns one case of an agent.
func (w *Workspace) Case(ctx context.Context, key, id string) (CaseState, error) {
	var out CaseState
	err := w.store.Read(ctx, func(tx Tx) error {
		v, err := w.openSuite(tx, key)
		if err != nil {
			return err
		}
		i, err := v.find(id)
		if err != nil {
			return err
		}
		states, err := v.states(v.list[i : i+1])
		if err == nil {
			out = states[0]
		}
		return err
	})
	return out, err
}

// AddCase adds a case, as it would stand in a file, at the end of an agent's
// cases. It is saved at once and is no part of the draft. It needs agents:write.
func (w *Workspace) AddCase(ctx context.Context, by Caller, key string, body json.RawMessage) (SavedCase, error) {
	return w.changeCase(ctx, by, key, func(v *suiteView) (*caseChange, error) {
		if len(v.list) >= MaxCases {
			return nil, &Problem{
				Code: InvalidResource, Message: fmt.Sprintf("agent %s has %d cases, and no agent may have more", key, len(v.list)),
				Hint: "remove one first",
			}
		}
		return &caseChange{at: len(v.list), id: newID("c_"), body: body}, nil
	})
}

// EditCase puts another case in a case's place: it keeps its id, also under
// another name. ifMatch, where it is not empty, are the digests that the caller
// takes the case to have one of: CaseConflict where it has none of them. It needs
// agents:write.
func (w *Workspace) EditCase(ctx context.Context, by Caller, key, id string, ifMatch []string, body json.RawMessage) (SavedCase, error) {
	return w.changeCase(ctx, by, key, func(v *suiteView) (*caseChange, error) {
		i, err := v.findMatching(id, ifMatch)
		return &caseChange{at: i, id: id, body: body}, err
	})
}

// RemoveCase takes a case away; what its runs found stays. ifMatch is as in
// EditCase. It needs agents:write.
func (w *Workspace) RemoveCase(ctx context.Context, by Caller, key, id string, ifMatch []string) (revision int64, err error) {
	done, err := w.changeCase(ctx, by, key, func(v *suiteView) (*caseChange, error) {
		i, err := v.findMatching(id, ifMatch)
		return &caseChange{at: i, id: id, remove: true}, err
	})
	return done.Revision, err
}

// caseChange is what becomes of one place of a suite.
type caseChange struct {
	at     int
	id     string
	body   json.RawMessage
	remove bool
}

// changeCase changes one case in one transaction, which a push that was planned
// before runs into.
func (w *Workspace) changeCase(ctx context.Context, by Caller, key string, change func(*suiteView) (*caseChange, error)) (SavedCase, error) {
	var out SavedCase
	err := w.store.Write(ctx, func(tx Tx) error {
		by, err := w.currentWith(tx, by, ScopeWrite, "changing a case")
		if err != nil {
			return err
		}
		v, err := w.openSuite(tx, key)
		if err != nil {
			return err
		}
		c, err := change(v)
		if err != nil {
			return err
		}
		out, err = w.saveCase(v, by, c)
		return err
	})
	return out, err
}

func (w *Workspace) saveCase(v *suiteView, by Caller, c *caseChange) (out SavedCase, err error) {
	list := slices.Clone(v.list)
	out.Warnings = []agent.Problem{}
	if c.remove {
		list = slices.Delete(list, c.at, c.at+1)
	} else {
		var one agent.Case
		if one, out.Warnings, err = v.judge(c); err != nil {
			return out, err
		}
		list = append(list[:c.at], append([]SuiteCase{{ID: c.id, Case: one}}, list[min(c.at+1, len(list)):]...)...)
	}
	if out.Revision, err = w.saveSuite(v, by, list); err != nil || c.remove {
		return out, err
	}
	states, err := v.states(list[c.at : c.at+1])
	if err == nil {
		out.Case = states[0]
	}
	return out, err
}

// saveSuite makes a list the agent's suite, if it differs from what that is.
func (w *Workspace) saveSuite(v *suiteView, by Caller, list []SuiteCase) (int64, error) {
	digest := agent.SuiteDigest(casesOf(list))
	if digest == v.head.Digest {
		return v.tx.LastRevision()
	}
	plan := agent.Plan{
		Resources: []agent.ResourceChange{}, Unproved: []string{},
		Suites: []agent.SuiteChange{agent.CompareCases(v.key, casesOf(v.list), casesOf(list))},
	}
	n, err := v.tx.AddRevision(Revision{
		Created: w.opts.Now(), Project: v.project, Author: by.Author(), Origin: OriginCases, Plan: plan,
	})
	if err != nil {
		return 0, err
	}
	return n, putSuite(v.tx, Head{ID: v.head.ID, Revision: n, Digest: digest, Project: v.project}, list)
}
