package remote

import (
	"context"
	"net/http"
	"net/url"

	"github.com/caplo/caplo/internal/api"
)

// WhoAmI says whom the workspace takes the caller for.
func (c *Client) WhoAmI(ctx context.Context) (api.Identity, error) {
	return call[api.Identity](ctx, c, get("/v1/whoami"))
}

// Keys lists the keys that the caller may see.
func (c *Client) Keys(ctx context.Context) ([]api.Key, error) {
	return all[api.Key](ctx, c, "/v1/keys")
}

// MakeKey makes a key. It is not tried again: a lost answer may have made one.
func (c *Client) MakeKey(ctx context.Context, k api.NewKey) (api.MadeKey, error) {
	return call[api.MadeKey](ctx, c, once(http.MethodPost, "/v1/keys", k))
}

// RevokeKey ends a key, by its id, or its name where only one has it.
func (c *Client) RevokeKey(ctx context.Context, id string) (api.Key, error) {
	return call[api.Key](ctx, c, once(http.MethodDelete, "/v1/keys/"+url.PathEscape(id), nil))
}

// Members lists the workspace's members.
func (c *Client) Members(ctx context.Context) ([]api.Member, error) {
	return all[api.Member](ctx, c, "/v1/members")
}

// AddMember adds a member and makes its first key.
func (c *Client) AddMember(ctx context.Context, m api.NewMember) (api.MadeMember, error) {
	return call[api.MadeMember](ctx, c, once(http.MethodPost, "/v1/members", m))
}

// GiveKey makes another first key for a member, by id or name. It is not tried
// again: a lost answer may have made one.
func (c *Client) GiveKey(ctx context.Context, id string) (api.MadeKey, error) {
	return call[api.MadeKey](ctx, c, once(http.MethodPost, "/v1/members/"+url.PathEscape(id)+"/keys", nil))
}

// ChangeMember gives a member, by id or name, another role.
func (c *Client) ChangeMember(ctx context.Context, id string, m api.ChangeMember) (api.Member, error) {
	return call[api.Member](ctx, c, once(http.MethodPatch, "/v1/members/"+url.PathEscape(id), m))
}

// RemoveMember removes a member, by id or name, whose keys end with it.
func (c *Client) RemoveMember(ctx context.Context, id string) error {
	_, err := call[nothing](ctx, c, once(http.MethodDelete, "/v1/members/"+url.PathEscape(id), nil))
	return err
}
