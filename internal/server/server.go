// Package server answers the HTTP contract for a workspace: handlers and event
// streams. It decides nothing itself; who may call what is an Authenticator's
// business, and what a call does is the workspace's.
package server

import (
	"cmp"
	"context"
	"encoding/json"
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

	// Report is told of faults of the workspace, with the request's context; callers
	// are not then told what they are. Nil means that nobody keeps a log, and callers
	// are told all.
	Report func(context.Context, error)
	// Heartbeat is how often a quiet stream is heard; 0 means api.Heartbeat.
	Heartbeat time.Duration
	// Patience is how long a caller may take to read one event of a stream; 0 means
	// half a minute.
	Patience time.Duration
}

var setErrors = sync.OnceFunc(func() {
	huma.NewErrorWithContext = func(hc huma.Context, status int, msg string, errs ...error) huma.StatusError {
		return requestProblem(hc.Context(), status, msg, errs...)
	}
	huma.NewError = func(status int, msg string, errs ...error) huma.StatusError {
		return requestProblem(context.Background(), status, msg, errs...)
	}
})

// New returns the handler of the whole contract.
func New(opts Options) http.Handler {
	mux := http.NewServeMux()
	contract(mux, opts)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { elsewhere(mux, w, r) })
	return reported(opts.Report, authenticated(opts.Authenticator, oneWay(mux)))
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
	}
	a := humago.New(mux, config)
	h.register(a)
	return a
}

// reported carries the hook for faults of the workspace to the handlers.
func reported(report func(context.Context, error), next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r.WithContext(withReport(r.Context(), report)))
	})
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
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), callerKey{}, caller)))
	})
}
