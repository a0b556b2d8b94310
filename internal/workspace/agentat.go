package workspace

import (
	"context"
	"fmt"
	"slices"

	"github.com/caplo/caplo/internal/agent"
)

// AgentAt is an agent as it was at a revision of the workspace.
type AgentAt struct {
	AgentState
	At    int64
	Body  agent.Resource
	Suite []SuiteCase
	Reach []agent.Expect // all else that it reached, with the revisions then
}

// AgentAt returns an agent as it was at a revision, whether or not that one changed
// it; 0 is the newest.
func (w *Workspace) AgentAt(ctx context.Context, key string, revision int64) (out AgentAt, err error) {
	err = w.store.Read(ctx, func(tx Tx) error {
		out, err = agentAt(tx, key, revision)
		return err
	})
	return out, err
}

func agentAt(tx Tx, key string, revision int64) (AgentAt, error) {
	at, err := checkRevision(tx, revision)
	if err != nil {
		return AgentAt{}, err
	}
	draft, suite, err := headsAt(tx, key, at)
	if err != nil {
		return AgentAt{}, err
	}
	then, reach, err := reachAt(tx, draft, at)
	if err != nil {
		return AgentAt{}, err
	}
	then[suite.ID] = suite
	name, err := nameOf(tx, draft)
	if err != nil {
		return AgentAt{}, err
	}
	out := AgentAt{AgentState: newResources(at, then).agent(draft, name), At: at, Reach: reach, Body: agent.Resource{ID: draft.ID}}
	if out.Body.Body, err = readBody(tx, draft); err != nil {
		return AgentAt{}, err
	}
	list, err := readSuite(tx, suite)
	out.Suite = append([]SuiteCase{}, list...)
	return out, err
}

// checkRevision refuses a revision that there is not; 0 becomes the newest.
func checkRevision(tx Tx, revision int64) (int64, error) {
	last, err := tx.LastRevision()
	switch {
	case err != nil:
		return 0, err
	case revision == 0:
		return last, nil
	case revision < 0 || revision > last:
		return 0, &Problem{Code: NotFound, Message: fmt.Sprintf("there is no revision %d; the newest is %d", revision, last)}
	}
	return revision, nil
}

// headsAt finds an agent and its suite as they were; the suite without a body
// where there was none.
func headsAt(tx Tx, key string, at int64) (draft, suite Head, err error) {
	p, err := readPast(tx, key)
	if err != nil {
		return draft, suite, err
	}
	draft, _ = pair(p.draft, at)
	if draft.Revision == 0 || draft.Deleted {
		return draft, suite, p.absent(key, at, draft)
	}
	if suite, _ = pair(p.suite, at); suite.Deleted {
		suite = Head{}
	}
	suite.ID = agent.ID{Kind: agent.KindSuite, Key: key}
	return draft, suite, nil
}

// absent says that there was no agent at a revision, and when there was.
func (p *past) absent(key string, at int64, found Head) *Problem {
	out := &Problem{Code: NotFound, Message: fmt.Sprintf("at revision %d there was no agent %q yet", at, key)}
	there := p.draft[len(p.draft)-1].Revision // the first
	if found.Deleted {
		out.Message = fmt.Sprintf("at revision %d there was no agent %q: revision %d had deleted it", at, key, found.Revision)
		there = found.Revision - 1
	}
	out.Hint = fmt.Sprintf("ask for %s@%d", key, there)
	return out
}

// reachAt follows references through the heads of then. What was not there is at
// revision 0, and not among the heads.
func reachAt(tx Tx, root Head, at int64) (then map[agent.ID]Head, reach []agent.Expect, err error) {
	then = map[agent.ID]Head{root.ID: root}
	reach = []agent.Expect{}
	seen := map[agent.ID]bool{root.ID: true}
	for todo := slices.Clone(root.Refs); len(todo) > 0; todo = todo[1:] {
		id := todo[0]
		if seen[id] {
			continue
		}
		seen[id] = true
		list, err := tx.History(id)
		if err != nil {
			return nil, nil, err
		}
		h, _ := pair(list, at)
		if h.Deleted {
			h = Head{}
		}
		reach = append(reach, agent.Expect{ID: id, Revision: h.Revision})
		if h.Revision > 0 {
			then[id] = h
			todo = append(todo, h.Refs...)
		}
	}
	slices.SortFunc(reach, func(a, b agent.Expect) int {
		if a.ID.Less(b.ID) {
			return -1
		}
		return 1
	})
	return then, reach, nil
}
