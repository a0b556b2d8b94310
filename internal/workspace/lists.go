package workspace

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/caplo/caplo/internal/agent"
)

// AgentState is an agent as it stands, without its text.
type AgentState struct {
	Key      string
	Name     string
	Project  string
	Revision int64  // that wrote the agent itself last
	Draft    string // digest; empty where the draft is broken
	Suite    string // digest; empty where there is no suite
	Cases    int
}

// Agents lists the agents whose keys come after one, by key: those of exactly a
// name, or all where that is empty.
func (w *Workspace) Agents(ctx context.Context, name, after string, limit int) (list []AgentState, more bool, err error) {
	err = w.store.Read(ctx, func(tx Tx) error {
		list, more, err = w.agentsAfter(tx, agent.NameKey(name), after, limit)
		return err
	})
	return list, more, err
}

func (w *Workspace) agentsAfter(tx Tx, name, after string, limit int) (list []AgentState, more bool, err error) {
	now, err := w.latest.read(tx)
	if err != nil {
		return nil, false, err
	}
	for {
		page, err := tx.HeadsAfter(agent.KindAgent, after, limit+1)
		if err != nil || len(page) == 0 {
			return list, false, err
		}
		for _, h := range page {
			after = h.Key
			called, err := now.name(tx, h)
			if err != nil {
				return nil, false, err
			}
			if name != "" && agent.NameKey(called) != name {
				continue
			}
			if len(list) == limit {
				return list, true, nil
			}
			list = append(list, now.agent(h, called))
		}
	}
}

// Agent returns one agent.
func (w *Workspace) Agent(ctx context.Context, key string) (a AgentState, err error) {
	err = w.store.Read(ctx, func(tx Tx) error {
		now, err := w.latest.read(tx)
		if err != nil {
			return err
		}
		h, ok := now.heads[agent.ID{Kind: agent.KindAgent, Key: key}]
		if !ok {
			return noAgent(key)
		}
		name, err := now.name(tx, h)
		a = now.agent(h, name)
		return err
	})
	return a, err
}

func (r *resources) agent(h Head, name string) AgentState {
	suite := r.heads[agent.ID{Kind: agent.KindSuite, Key: h.Key}]
	return AgentState{
		Key: h.Key, Name: name, Project: h.Project, Revision: h.Revision,
		Draft: r.draft(h.Key), Suite: suite.Digest, Cases: suite.Cases,
	}
}

// nameOf reads an agent's name.
func nameOf(tx Tx, h Head) (string, error) {
	body, err := readBody(tx, h)
	if err != nil {
		return "", err
	}
	var named struct{ Name string }
	if err := json.Unmarshal(body, &named); err != nil {
		return "", fmt.Errorf("read the name of %s: %w", h.ID, err)
	}
	return named.Name, nil
}

// Revisions lists revisions below a number, the newest first, without their
// plans, which may be large; before 0 means from the newest on.
func (w *Workspace) Revisions(ctx context.Context, before int64, limit int) (list []Revision, more bool, err error) {
	err = w.store.Read(ctx, func(tx Tx) error {
		list, err = tx.Revisions(before, limit+1)
		return err
	})
	if more = len(list) > limit; more {
		list = list[:limit]
	}
	return list, more, err
}

// Revision returns a revision of the workspace.
func (w *Workspace) Revision(ctx context.Context, number int64) (Revision, error) {
	var rev Revision
	err := w.store.Read(ctx, func(tx Tx) error {
		r, ok, err := tx.Revision(number)
		if err == nil && !ok {
			err = &Problem{Code: NotFound, Message: fmt.Sprintf("there is no revision %d", number)}
		}
		rev = r
		return err
	})
	return rev, err
}

// LastRevision is the number of the newest revision, 0 before the first.
func (w *Workspace) LastRevision(ctx context.Context) (n int64, err error) {
	err = w.store.Read(ctx, func(tx Tx) error {
		n, err = tx.LastRevision()
		return err
	})
	return n, err
}
