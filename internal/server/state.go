package server

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/workspace"
)

func (h *handlers) registerState(a huma.API) {
	add(a, op{
		id: "compare-state", method: http.MethodPost, path: "/v1/state", summary: "Say how the workspace differs from what a client has",
		about: "By digest, on one snapshot: what is the same is not in the answer.",
		need:  workspace.ScopeRead,
	}, h.state)
	add(a, op{
		id: "read-bodies", method: http.MethodPost, path: "/v1/state/bodies", summary: "Read bodies at the revisions that a state gave",
		about: "As many as fit into an answer, one at least, in the order asked for. What has moved on since is a conflict.",
		need:  workspace.ScopeRead,
	}, h.bodies)
}

func (h *handlers) state(ctx context.Context, in *body[api.AskState]) (*body[api.State], error) {
	s, err := h.ws.State(ctx, workspace.AskState(in.Body))
	out := api.State{Revision: s.Revision, Items: make([]api.Item, len(s.Items)), Missing: s.Missing}
	for i, item := range s.Items {
		out.Items[i] = api.Item(item)
	}
	for _, u := range s.Unlisted {
		out.Unlisted = append(out.Unlisted, api.Unlisted(u))
	}
	return &body[api.State]{out}, err
}

func (h *handlers) bodies(ctx context.Context, in *body[api.AskBodies]) (*body[api.Bodies], error) {
	list, err := h.ws.Bodies(ctx, in.Body.Items)
	return &body[api.Bodies]{api.Bodies{Resources: list}}, err
}
