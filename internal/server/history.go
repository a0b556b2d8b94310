package server

import (
	"context"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/workspace"
)

func (h *handlers) registerHistory(a huma.API) {
	add(a, op{
		id: "list-agent-history", method: http.MethodGet, path: "/v1/agents/{key}/history",
		summary: "List what was changed of an agent and its cases, the newest first",
		about:   "Of a deleted agent as well.",
		need:    workspace.ScopeRead,
	}, h.history)
	add(a, op{
		id: "get-agent-at", method: http.MethodGet, path: "/v1/agents/{key}/revisions/{number}",
		summary: "Show an agent and its cases as they were at a revision of the workspace",
		about:   "The revision need not be one that changed the agent. In place of a number, latest is now.",
		need:    workspace.ScopeRead,
	}, h.agentAt)
	add(a, op{
		id: "restore-agent", method: http.MethodPost, path: "/v1/agents/{key}/restore",
		summary: "Bring an earlier revision of an agent and its cases back, as a new revision",
		about:   "It is judged as a push is. What the agent refers to stays as it is now.",
		need:    workspace.ScopeWrite,
	}, h.restore)
}

// latest stands in a path for the newest revision.
const latest = "latest"

type (
	atInput struct {
		Key    string `path:"key" doc:"key of the agent"`
		Number string `path:"number" pattern:"^(latest|[1-9][0-9]{0,17})$" doc:"number of a revision, or latest"`
	}
	restoreInput struct {
		Key  string `path:"key" doc:"key of the agent"`
		Body api.Restore
	}
)

func (h *handlers) history(ctx context.Context, in *pagedAgentInput) (*body[api.Page[api.HistoryEntry]], error) {
	before, err := numberAfter(in.Cursor)
	if err != nil {
		return nil, err
	}
	list, more, err := h.ws.History(ctx, in.Key, before, in.Limit)
	return pageOf(list, more, historyEntry, func(e workspace.HistoryEntry) string { return strconv.FormatInt(e.Revision, 10) }), err
}

func historyEntry(e workspace.HistoryEntry) api.HistoryEntry { return api.HistoryEntry(e) }

func (h *handlers) agentAt(ctx context.Context, in *atInput) (*body[api.AgentAt], error) {
	var number int64
	if in.Number != latest {
		var err error
		if number, err = strconv.ParseInt(in.Number, 10, 64); err != nil {
			return nil, err // the pattern leaves nothing else
		}
	}
	at, err := h.ws.AgentAt(ctx, in.Key, number)
	if err != nil {
		return nil, err
	}
	out := api.AgentAt{
		Agent: agentOf(at.AgentState), At: at.At, Body: at.Body, Reach: at.Reach, Suite: make([]api.CaseWithID, len(at.Suite)),
	}
	for i, c := range at.Suite {
		out.Suite[i] = api.CaseWithID(c)
	}
	return &body[api.AgentAt]{out}, nil
}

func (h *handlers) restore(ctx context.Context, in *restoreInput) (*body[api.Committed], error) {
	done, err := h.ws.Restore(ctx, callerOf(ctx), in.Key, workspace.Restore(in.Body))
	return &body[api.Committed]{api.Committed(done)}, err
}
