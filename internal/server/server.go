// Package server answers the HTTP contract for a workspace: handlers and event
// streams. It decides nothing itself; who may call what is an Authenticator's
// business, and what a call does is the workspace's.
package server

import (
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"sync"

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
}

var setErrors = sync.OnceFunc(func() { huma.NewError = requestProblem })

// New returns the handler of the whole contract.
func New(opts Options) http.Handler {
	setErrors()
	mux := http.NewServeMux()
	config := huma.DefaultConfig("caplo workspace", opts.Version)
	config.Components.Schemas = huma.NewMapRegistry("#/components/schemas/", schemaName)
	config.CreateHooks = nil // no $schema in answers
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "", "", ""
	h := &handlers{ws: opts.Workspace, version: opts.Version}
	h.register(humago.New(mux, config))
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		write(w, &api.Problem{
			Type: "about:blank", Title: "Not Found", Status: http.StatusNotFound,
			Detail: "there is nothing at " + r.Method + " " + r.URL.Path, Code: string(workspace.NotFound),
		})
	})
	return authenticated(opts.Authenticator, mux)
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
			write(w, problem(err))
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), callerKey{}, caller)))
	})
}
