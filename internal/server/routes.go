package server

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/workspace"
)

type handlers struct {
	ws      *workspace.Workspace
	version string
	// heartbeat is how often a quiet stream is heard.
	heartbeat time.Duration
	// patience is how long one event may take to be written.
	patience time.Duration
	uploads  *gate
}

// op is an operation of the contract.
type op struct {
	id, method, path, summary string
	// about says what the summary does not.
	about string
	// need is the scope without which nobody gets in; none: to be known is enough,
	// or the workspace decides by what is asked.
	need workspace.Scope
	// judged means that the workspace's rules judge the body, and nothing before them.
	judged bool
	// upload bounds how many of its bodies are read at once, since each may be as
	// large as a batch of bodies; nil: its bodies are small.
	upload *gate
	// stream means that the answer is a stream of events.
	stream bool
}

// Sizes and times of a request's body.
const (
	maxSmallBody = 4 << 20
	bodyTime     = 30 * time.Second
	uploadTime   = 5 * time.Minute
)

func (o op) huma() huma.Operation {
	out := huma.Operation{
		OperationID: o.id, Method: o.method, Path: o.path, Summary: o.summary, Description: o.description(),
		Middlewares: huma.Middlewares{plainQuery, o.admit, o.upload.pass, o.readBody}, MaxBodyBytes: -1, BodyReadTimeout: -1, // it was read before
		SkipValidateBody: o.judged,
		Tags:             []string{o.tag()}, Errors: o.errors(), Security: []map[string][]string{{keyScheme: o.scopes()}},
	}
	if o.stream {
		out.Responses = map[string]*huma.Response{"200": {
			Description: "The events, until the run is over.",
			Content:     map[string]*huma.MediaType{"text/event-stream": {Schema: &huma.Schema{Type: huma.TypeString}}},
		}}
	}
	if scopes := o.scopes(); len(scopes) > 0 {
		out.Extensions = map[string]any{"x-scope": scopes[0]}
	}
	return out
}

// bodyLimits are the size of an operation's body and the time that it may take.
func (o op) bodyLimits() (size int64, wait time.Duration) {
	if o.upload != nil {
		return api.MaxBody, uploadTime
	}
	return maxSmallBody, bodyTime
}

// admit lets nobody in who lacks the operation's scope, before anything of the
// body is read.
func (o op) admit(hc huma.Context, next func(huma.Context)) {
	if o.need != "" {
		if err := callerOf(hc.Context()).Need(o.need, "this request"); err != nil {
			refuse(hc, answer(hc.Context(), err))
			return
		}
	}
	next(hc)
}

// refuse answers a request whose body is not read: the connection ends with it.
func refuse(hc huma.Context, p *api.Problem) {
	r, w := humago.Unwrap(hc)
	if r.Body != nil && r.Body != http.NoBody {
		w.Header().Set("Connection", "close")
	}
	write(w, p)
}

// add registers an operation: whatever its handler returns as an error becomes a
// problem.
func add[I, O any](a huma.API, o op, handle func(context.Context, *I) (*O, error)) {
	huma.Register(a, o.huma(), func(ctx context.Context, in *I) (*O, error) {
		out, err := handle(ctx, in)
		if err != nil {
			return nil, answer(ctx, err)
		}
		return out, nil
	})
}

func (h *handlers) register(a huma.API) {
	add(a, op{id: "get-workspace", method: http.MethodGet, path: "/v1/workspace", summary: "Describe the workspace"}, h.workspace)
	h.registerAccess(a)
	h.registerPush(a)
	h.registerState(a)
	h.registerHistory(a)
	h.registerRuns(a)
	h.registerLists(a)
	h.registerCases(a)
}

type (
	body[T any] struct{ Body T }
	none        struct{}
)

func (h *handlers) workspace(ctx context.Context, _ *none) (*body[api.Workspace], error) {
	id, err := h.ws.WorkspaceID(ctx)
	if err != nil {
		return nil, err
	}
	n, err := h.ws.LastRevision(ctx)
	return &body[api.Workspace]{api.Workspace{ID: id, Version: h.version, Contract: api.Contract, Revision: n, Served: h.ws.Served()}}, err
}
