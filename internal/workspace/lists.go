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

// Agents lists the agents whose keys come after one, by key.
func (w *Workspace) Agents(ctx context.Context, after string, limit int) (list []AgentState, more bool, err error) {
	err = w.store.Read(ctx, func(tx Tx) error {
		page, err := tx.HeadsAfter(agent.KindAgent, after, limit+1)
		if err != nil {
			return err
		}
		if more = len(page) > limit; more {
			page = page[:limit]
		}
		now, err := w.latest.read(tx)
		for _, h := range page {
			if err != nil {
				return err
			}
			var a AgentState
			a, err = now.agent(tx, h)
			list = append(list, a)
		}
		return err
	})
	return list, more, err
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
		a, err = now.agent(tx, h)
		return err
	})
	return a, err
}

func (r *resources) agent(tx Tx, h Head) (AgentState, error) {
	name, err := r.name(tx, h)
	suite := r.heads[agent.ID{Kind: agent.KindSuite, Key: h.Key}]
	return AgentState{
		Key: h.Key, Name: name, Project: h.Project, Revision: h.Revision,
		Draft: r.draft(h.Key), Suite: suite.Digest, Cases: suite.Cases,
	}, err
}

func readName(tx Tx, h Head) (string, error) {
	body, ok, err := tx.Body(h.Body)
	if err == nil && !ok {
		err = fmt.Errorf("the body of %s is gone", h.ID)
	}
	var named struct{ Name string }
	if err == nil {
		err = json.Unmarshal(body, &named)
	}
	return named.Name, err
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
