package server

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/workspace"
)

// registerAccess registers who may do what. What needs no scope here, the
// workspace decides by the caller and by whom it touches.
func (h *handlers) registerAccess(a huma.API) {
	add(a, op{id: "whoami", method: http.MethodGet, path: "/v1/whoami", summary: "Say who makes the request"}, h.whoami)
	add(a, op{id: "list-keys", method: http.MethodGet, path: "/v1/keys", summary: "List one's own keys, or with settings:write all"}, h.listKeys)
	add(a, op{id: "create-key", method: http.MethodPost, path: "/v1/keys", summary: "Make a key for oneself"}, h.createKey)
	add(a, op{id: "revoke-key", method: http.MethodDelete, path: "/v1/keys/{id}", summary: "Revoke a key"}, h.revokeKey)
	add(a, op{
		id: "list-members", method: http.MethodGet, path: "/v1/members", summary: "List members",
		need: workspace.ScopeRead,
	}, h.listMembers)
	add(a, op{
		id: "add-member", method: http.MethodPost, path: "/v1/members", summary: "Add a member",
		need: workspace.ScopeSettings,
	}, h.addMember)
	add(a, op{
		id: "change-member", method: http.MethodPatch, path: "/v1/members/{id}", summary: "Give a member another role",
		need: workspace.ScopeSettings,
	}, h.changeMember)
	add(a, op{
		id: "remove-member", method: http.MethodDelete, path: "/v1/members/{id}", summary: "Remove a member",
		need: workspace.ScopeSettings,
	}, h.removeMember)
	add(a, op{
		id: "give-key", method: http.MethodPost, path: "/v1/members/{id}/keys", summary: "Make another first key for a member",
		need: workspace.ScopeSettings,
	}, h.giveKey)
}

type (
	keyInput struct {
		ID string `path:"id" maxLength:"320" doc:"id of the key, or its name where only one has it"`
	}
	memberInput struct {
		ID string `path:"id" maxLength:"320" doc:"id or name of the member"`
	}
	changeInput struct {
		ID   string `path:"id" maxLength:"320" doc:"id or name of the member"`
		Body api.ChangeMember
	}
	// secretBody is an answer with a secret in it, which nothing on the way keeps.
	secretBody[T any] struct {
		CacheControl string `header:"Cache-Control"`
		Body         T
	}
)

func secretly[T any](v T) *secretBody[T] { return &secretBody[T]{"no-store", v} }

func (h *handlers) whoami(ctx context.Context, _ *none) (*body[api.Identity], error) {
	by := callerOf(ctx)
	id, err := h.ws.WorkspaceID(ctx)
	if err != nil {
		return nil, err
	}
	out := api.Identity{Workspace: id, Member: by.Name, Role: string(by.Role), Scopes: words(by.Scopes)}
	info, ok, err := h.ws.OwnKey(ctx, by)
	if ok {
		k := h.keyOf(info)
		out.Key = &k
	}
	return &body[api.Identity]{out}, err
}

func (h *handlers) listKeys(ctx context.Context, in *pageInput) (*body[api.Page[api.Key]], error) {
	after, err := readCursor(in.Cursor)
	if err != nil {
		return nil, err
	}
	list, more, err := h.ws.ListKeys(ctx, callerOf(ctx), after, in.Limit)
	return pageOf(list, more, h.keyOf, func(k workspace.KeyInfo) string { return k.ID }), err
}

func (h *handlers) createKey(ctx context.Context, in *body[api.NewKey]) (*secretBody[api.MadeKey], error) {
	n := workspace.NewKey{Name: in.Body.Name, Days: in.Body.Days}
	for _, s := range in.Body.Scopes {
		n.Scopes = append(n.Scopes, workspace.Scope(s))
	}
	made, err := h.ws.CreateKey(ctx, callerOf(ctx), n)
	return secretly(h.madeKey(made)), err
}

func (h *handlers) revokeKey(ctx context.Context, in *keyInput) (*body[api.Key], error) {
	k, err := h.ws.RevokeKey(ctx, callerOf(ctx), in.ID)
	return &body[api.Key]{h.keyOf(k)}, err
}

func (h *handlers) listMembers(ctx context.Context, in *pageInput) (*body[api.Page[api.Member]], error) {
	list, err := h.ws.ListMembers(ctx, callerOf(ctx))
	if err != nil {
		return nil, err
	}
	out, err := pageByAge(list, in, memberAge, memberOf)
	return &body[api.Page[api.Member]]{out}, err
}

func (h *handlers) addMember(ctx context.Context, in *body[api.NewMember]) (*secretBody[api.MadeMember], error) {
	made, err := h.ws.AddMember(ctx, callerOf(ctx), in.Body.Name, workspace.Role(in.Body.Role))
	return secretly(api.MadeMember{Member: memberOf(made.Member), First: h.madeKey(made)}), err
}

func (h *handlers) changeMember(ctx context.Context, in *changeInput) (*body[api.Member], error) {
	m, err := h.ws.SetRole(ctx, callerOf(ctx), in.ID, workspace.Role(in.Body.Role))
	return &body[api.Member]{memberOf(m)}, err
}

func (h *handlers) removeMember(ctx context.Context, in *memberInput) (*none, error) {
	_, err := h.ws.RemoveMember(ctx, callerOf(ctx), in.ID)
	return nil, err
}

func (h *handlers) giveKey(ctx context.Context, in *memberInput) (*secretBody[api.MadeKey], error) {
	made, err := h.ws.GiveKey(ctx, callerOf(ctx), in.ID)
	return secretly(h.madeKey(made)), err
}
