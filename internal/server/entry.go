package server

import (
	"context"
	"net/http"
	"time"

	"github.com/caplo/caplo/internal/workspace"
)

// entry is what the log and the metrics learn of a request on its way through.
type entry struct {
	route  string // pattern of the route; empty where none fits
	probe  bool   // it asked about the process, not the workspace
	caller workspace.Caller
	err    error // why it failed
	kept   bool  // somebody keeps the log that this goes to
}

type entryKey struct{}

func withEntry(ctx context.Context, e *entry) context.Context {
	return context.WithValue(ctx, entryKey{}, e)
}

// entryOf is the entry of a context's request; one that nobody reads where there
// is none.
func entryOf(ctx context.Context) *entry {
	if e, ok := ctx.Value(entryKey{}).(*entry); ok {
		return e
	}
	return &entry{}
}

// routed notes which route a request took.
func routed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() { entryOf(r.Context()).route = r.Pattern }() // also where it panics
		next.ServeHTTP(w, r)
	})
}

// recorder notes what is answered. It passes on what streams and bodies need of
// the writer below.
type recorder struct {
	http.ResponseWriter
	status int // 0: nothing is written yet
	bytes  int64
	limit  time.Time // no body may come later; zero: whenever the route says

	patience time.Duration // for a part of the answer to be read
	streams  bool          // the handler bounds its writing itself
}

// maxPart is how much of an answer is written at once, in bytes.
const maxPart = 256 << 10

// WriteHeader implements http.ResponseWriter.
func (r *recorder) WriteHeader(status int) {
	if r.status == 0 && status >= 200 {
		r.status = status
	}
	r.bound()
	r.ResponseWriter.WriteHeader(status)
}

// Write implements io.Writer. Whoever does not read the answer, part by part, is
// not waited for.
func (r *recorder) Write(p []byte) (n int, err error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	for first := true; err == nil && (first || len(p) > 0); first = false {
		r.bound()
		var m int
		m, err = r.ResponseWriter.Write(p[:min(len(p), maxPart)])
		p, n = p[m:], n+m
	}
	r.bytes += int64(n)
	return n, err
}

// bound gives the next part of the answer its time.
func (r *recorder) bound() {
	if !r.streams && r.patience > 0 {
		_ = http.NewResponseController(r.ResponseWriter).SetWriteDeadline(time.Now().Add(r.patience))
	}
}

// SetWriteDeadline leaves the bound to the handler.
func (r *recorder) SetWriteDeadline(at time.Time) error {
	r.streams = true
	return http.NewResponseController(r.ResponseWriter).SetWriteDeadline(at)
}

// Flush implements http.Flusher.
func (r *recorder) Flush() {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	_ = http.NewResponseController(r.ResponseWriter).Flush() // one that cannot is not asked for streams
}

// SetReadDeadline bounds how long the request's body may take to come.
func (r *recorder) SetReadDeadline(at time.Time) error {
	if !r.limit.IsZero() && (at.IsZero() || at.After(r.limit)) {
		at = r.limit
	}
	return http.NewResponseController(r.ResponseWriter).SetReadDeadline(at)
}

// Unwrap lets http.ResponseController reach the writer below.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }
