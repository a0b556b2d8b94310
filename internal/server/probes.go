package server

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

// readyWithin is how long the database may take to answer.
const readyWithin = time.Second

// probes answers what is asked about the process itself, and passes everything else
// on. Nobody needs a key for it. Whether the process lives and is ready may be
// asked by any name, as orchestrators do by address; a web page that reaches the
// server through a visitor's browser gets no metrics.
func (opts Options) probes(next http.Handler) http.Handler {
	all := map[string]http.HandlerFunc{
		"/healthz": func(w http.ResponseWriter, _ *http.Request) { say(w, http.StatusOK, "ok") },
		"/readyz":  opts.ready,
	}
	if opts.Metrics != nil {
		all["/metrics"] = knownHost(opts.Hosts, opts.Metrics.handler()).ServeHTTP
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		probe, ok := all[r.URL.Path]
		if !ok {
			next.ServeHTTP(w, r)
			return
		}
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			notTaken(w, r, []string{http.MethodGet, http.MethodHead})
			return
		}
		e := entryOf(r.Context())
		e.route, e.probe = "GET "+r.URL.Path, true
		probe(w, r)
	})
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
