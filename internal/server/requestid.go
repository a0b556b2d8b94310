package server

import (
	"context"
	"crypto/rand"
	"net/http"
	"regexp"
	"strings"
)

// RequestIDHeader carries the id of a request, in its answer.
const RequestIDHeader = "X-Request-Id"

type requestIDKey struct{}

// withRequestID names a request, for its answer and for the log.
func withRequestID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, requestIDKey{}, id)
}

// requestIDOf is the id of a context's request; empty where it has none.
func requestIDOf(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey{}).(string)
	return id
}

// askedID is how a request's own id may look: it ends in logs and answers.
var askedID = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

// named gives each request an id, its own where it has a usable one, and every
// answer what all answers say.
func named(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.Header.Get(RequestIDHeader)
		if !askedID.MatchString(id) {
			id = "req_" + strings.ToLower(rand.Text()[:16])
		}
		h := w.Header()
		h.Set(RequestIDHeader, id)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r.WithContext(withRequestID(r.Context(), id)))
	})
}
