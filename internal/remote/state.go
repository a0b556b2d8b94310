package remote

import (
	"context"
	"fmt"
	"net/http"
	"net/url"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/api"
)

// maxAsk is how many bodies are asked for at once.
const maxAsk = 1000

// State says how the workspace differs from what the client has.
func (c *Client) State(ctx context.Context, ask api.AskState) (api.State, error) {
	if ask.Selected == nil {
		ask.Selected = []string{}
	}
	if ask.Have == nil {
		ask.Have = []agent.Digested{}
	}
	return call[api.State](ctx, c, again("/v1/state", ask))
}

// Bodies reads the bodies of items of a state, all of them and in their order. One
// that has moved on since is a push-conflict, and no bodies.
func (c *Client) Bodies(ctx context.Context, items []agent.Expect) ([]api.Resource, error) {
	out := make([]api.Resource, 0, len(items))
	for len(out) < len(items) {
		rest := items[len(out):]
		got, err := call[api.Bodies](ctx, c, again("/v1/state/bodies", api.AskBodies{Items: rest[:min(len(rest), maxAsk)]}))
		if err != nil {
			return nil, err
		}
		if !answers(got.Resources, rest) {
			return nil, &Error{
				Address: c.origin,
				Msg:     fmt.Sprintf("%s answered with other bodies than it was asked for", c.origin),
				Hint:    "check that the workspace and this caplo are of like version",
			}
		}
		out = append(out, got.Resources...)
	}
	return out, nil
}

// answers reports whether bodies are those asked for: one at least, in their order.
func answers(got []api.Resource, asked []agent.Expect) bool {
	if len(got) == 0 || len(got) > len(asked) {
		return false
	}
	for i, r := range got {
		if r.ID != asked[i].ID {
			return false
		}
	}
	return true
}

// Agents lists the agents of exactly a name, or all where it is empty.
func (c *Client) Agents(ctx context.Context, name string) ([]api.Agent, error) {
	query := url.Values{}
	if name != "" {
		query.Set("name", name)
	}
	list, err := allOf[api.Agent](ctx, c, "/v1/agents", query)
	if err != nil {
		return nil, err
	}
	ids := make([]agent.ID, len(list))
	for i, a := range list {
		ids[i] = agent.ID{Kind: agent.KindAgent, Key: a.Key}
	}
	return list, c.keyed("its list of agents", ids)
}

// Agent shows an agent without its text.
func (c *Client) Agent(ctx context.Context, key string) (api.Agent, error) {
	a, err := call[api.Agent](ctx, c, get(agentPath(key)))
	if err == nil {
		err = c.keyed("its answer", []agent.ID{{Kind: agent.KindAgent, Key: a.Key}})
	}
	return a, err
}

// History lists the changes of an agent, the newest first.
func (c *Client) History(ctx context.Context, key string) ([]api.HistoryEntry, error) {
	return all[api.HistoryEntry](ctx, c, agentPath(key)+"/history")
}

// AgentAt shows an agent and its cases as they were at a revision; 0 is now.
func (c *Client) AgentAt(ctx context.Context, key string, revision int64) (api.AgentAt, error) {
	at := "latest"
	if revision > 0 {
		at = fmt.Sprint(revision)
	}
	return call[api.AgentAt](ctx, c, get(agentPath(key)+"/revisions/"+at))
}

// Restore brings an earlier revision back. It is not tried again: somebody may have
// changed the agent since a lost answer.
func (c *Client) Restore(ctx context.Context, key string, r api.Restore) (api.Committed, error) {
	done, err := call[api.Committed](ctx, c, once(http.MethodPost, agentPath(key)+"/restore", r))
	if err == nil {
		err = c.sound(&done.Plan)
	}
	return done, err
}

func agentPath(key string) string { return "/v1/agents/" + url.PathEscape(key) }
