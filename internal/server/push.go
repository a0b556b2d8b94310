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

func (h *handlers) registerPush(a huma.API) {
	add(a, op{
		id: "plan-push", method: http.MethodPost, path: "/v1/push/plan", summary: "Say what a push would change",
		about: "While bodies are lacking there is no plan: upload them, then ask again.",
		need:  workspace.ScopeRead,
	}, h.planPush)
	add(a, op{
		id: "upload-bodies", method: http.MethodPost, path: "/v1/push/bodies", summary: "Upload bodies that a push lacks",
		need: workspace.ScopeWrite, upload: h.uploads,
	}, h.upload)
	// One that changes nothing needs no more; the workspace wants agents:write of
	// any other.
	add(a, op{
		id: "push", method: http.MethodPost, path: "/v1/push", summary: "Apply a push, whole or not at all",
		about: "What would stand after it is judged by the rules of caplo validate. One that changes something needs agents:write as well.",
		need:  workspace.ScopeRead,
	}, h.push)
	add(a, op{
		id: "get-revision", method: http.MethodGet, path: "/v1/revisions/{number}", summary: "Show a revision",
		need: workspace.ScopeRead,
	}, h.revision)
}

type revisionInput struct {
	Number int64 `path:"number"`
}

func (h *handlers) planPush(ctx context.Context, in *body[agent.Manifest]) (*body[api.Proposal], error) {
	p, err := h.ws.Propose(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	out := api.Proposal{Revision: p.Revision, Lacking: p.Lacking, Plan: p.Plan, Expect: p.Expect, Left: p.Left}
	if out.Expect == nil {
		out.Expect = []agent.Expect{}
	}
	return &body[api.Proposal]{out}, nil
}

func (h *handlers) upload(ctx context.Context, in *body[api.Upload]) (*body[api.Uploaded], error) {
	stored, err := h.ws.Upload(ctx, callerOf(ctx), in.Body.Resources)
	return &body[api.Uploaded]{api.Uploaded{Stored: stored}}, err
}

func (h *handlers) push(ctx context.Context, in *body[api.Commit]) (*body[api.Committed], error) {
	done, err := h.ws.Apply(ctx, callerOf(ctx), workspace.Commit(in.Body))
	return &body[api.Committed]{api.Committed(done)}, err
}

func (h *handlers) revision(ctx context.Context, in *revisionInput) (*body[api.Revision], error) {
	r, err := h.ws.Revision(ctx, in.Number)
	return &body[api.Revision]{api.Revision{RevisionInfo: revisionInfo(r), Plan: r.Plan}}, err
}

func revisionInfo(r workspace.Revision) api.RevisionInfo {
	return api.RevisionInfo{
		Number: r.Number, Created: stamp(r.Created), Project: r.Project, Author: r.Author, Origin: r.Origin, Git: r.Git,
	}
}

// stamp is how times are written; none is the empty text.
func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339Nano)
}
