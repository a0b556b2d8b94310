// Package server answers the HTTP contract for a workspace: handlers and event
// streams. It decides nothing itself; who may call what is an Authenticator's
// business, and what a call does is the workspace's.
package server

import (
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"reflect"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/workspace"
)

// Authenticator tells who makes a request. There is no way to run without one.
type Authenticator interface {
	// Authenticate returns a *workspace.Problem for who is not let in.
	Authenticate(r *http.Request) (workspace.Caller, error)
}

// Options configure a server.
type Options struct {
	Workspace     *workspace.Workspace
	Authenticator Authenticator
	Version       string

	// Hosts are the names, without ports, under which the server is reached; a
	// request for another one is refused. Nil: any name will do.
	Hosts []string
	// BodyTime bounds how long any body may take to come; 0: each route's own
	// bound holds alone.
	BodyTime time.Duration
	// Heartbeat is how often a quiet stream is heard; 0 means api.Heartbeat.
	Heartbeat time.Duration
	// Patience is how long a caller may take to read one event of a stream, or one
	// part of an answer; 0 means half a minute.
	Patience time.Duration

	// Log is told of every request and every fault; callers are not then told what
	// a fault is. Nil: nobody keeps a log, and callers are told all.
	Log     *slog.Logger
	Metrics *Metrics // nil: nobody counts
	Closing *Closing // nil: it never closes
}

var setErrors = sync.OnceFunc(func() {
	huma.NewErrorWithContext = func(hc huma.Context, status int, msg string, errs ...error) huma.StatusError {
		return requestProblem(hc.Context(), status, msg, errs...)
	}
	huma.NewError = func(status int, msg string, errs ...error) huma.StatusError {
		return requestProblem(context.Background(), status, msg, errs...)
	}
})

// New returns the handler of the whole contract, guarded: each request has an id
// and a line in the log, a panic is an answer, and who asks is known. What tells
// about the process itself (/healthz, /readyz, /metrics) is open to everybody.
func New(opts Options) http.Handler {
	mux := http.NewServeMux()
	contract(mux, opts)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { elsewhere(mux, w, r) })
	return opts.guarded(oneWay(mux))
}

// guarded puts the guards around the operations.
func (opts Options) guarded(operations http.Handler) http.Handler {
	kept := opts.Log != nil
	if !kept {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	if opts.Closing == nil {
		opts.Closing = NewClosing()
	}
	opts.Metrics.watch(opts.Workspace)
	contract := knownHost(opts.Hosts, opts.Closing.streams(authenticated(opts.Authenticator, opts.Closing.refuses(routed(operations)))))
	inner := timedBody(opts.BodyTime, opts.probes(contract))
	return named(observed(opts.Log, kept, opts.Metrics, cmp.Or(opts.Patience, eventTime), recovered(opts.Log, inner)))
}

// contract registers every operation.
func contract(mux *http.ServeMux, opts Options) huma.API {
	setErrors()
	config := huma.DefaultConfig("caplo workspace", contractVersion)
	config.Components.Schemas = huma.NewMapRegistry("#/components/schemas/", schemaName)
	config.CreateHooks = nil // no $schema in answers
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "", "", ""
	config.RejectUnknownQueryParameters = true
	h := &handlers{
		ws: opts.Workspace, version: opts.Version,
		heartbeat: cmp.Or(opts.Heartbeat, api.Heartbeat), patience: cmp.Or(opts.Patience, eventTime),
		uploads: newGate(maxUploads, uploadWait),
	}
	a := humago.New(mux, config)
	h.register(a)
	return a
}

// schemaName names a type in the contract: by its own name, but for those that
// share one.
func schemaName(t reflect.Type, hint string) string {
	if t == reflect.TypeFor[agent.Problem]() {
		return "ResourceProblem"
	}
	return huma.DefaultSchemaNamer(t, hint)
}

// write answers with a problem outside of the contract's own operations.
func write(w http.ResponseWriter, p *api.Problem) {
	p.RequestID = w.Header().Get(RequestIDHeader)
	for name, values := range p.GetHeaders() {
		w.Header()[name] = values
	}
	w.Header().Set("Content-Type", p.ContentType(""))
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p) // a caller that is gone needs no answer
}

type callerKey struct{}

// callerOf is who makes the request of a context; nobody where it came past
// authentication, who may do nothing.
func callerOf(ctx context.Context) workspace.Caller {
	c, _ := ctx.Value(callerKey{}).(workspace.Caller)
	return c
}

// authenticated lets a request through once its caller is known.
func authenticated(auth Authenticator, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		caller, err := auth.Authenticate(r)
		if err != nil {
			write(w, answer(r.Context(), err))
			return
		}
		entryOf(r.Context()).caller = caller
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), callerKey{}, caller)))
	})
}
