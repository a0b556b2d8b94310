package remote

import (
	"context"
	"errors"
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
	r := once(http.MethodPost, "/v1/keys", k)
	r.final = perhaps("the key may have been made all the same", "`caplo keys list` shows it then: revoke it, since nobody has its secret")
	return call[api.MadeKey](ctx, c, r)
}

// RevokeKey ends a key, by its id, or its name where only one has it. Revoking
// it again changes nothing, unless it is the key that asks.
func (c *Client) RevokeKey(ctx context.Context, id string) (api.Key, error) {
	r := remove("/v1/keys/" + url.PathEscape(id))
	r.final = already(http.StatusUnauthorized, "an earlier try may have revoked the key that asks")
	return call[api.Key](ctx, c, r)
}

// Members lists the workspace's members.
func (c *Client) Members(ctx context.Context) ([]api.Member, error) {
	return all[api.Member](ctx, c, "/v1/members")
}

// AddMember adds a member and makes its first key. It is not tried again: a lost
// answer may have done so.
func (c *Client) AddMember(ctx context.Context, m api.NewMember) (api.MadeMember, error) {
	r := once(http.MethodPost, "/v1/members", m)
	r.final = perhaps("the member may have been added all the same", "`caplo members list` shows it then: remove and add it again, since nobody has the first key's secret")
	return call[api.MadeMember](ctx, c, r)
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
	r := remove("/v1/members/" + url.PathEscape(id))
	r.final = already(http.StatusNotFound, "an earlier try may have removed the member")
	_, err := call[nothing](ctx, c, r)
	return err
}

// perhaps says of a request whose answer is lost that it may have been carried out.
func perhaps(done, hint string) func(error, int) error {
	return func(err error, _ int) error {
		var e *Error
		if errors.As(err, &e) && (e.Lost && !e.standing || e.Status/100 == 2 || e.Status >= 500) {
			e.Msg, e.Hint = e.Msg+"; "+done, hint
		}
		return err
	}
}

// already says of a refusal that it may come of an earlier try, whose answer is
// lost: that one has done what this one no longer finds.
func already(status int, hint string) func(error, int) error {
	return func(err error, tries int) error {
		var p *api.Problem
		if tries > 1 && errors.As(err, &p) && p.Status == status {
			p.Hint = join(p.Hint, hint)
		}
		return err
	}
}
