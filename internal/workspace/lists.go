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
		heads, err := headsByID(tx)
		for _, h := range page {
			if err != nil {
				return err
			}
			var a AgentState
			a, err = agentState(tx, heads, h)
			list = append(list, a)
		}
		return err
	})
	return list, more, err
}

// Agent returns one agent.
func (w *Workspace) Agent(ctx context.Context, key string) (a AgentState, err error) {
	err = w.store.Read(ctx, func(tx Tx) error {
		heads, err := headsByID(tx)
		if err != nil {
			return err
		}
		h, ok := heads[agent.ID{Kind: agent.KindAgent, Key: key}]
		if !ok {
			return noAgent(key)
		}
		a, err = agentState(tx, heads, h)
		return err
	})
	return a, err
}

func agentState(tx Tx, heads map[agent.ID]Head, h Head) (AgentState, error) {
	body, ok, err := tx.Body(h.Body)
	if err == nil && !ok {
		err = fmt.Errorf("the body of %s is gone", h.ID)
	}
	var named struct{ Name string }
	if err == nil {
		err = json.Unmarshal(body, &named)
	}
	suite := heads[agent.ID{Kind: agent.KindSuite, Key: h.Key}]
	d, _ := draftOf(heads, h.Key) // one that is broken has no digest
	return AgentState{
		Key: h.Key, Name: named.Name, Project: h.Project, Revision: h.Revision,
		Draft: d.digest, Suite: suite.Digest, Cases: suite.Cases,
	}, err
}

// Revisions lists revisions below a number, the newest first; before 0 means
// from the newest on.
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
