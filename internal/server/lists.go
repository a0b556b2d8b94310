package server

import (
	"context"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/workspace"
)

func (h *handlers) registerLists(a huma.API) {
	add(a, op{
		id: "list-agents", method: http.MethodGet, path: "/v1/agents", summary: "List the agents, by key",
		need: workspace.ScopeRead,
	}, h.agents)
	add(a, op{
		id: "get-agent", method: http.MethodGet, path: "/v1/agents/{key}", summary: "Show an agent",
		need: workspace.ScopeRead,
	}, h.agent)
	add(a, op{
		id: "list-runs", method: http.MethodGet, path: "/v1/runs", summary: "List the runs, the newest first",
		need: workspace.ScopeRead,
	}, h.runs)
	add(a, op{
		id: "list-agent-runs", method: http.MethodGet, path: "/v1/agents/{key}/runs", summary: "List an agent's runs, the newest first",
		need: workspace.ScopeRead,
	}, h.agentRuns)
	add(a, op{
		id: "list-revisions", method: http.MethodGet, path: "/v1/revisions", summary: "List what was changed, the newest first",
		about: "What each did, its plan, is told of one revision alone.",
		need:  workspace.ScopeRead,
	}, h.revisions)
}

// Paging is pageInput for inputs that embed it: the router looks only into fields
// that are exported.
type Paging = pageInput

type (
	agentsInput struct {
		Name string `query:"name" maxLength:"1000" doc:"only agents of exactly this name"`
		Paging
	}
	agentInput struct {
		Key string `path:"key" doc:"key of the agent"`
	}
	pagedAgentInput struct {
		Key string `path:"key" doc:"key of the agent"`
		Paging
	}
)

func (h *handlers) agents(ctx context.Context, in *agentsInput) (*body[api.Page[api.Agent]], error) {
	after, err := readCursor(in.Cursor)
	if err != nil {
		return nil, err
	}
	list, more, err := h.ws.Agents(ctx, in.Name, after, in.Limit)
	return pageOf(list, more, agentOf, func(a workspace.AgentState) string { return a.Key }), err
}

func (h *handlers) agent(ctx context.Context, in *agentInput) (*body[api.Agent], error) {
	a, err := h.ws.Agent(ctx, in.Key)
	return &body[api.Agent]{agentOf(a)}, err
}

func (h *handlers) runs(ctx context.Context, in *pageInput) (*body[api.Page[api.RunInfo]], error) {
	return h.runsOf(ctx, "", *in)
}

func (h *handlers) agentRuns(ctx context.Context, in *pagedAgentInput) (*body[api.Page[api.RunInfo]], error) {
	return h.runsOf(ctx, in.Key, in.Paging)
}

func (h *handlers) runsOf(ctx context.Context, key string, in pageInput) (*body[api.Page[api.RunInfo]], error) {
	before, err := numberAfter(in.Cursor)
	if err != nil {
		return nil, err
	}
	list, more, err := h.ws.Runs(ctx, key, before, in.Limit)
	return pageOf(list, more, runInfo, func(r workspace.RunState) string { return strconv.FormatInt(r.Number, 10) }), err
}

func (h *handlers) revisions(ctx context.Context, in *pageInput) (*body[api.Page[api.RevisionInfo]], error) {
	before, err := numberAfter(in.Cursor)
	if err != nil {
		return nil, err
	}
	list, more, err := h.ws.Revisions(ctx, before, in.Limit)
	return pageOf(list, more, revisionInfo, func(r workspace.Revision) string { return strconv.FormatInt(r.Number, 10) }), err
}

// pageOf makes a page of what the workspace cut to its length.
func pageOf[S, T any](list []S, more bool, show func(S) T, key func(S) string) *body[api.Page[T]] {
	out := api.Page[T]{Items: []T{}}
	for _, s := range list {
		out.Items = append(out.Items, show(s))
	}
	if more {
		out.Next = writeCursor(key(list[len(list)-1]))
	}
	return &body[api.Page[T]]{out}
}

// numberAfter reads the cursor of a list that is sorted by a number; 0 where it
// begins.
func numberAfter(cursor string) (int64, error) {
	after, err := readCursor(cursor)
	if err != nil || after == "" {
		return 0, err
	}
	return readNumber(after)
}

func readNumber(text string) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 1 || strconv.FormatInt(n, 10) != text {
		return 0, &workspace.Problem{
			Code: workspace.InvalidRequest, Message: "the cursor belongs to another list", Hint: "begin again without one",
		}
	}
	return n, nil
}

func agentOf(a workspace.AgentState) api.Agent { return api.Agent(a) }

func runInfo(r workspace.RunState) api.RunInfo {
	return api.RunInfo{Run: r.Run, EarlierDraft: r.EarlierDraft, EarlierCases: r.EarlierCases}
}
