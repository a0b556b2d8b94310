package server

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/workspace"
)

func (h *handlers) registerRuns(a huma.API) {
	// Who may start and end runs, the workspace decides: see Caller.MayRun.
	add(a, op{
		id: "start-run", method: http.MethodPost, path: "/v1/agents/{key}/runs", summary: "Run an agent's cases",
		about: "A run of the same draft, cases and settings that is open is joined, and one that passed is reused. With a startKey the same start can be tried again.",
	}, h.startRun)
	add(a, op{id: "cancel-run", method: http.MethodPost, path: "/v1/runs/{id}/cancel", summary: "End a run; its open cases get no result"}, h.cancelRun)
	add(a, op{
		id: "get-run", method: http.MethodGet, path: "/v1/runs/{id}", summary: "Show a run with its cases",
		need: workspace.ScopeRead,
	}, h.run)
	add(a, op{
		id: "run-results", method: http.MethodGet, path: "/v1/runs/{id}/results", summary: "List the cases that ended after one",
		about: "A way to follow a run without a stream: ask again after the highest seq of the answer. Asking works nothing.",
		need:  workspace.ScopeRead,
	}, h.results)
	add(a, op{
		id: "follow-run", method: http.MethodGet, path: "/v1/runs/{id}/events", summary: "Follow a run, case by case",
		about: "Server-sent events: case (a case ended; its id is the case's seq), run (it is over, and so is the stream), problem. " +
			"Last-Event-ID takes a stream up again.",
		need: workspace.ScopeRead, stream: true,
	}, h.follow)
}

type (
	startInput struct {
		Key  string `path:"key" doc:"key of the agent"`
		Body api.Start
	}
	resultsInput struct {
		ID    string `path:"id" doc:"id of the run"`
		After int64  `query:"after" minimum:"0" doc:"seq of the last case that is known; 0: from the first on"`
	}
	runInput struct {
		ID string `path:"id" doc:"id of the run"`
	}
)

func (h *handlers) startRun(ctx context.Context, in *startInput) (*body[api.StartedRun], error) {
	run, how, err := h.ws.StartRun(ctx, workspace.Start{
		Agent: in.Key, Rerun: in.Body.Rerun, Draft: in.Body.Draft, Suite: in.Body.Suite,
		Choice:    workspace.Choice{Agent: in.Body.Model, Grader: in.Body.Grader},
		TimeLimit: time.Duration(in.Body.TimeLimit) * time.Second,
		Key:       in.Body.StartKey, By: callerOf(ctx),
	})
	if err != nil {
		return nil, err
	}
	now, err := h.ws.RunState(ctx, run.ID)
	return &body[api.StartedRun]{api.StartedRun{
		Run: run, How: how, EarlierDraft: now.EarlierDraft, EarlierCases: now.EarlierCases,
	}}, err
}

func (h *handlers) run(ctx context.Context, in *runInput) (*body[api.RunDetail], error) {
	run, cases, err := h.ws.Run(ctx, in.ID)
	return &body[api.RunDetail]{api.RunDetail{Run: runInfo(run), Cases: cases}}, err
}

func (h *handlers) results(ctx context.Context, in *resultsInput) (*body[api.Results], error) {
	run, cases, err := h.ws.Results(ctx, in.ID, in.After)
	return &body[api.Results]{api.Results{Run: runInfo(run), Cases: cases}}, err
}

func (h *handlers) cancelRun(ctx context.Context, in *runInput) (*none, error) {
	return nil, h.ws.Cancel(ctx, callerOf(ctx), in.ID)
}
