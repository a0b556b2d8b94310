package server

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/workspace"
)

type handlers struct {
	ws      *workspace.Workspace
	version string
}

type (
	body[T any] struct{ Body T }

	startInput struct {
		Key  string `path:"key" doc:"key of the agent"`
		Body api.Start
	}
	runInput struct {
		ID string `path:"id" doc:"id of the run"`
	}
	revisionInput struct {
		Number int64 `path:"number"`
	}
)

func (h *handlers) register(a huma.API) {
	op := func(id, method, path, summary string) huma.Operation {
		return huma.Operation{
			OperationID: id, Method: method, Path: path, Summary: summary,
			MaxBodyBytes: api.MaxBody, BodyReadTimeout: time.Minute,
		}
	}
	huma.Register(a, op("get-workspace", http.MethodGet, "/v1/workspace", "Describe the workspace"), h.workspace)
	huma.Register(a, op("plan-push", http.MethodPost, "/v1/push/plan", "Say what a push would change"), h.planPush)
	huma.Register(a, op("upload-bodies", http.MethodPost, "/v1/push/bodies", "Upload bodies that a push lacks"), h.upload)
	huma.Register(a, op("push", http.MethodPost, "/v1/push", "Apply a push, whole or not at all"), h.push)
	huma.Register(a, op("get-revision", http.MethodGet, "/v1/revisions/{number}", "Show a revision"), h.revision)
	huma.Register(a, op("start-run", http.MethodPost, "/v1/agents/{key}/runs", "Run an agent's cases"), h.startRun)
	huma.Register(a, op("get-run", http.MethodGet, "/v1/runs/{id}", "Show a run with its cases"), h.run)
	huma.Register(a, op("cancel-run", http.MethodPost, "/v1/runs/{id}/cancel", "End a run; its open cases get no result"), h.cancelRun)
	huma.Register(a, op("follow-run", http.MethodGet, "/v1/runs/{id}/events", "Follow a run, case by case"), h.follow)
}

func (h *handlers) workspace(ctx context.Context, _ *struct{}) (*body[api.Workspace], error) {
	n, err := h.ws.LastRevision(ctx)
	if err != nil {
		return nil, problem(err)
	}
	return &body[api.Workspace]{api.Workspace{Version: h.version, Revision: n}}, nil
}

func (h *handlers) planPush(ctx context.Context, in *body[agent.Manifest]) (*body[api.Proposal], error) {
	p, err := h.ws.Propose(ctx, in.Body)
	if err != nil {
		return nil, problem(err)
	}
	out := api.Proposal{Revision: p.Revision, Lacking: p.Lacking, Plan: p.Plan, Expect: p.Expect}
	if out.Expect == nil {
		out.Expect = []agent.Expect{}
	}
	return &body[api.Proposal]{out}, nil
}

func (h *handlers) upload(ctx context.Context, in *body[api.Upload]) (*body[api.Uploaded], error) {
	stored, err := h.ws.Upload(ctx, in.Body.Resources)
	if err != nil {
		return nil, problem(err)
	}
	return &body[api.Uploaded]{api.Uploaded{Stored: stored}}, nil
}

func (h *handlers) push(ctx context.Context, in *body[api.Commit]) (*body[api.Committed], error) {
	done, err := h.ws.Apply(ctx, workspace.Commit(in.Body))
	if err != nil {
		return nil, problem(err)
	}
	return &body[api.Committed]{api.Committed(done)}, nil
}

func (h *handlers) revision(ctx context.Context, in *revisionInput) (*body[api.Revision], error) {
	r, err := h.ws.Revision(ctx, in.Number)
	if err != nil {
		return nil, problem(err)
	}
	return &body[api.Revision]{api.Revision{
		Number: r.Number, Created: r.Created.UTC().Format(time.RFC3339Nano), Project: r.Project, Plan: r.Plan,
	}}, nil
}

func (h *handlers) startRun(ctx context.Context, in *startInput) (*body[api.StartedRun], error) {
	run, how, err := h.ws.StartRun(ctx, workspace.Start{
		Agent: in.Key, Rerun: in.Body.Rerun, Draft: in.Body.Draft, Suite: in.Body.Suite,
		Choice:    workspace.Choice{Agent: in.Body.Model, Grader: in.Body.Grader},
		TimeLimit: time.Duration(in.Body.TimeLimit) * time.Second,
	})
	if err != nil {
		return nil, problem(err)
	}
	return &body[api.StartedRun]{api.StartedRun{Run: run, How: how}}, nil
}

func (h *handlers) run(ctx context.Context, in *runInput) (*body[api.RunDetail], error) {
	run, cases, err := h.ws.Run(ctx, in.ID)
	if err != nil {
		return nil, problem(err)
	}
	return &body[api.RunDetail]{api.RunDetail{Run: run, Cases: cases}}, nil
}

func (h *handlers) cancelRun(ctx context.Context, in *runInput) (*struct{}, error) {
	if err := h.ws.Cancel(ctx, in.ID); err != nil {
		return nil, problem(err)
	}
	return nil, nil
}
