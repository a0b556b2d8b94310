package server

import (
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/workspace"
)

// elsewhere answers what no operation takes: a path that there is not, a method
// that the path does not take, or the question which ones it takes.
func elsewhere(mux *http.ServeMux, w http.ResponseWriter, r *http.Request) {
	allowed := methodsOf(mux, r)
	if len(allowed) == 0 {
		notFound(w, r)
		return
	}
	notTaken(w, r, allowed)
}

// notTaken answers for a path that takes other methods than the request's.
func notTaken(w http.ResponseWriter, r *http.Request, allowed []string) {
	w.Header().Set("Allow", strings.Join(allowed, ", "))
	if r.Method == http.MethodOptions {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	write(w, &api.Problem{
		Type: "about:blank", Title: http.StatusText(http.StatusMethodNotAllowed), Status: http.StatusMethodNotAllowed,
		Detail: "this path does not take " + plainMethod(r.Method), Hint: "it takes " + strings.Join(allowed, ", "),
		Code: api.CodeMethod, RequestID: requestIDOf(r.Context()),
	})
}

func notFound(w http.ResponseWriter, r *http.Request) {
	write(w, &api.Problem{
		Type: "about:blank", Title: http.StatusText(http.StatusNotFound), Status: http.StatusNotFound,
		Detail: "there is nothing at this path", Code: string(workspace.NotFound), RequestID: requestIDOf(r.Context()),
	})
}

// methodsOf lists the methods that a request's path takes.
func methodsOf(mux *http.ServeMux, r *http.Request) []string {
	var out []string
	for _, m := range []string{
		http.MethodDelete, http.MethodGet, http.MethodHead, http.MethodPatch, http.MethodPost, http.MethodPut,
	} {
		probe := r.Clone(r.Context())
		probe.Method = m
		if _, pattern := mux.Handler(probe); pattern != "" && pattern != "/" {
			out = append(out, m)
		}
	}
	if len(out) > 0 {
		out = append(out, http.MethodOptions)
	}
	slices.Sort(out)
	return out
}

// plainMethod is a method as an answer may name it: callers can send any word.
func plainMethod(m string) string {
	if len(m) > 20 {
		return "this method"
	}
	return m
}

// oneWay keeps paths that can be written in a shorter way from the router, which
// would send callers there with an answer that is not of the contract.
func oneWay(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p := r.URL.EscapedPath()
		if clean := path.Clean("/" + p); p != clean && p != clean+"/" {
			notFound(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}
