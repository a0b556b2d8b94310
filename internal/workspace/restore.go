package workspace

import (
	"context"
	"fmt"

	"github.com/caplo/caplo/internal/agent"
)

// Restore says which earlier revision of an agent is to be what it is now, and what
// of it: neither draft nor suite means both.
type Restore struct {
	Revision int64
	Draft    bool // the agent itself
	Suite    bool // its cases, with the ids of then
}

// Restore brings an agent back as it was at a revision, in a new one, judged as a
// push is. What it refers to stays as it is now. It needs agents:write.
func (w *Workspace) Restore(ctx context.Context, by Caller, key string, r Restore) (out Committed, err error) {
	if r.Revision < 1 {
		return out, &Problem{Code: InvalidRequest, Message: fmt.Sprintf("%d is no revision", r.Revision)}
	}
	if !r.Draft && !r.Suite {
		r.Draft, r.Suite = true, true
	}
	err = w.store.Write(ctx, func(tx Tx) error {
		by, err := w.currentWith(tx, by, ScopeWrite, "bringing an agent back")
		if err != nil {
			return err
		}
		out, err = w.restore(tx, by, key, r)
		return err
	})
	return out, err
}

func (w *Workspace) restore(tx Tx, by Caller, key string, r Restore) (Committed, error) {
	at, err := checkRevision(tx, r.Revision)
	if err != nil {
		return Committed{}, err
	}
	draft, suite, err := headsAt(tx, key, at)
	if err != nil {
		return Committed{}, err
	}
	p, err := w.newPlanner(tx, agent.Manifest{Selected: []string{key}, File: true})
	if err != nil {
		return Committed{}, err
	}
	p.bringBack(r, draft, suite)
	plan, err := p.plan()
	if err != nil {
		return Committed{}, err
	}
	if plan.Empty() && !p.reordered(agent.Digested{ID: suite.ID}) {
		n, err := tx.LastRevision()
		return Committed{n, *plan}, err
	}
	return p.commit(Revision{Project: p.owner(draft.ID), Author: by.Author(), Origin: OriginRestore}, *plan)
}

// bringBack has the plan be about heads of then.
func (p *planner) bringBack(r Restore, draft, suite Head) {
	p.exact = map[agent.ID]Head{}
	if r.Draft {
		p.exact[draft.ID] = draft
		p.m.Resources = []agent.Digested{{ID: draft.ID, Digest: draft.Digest}}
	}
	if _, now := p.heads[suite.ID]; r.Suite && (now || suite.Revision > 0) {
		if suite.Revision == 0 {
			suite.Digest = noCases
		}
		p.exact[suite.ID] = suite
		p.m.Suites = []agent.Digested{{ID: suite.ID, Digest: suite.Digest}}
	}
}

// reordered reports whether a suite that is brought back is kept in other bytes
// than now though it says the same: in another order, or under other ids.
func (p *planner) reordered(d agent.Digested) bool {
	then, ok := p.exact[d.ID]
	return ok && then.Body != "" && then.Body != p.heads[d.ID].Body
}
