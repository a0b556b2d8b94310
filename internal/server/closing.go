package server

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/caplo/caplo/internal/api"
)

// Closing is how a server is told that it ends.
type Closing struct {
	begun   atomic.Bool
	ended   chan struct{}
	endOnce sync.Once
}

// NewClosing is that of a server that goes on.
func NewClosing() *Closing { return &Closing{ended: make(chan struct{})} }

// Begin makes the server say that it is not ready for more.
func (c *Closing) Begin() { c.begun.Store(true) }

// Begun reports whether the server is to end.
func (c *Closing) Begun() bool { return c.begun.Load() }

// refuses turns away what would begin something new while the server ends. Reading
// goes on, so that nobody misses what is still in hand.
func (c *Closing) refuses(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.Method {
		case http.MethodGet, http.MethodHead, http.MethodOptions:
		default:
			if c.Begun() {
				write(w, &api.Problem{
					Type: "about:blank", Title: http.StatusText(http.StatusServiceUnavailable), Status: http.StatusServiceUnavailable,
					Detail: "the workspace is closing and takes nothing new", Hint: "try again once it is served again", Code: api.CodeUnavailable,
				})
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// EndStreams ends streams, without a word: whoever reads one takes it up again
// with the server that comes after.
func (c *Closing) EndStreams() { c.endOnce.Do(func() { close(c.ended) }) }

// streams ends the requests that would never end by themselves.
func (c *Closing) streams(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, "/events") {
			next.ServeHTTP(w, r)
			return
		}
		ctx, cancel := context.WithCancel(r.Context())
		defer cancel()
		over := make(chan struct{})
		defer close(over)
		go func() {
			select {
			case <-c.ended:
				cancel()
			case <-over:
			}
		}()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}
