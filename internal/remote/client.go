// Package remote is the client of a workspace: a served one over the network, or
// the local one over a connection inside the process. It is the only way in
// which commands reach a workspace. It sends a key to one origin and nowhere else,
// bounds every wait, tries again what may be tried again, and takes nothing for an
// answer that is not one of the contract.
package remote

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"log"
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
	// BaseURL is the workspace's address; with Dial it is only a name.
	BaseURL string
	// Dial, where not nil, makes the connections, inside the process: nothing is
	// tried again, and nothing is timed.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)

	Key       Key    // sent to BaseURL's origin alone
	KeyOrigin string // where the key came from, for messages
	AllowHTTP bool   // plain http may leave this machine
	UserAgent string
	// Wait bounds the first contact; 0: FirstContact. Where it is longer, a
	// workspace that does not answer yet is asked until it does.
	Wait time.Duration
	// Getenv gives the settings of proxies and of certificates; nil: there are none.
	Getenv func(string) string

	Now   func() time.Time                           // nil: the real clock
	Sleep func(context.Context, time.Duration) error // nil: for real
	Times Times
	Sizes Sizes
}

// Client speaks to one workspace. It may be used from many goroutines.
type Client struct {
	http      *resty.Client
	transport *http.Transport
	opts      Options
	origin    string
	proxy     func(*url.URL) (*url.URL, error)
	refused   error // why nothing may be sent
}

// New returns a client. Close it. An address that nothing may be sent to makes
// every call fail.
func New(opts Options) *Client {
	opts.fill()
	c := &Client{opts: opts, origin: opts.BaseURL}
	if opts.Dial == nil {
		c.origin, c.refused = origin(opts)
	}
	c.transport = c.newTransport()
	c.http = resty.New().SetTransport(c.transport).SetBaseURL(c.origin).
		SetRedirectPolicy(resty.RedirectPolicyFunc(func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse // a redirect is an answer, and followed nowhere
		})).
		SetLogger(silent()).SetDisableWarn(true).SetHeader("User-Agent", opts.UserAgent)
	return c
}

func origin(opts Options) (string, error) {
	o, err := Origin(opts.BaseURL)
	if err != nil {
		return "", &Error{Msg: "the workspace's address is not usable: " + err.Error(), Hint: "give an address such as https://caplo.example.com"}
	}
	if opts.AllowHTTP {
		return o, nil
	}
	return o, CheckPlain(o)
}

func silent() resty.Logger { return quiet{log.New(io.Discard, "", 0)} }

type quiet struct{ *log.Logger }

func (quiet) Errorf(string, ...any) {}
func (quiet) Warnf(string, ...any)  {}
func (quiet) Debugf(string, ...any) {}

// Address is the workspace's origin.
func (c *Client) Address() string { return c.origin }

// Close ends idle connections.
func (c *Client) Close() { c.transport.CloseIdleConnections() }

func (c *Client) embedded() bool { return c.opts.Dial != nil }

// Workspace describes the workspace.
func (c *Client) Workspace(ctx context.Context) (api.Workspace, error) {
	return call[api.Workspace](ctx, c, get("/v1/workspace"))
}

// Plan asks what a push would change.
func (c *Client) Plan(ctx context.Context, m agent.Manifest) (api.Proposal, error) {
	proposal, err := call[api.Proposal](ctx, c, again("/v1/push/plan", m))
	if err == nil {
		err = c.sound(proposal.Plan)
	}
	return proposal, err
}

// Push applies a push. An answer that is lost on the way is asked for again
// under the same key, which the workspace carries out once.
func (c *Client) Push(ctx context.Context, commit api.Commit) (api.Committed, error) {
	done, err := call[api.Committed](ctx, c, again("/v1/push", commit))
	if err == nil {
		err = c.sound(&done.Plan)
	}
	return done, err
}

// batchBytes is what a batch holds: twice as much would be allowed, and held
// in memory as often as it is copied on its way.
const batchBytes = api.MaxBatchBytes / 2

// Upload sends bodies in batches within the contract's limits. Sending one twice
// changes nothing.
func (c *Client) Upload(ctx context.Context, resources []api.Resource) error {
	return c.UploadEach(ctx, resources, func(int) {})
}

// UploadEach is Upload that says after each batch how many bodies it sent.
func (c *Client) UploadEach(ctx context.Context, resources []api.Resource, sent func(n int)) error {
	for len(resources) > 0 {
		n, bytes := 0, 0
		for n < len(resources) && n < api.MaxBatchItems {
			bytes += len(resources[n].Body)
			if n > 0 && bytes > batchBytes {
				break
			}
			n++
		}
		if _, err := call[api.Uploaded](ctx, c, again("/v1/push/bodies", api.Upload{Resources: resources[:n]})); err != nil {
			return err
		}
		sent(n)
		resources = resources[n:]
	}
	return nil
}

// Revision shows a revision of the workspace.
func (c *Client) Revision(ctx context.Context, number int64) (api.Revision, error) {
	return call[api.Revision](ctx, c, get(fmt.Sprintf("/v1/revisions/%d", number)))
}

// StartRun starts, joins or reuses a run of an agent's cases. It is asked for
// under a key, so that a start whose answer is lost does not happen twice.
func (c *Client) StartRun(ctx context.Context, key string, s api.Start) (api.StartedRun, error) {
	if s.StartKey == "" {
		s.StartKey = rand.Text()
	}
	return call[api.StartedRun](ctx, c, again("/v1/agents/"+url.PathEscape(key)+"/runs", s))
}

// Run shows a run with its cases.
func (c *Client) Run(ctx context.Context, id string) (api.RunDetail, error) {
	return call[api.RunDetail](ctx, c, get("/v1/runs/"+url.PathEscape(id)))
}

// Results shows the cases of a run that ended after one.
func (c *Client) Results(ctx context.Context, id string, after int64) (api.Results, error) {
	return call[api.Results](ctx, c, get(fmt.Sprintf("/v1/runs/%s/results?after=%d", url.PathEscape(id), after)))
}
