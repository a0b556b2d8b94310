package server

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/caplo/caplo/internal/api"
)

// observed writes a line a request and counts it.
func observed(log *slog.Logger, kept bool, m *Metrics, patience time.Duration, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		e := &entry{kept: kept}
		rec := &recorder{ResponseWriter: w, patience: patience}
		// The bound of the answer before, on the same connection, has passed by now.
		_ = http.NewResponseController(w).SetWriteDeadline(time.Time{})
		m.begin()
		defer func() { // also of a connection that is being cut
			took := time.Since(began)
			m.end(e, r.Method, rec.code(), took)
			logged(log, e, r, rec, took)
		}()
		next.ServeHTTP(rec, r.WithContext(withEntry(r.Context(), e)))
	})
}

// code is the status that was answered.
func (r *recorder) code() int {
	if r.status == 0 {
		return http.StatusOK // the server says so for a handler that says nothing
	}
	return r.status
}

// logged writes a request's line. It names the caller's member and key, never
// the key itself, and the route, never the query. Callers choose the method, so
// one that HTTP does not know is not repeated. The address is that of the
// connection's other end.
func logged(log *slog.Logger, e *entry, r *http.Request, rec *recorder, took time.Duration) {
	level := slog.LevelInfo
	attrs := []slog.Attr{
		slog.String("method", methodName(r.Method)), slog.String("route", routeName(e.route)),
		slog.Int("status", rec.code()), slog.Duration("duration", took), slog.Int64("bytes", rec.bytes),
		slog.String("request", requestIDOf(r.Context())), slog.String("address", peer(r)),
	}
	if c := e.caller; c.Name != "" {
		attrs = append(attrs, slog.String("member", c.Name))
		if c.Key != "" {
			attrs = append(attrs, slog.String("key", c.KeyName+"/"+c.Key))
		}
	}
	switch {
	case rec.code() >= http.StatusInternalServerError && r.Context().Err() == nil:
		level = slog.LevelError
		attrs = append(attrs, slog.Any("error", cause(e.err)))
	case e.probe:
		level = slog.LevelDebug
	}
	log.LogAttrs(context.WithoutCancel(r.Context()), level, "request", attrs...)
}

// peer is who a request comes from, without the port. Behind a proxy it is the
// proxy: what a header says of others anybody can write.
func peer(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

// recovered answers a panic of a handler. Where the answer has begun, only
// cutting the connection tells that it is no whole one.
func recovered(log *slog.Logger, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			v := recover()
			if v == nil {
				return
			}
			if v == http.ErrAbortHandler { //nolint:errorlint // it is compared, not wrapped
				panic(v)
			}
			id := requestIDOf(r.Context())
			log.Error("a handler panicked", "request", id, "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
			entryOf(r.Context()).err = fmt.Errorf("panic: %v", v)
			if rec, ok := w.(*recorder); ok && rec.status != 0 {
				panic(http.ErrAbortHandler)
			}
			write(w, &api.Problem{
				Type: "about:blank", Title: http.StatusText(http.StatusInternalServerError), Status: http.StatusInternalServerError,
				Detail: "caplo failed on this request", Code: api.CodeInternal, RequestID: id,
				Hint: "the server's log says more under the request id " + id,
			})
		}()
		next.ServeHTTP(w, r)
	})
}
