package server

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

// readyWithin is how long the database may take to answer.
const readyWithin = time.Second

// probes adds what tells about the process itself. Nobody needs a key for it, and
// nothing in it is worth one.
func (opts Options) probes(mux *http.ServeMux) {
	probe := func(pattern string, h http.HandlerFunc) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			e := entryOf(r.Context())
			e.route, e.probe = pattern, true
			h(w, r)
		})
	}
	probe("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { say(w, http.StatusOK, "ok") })
	probe("GET /readyz", opts.ready)
	if opts.Metrics != nil {
		probe("GET /metrics", opts.Metrics.handler().ServeHTTP)
	}
}

// ready says whether requests should be sent here.
func (opts Options) ready(w http.ResponseWriter, r *http.Request) {
	if opts.Closing.Begun() {
		say(w, http.StatusServiceUnavailable, "closing")
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), readyWithin)
	defer cancel()
	if _, err := opts.Workspace.LastRevision(ctx); err != nil {
		entryOf(r.Context()).err = err
		say(w, http.StatusServiceUnavailable, "the database does not answer")
		return
	}
	say(w, http.StatusOK, "ready")
}

func say(w http.ResponseWriter, status int, word string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = fmt.Fprintln(w, word) // whoever is gone needs no answer
}
