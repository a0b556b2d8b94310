// Package remote is the client of a workspace: a served one over the network, or
// the local one over a connection inside the process. It is the only way in
// which commands reach a workspace.
package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/go-resty/resty/v2"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/api"
)

// Options configure a client.
type Options struct {
	// BaseURL is the workspace's origin; with Dial it is only a name.
	BaseURL string
	// Dial, where not nil, makes the connections.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// Client speaks to one workspace. It may be used from many goroutines.
type Client struct {
	http      *resty.Client
	transport *http.Transport
}

// New returns a client. Close it.
func New(opts Options) *Client {
	t := &http.Transport{
		Proxy: http.ProxyFromEnvironment, DialContext: opts.Dial,
		MaxIdleConnsPerHost: 16, IdleConnTimeout: time.Minute,
	}
	if opts.Dial != nil {
		t.Proxy = nil
	}
	c := resty.New().SetTransport(t).SetBaseURL(opts.BaseURL).SetRedirectPolicy(resty.NoRedirectPolicy())
	c.JSONMarshal = marshal
	return &Client{http: c, transport: t}
}

// marshal writes JSON without escaping <, > and &, which would make six bytes of
// each.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return b.Bytes(), err
}

// Close ends idle connections.
func (c *Client) Close() { c.transport.CloseIdleConnections() }

// Workspace describes the workspace.
func (c *Client) Workspace(ctx context.Context) (api.Workspace, error) {
	return call[api.Workspace](ctx, c, http.MethodGet, "/v1/workspace", nil)
}

// Plan asks what a push would change.
func (c *Client) Plan(ctx context.Context, m agent.Manifest) (api.Proposal, error) {
	return call[api.Proposal](ctx, c, http.MethodPost, "/v1/push/plan", m)
}

// Push applies a push. An answer that is lost on the way is asked for again
// under the same key, which the workspace carries out once.
func (c *Client) Push(ctx context.Context, commit api.Commit) (api.Committed, error) {
	const tries = 3
	for n := 1; ; n++ {
		done, err := call[api.Committed](ctx, c, http.MethodPost, "/v1/push", commit)
		var lost *Unreachable
		if n == tries || ctx.Err() != nil || !errors.As(err, &lost) {
			return done, err
		}
	}
}

// Upload sends bodies in batches within the contract's limits.
func (c *Client) Upload(ctx context.Context, resources []api.Resource) error {
	for len(resources) > 0 {
		n, bytes := 0, 0
		for n < len(resources) && n < api.MaxBatchItems {
			bytes += len(resources[n].Body)
			if n > 0 && bytes > api.MaxBatchBytes {
				break
			}
			n++
		}
		if _, err := call[api.Uploaded](ctx, c, http.MethodPost, "/v1/push/bodies", api.Upload{Resources: resources[:n]}); err != nil {
			return err
		}
		resources = resources[n:]
	}
	return nil
}

// Revision shows a revision of the workspace.
func (c *Client) Revision(ctx context.Context, number int64) (api.Revision, error) {
	return call[api.Revision](ctx, c, http.MethodGet, fmt.Sprintf("/v1/revisions/%d", number), nil)
}

// StartRun starts, joins or reuses a run of an agent's cases.
func (c *Client) StartRun(ctx context.Context, key string, s api.Start) (api.StartedRun, error) {
	return call[api.StartedRun](ctx, c, http.MethodPost, "/v1/agents/"+url.PathEscape(key)+"/runs", s)
}

// Run shows a run with its cases.
func (c *Client) Run(ctx context.Context, id string) (api.RunDetail, error) {
	return call[api.RunDetail](ctx, c, http.MethodGet, "/v1/runs/"+url.PathEscape(id), nil)
}

// Unreachable means that no whole answer came: nothing is known of what the
// request did.
type Unreachable struct {
	URL string
	Err error
}

func (u *Unreachable) Error() string { return "no answer from " + u.URL + ": " + u.Err.Error() }
func (u *Unreachable) Unwrap() error { return u.Err }

// call makes one request. A problem answer is an *api.Problem; anything that is
// not of the contract is an error as well, whatever its status.
func call[T any](ctx context.Context, c *Client, method, path string, body any) (T, error) {
	var out T
	problem := &api.Problem{}
	r := c.http.R().SetContext(ctx).SetResult(&out).SetError(problem)
	if body != nil {
		r.SetBody(body)
	}
	resp, err := r.Execute(method, path)
	if err != nil {
		if ctx.Err() != nil {
			return out, ctx.Err()
		}
		return out, &Unreachable{c.http.BaseURL, err}
	}
	if err := answered(resp, problem); err != nil {
		return out, err
	}
	return out, nil
}

// answered checks that an answer is one of the contract.
func answered(resp *resty.Response, problem *api.Problem) error {
	if resp.IsError() {
		if problem.Code == "" {
			return notOurs(resp)
		}
		return problem
	}
	if resp.StatusCode() == http.StatusOK && resty.IsJSONType(resp.Header().Get("Content-Type")) {
		return nil
	}
	if resp.StatusCode() == http.StatusNoContent {
		return nil
	}
	return notOurs(resp)
}

func notOurs(resp *resty.Response) error {
	return fmt.Errorf("%s answered %s with %q, which no caplo workspace would", resp.Request.URL, resp.Status(), resp.Header().Get("Content-Type"))
}
