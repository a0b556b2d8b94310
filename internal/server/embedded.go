package server

import (
	"context"
	"net"
	"net/http"
	"sync"

	"github.com/caplo/caplo/internal/workspace"
)

// Embedded serves a handler over connections that never leave the process. It
// is how the command line reaches the local workspace: same client, same
// handlers, no port.
type Embedded struct {
	srv   *http.Server
	pipes *pipeListener
	done  chan struct{}
}

type embeddedKey struct{}

// NewEmbedded starts serving. Close it.
func NewEmbedded(h http.Handler) *Embedded {
	e := &Embedded{pipes: newPipeListener(), done: make(chan struct{})}
	e.srv = &http.Server{
		Handler: h,
		ConnContext: func(ctx context.Context, _ net.Conn) context.Context {
			return context.WithValue(ctx, embeddedKey{}, true)
		},
	}
	go func() {
		defer close(e.done)
		_ = e.srv.Serve(e.pipes) // always ErrServerClosed
	}()
	return e
}

// Dial opens a connection to the server, whatever the address.
func (e *Embedded) Dial(ctx context.Context, _, _ string) (net.Conn, error) {
	return e.pipes.dial(ctx)
}

// Close ends all connections and waits for the server.
func (e *Embedded) Close() error {
	err := e.srv.Close()
	<-e.done
	return err
}

// EmbeddedAuth grants Owner to whoever comes over an embedded connection, and
// nobody else: only this process can.
type EmbeddedAuth struct{}

// Authenticate implements Authenticator.
func (EmbeddedAuth) Authenticate(r *http.Request) (workspace.Caller, error) {
	if r.Context().Value(embeddedKey{}) == nil {
		return workspace.Caller{}, &workspace.Problem{
			Code: workspace.Unauthorized, Message: "the local workspace answers its own process alone",
		}
	}
	return workspace.Local(), nil
}

// pipeListener accepts in-memory connections.
type pipeListener struct {
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once
}

func newPipeListener() *pipeListener {
	return &pipeListener{conns: make(chan net.Conn), done: make(chan struct{})}
}

func (l *pipeListener) dial(ctx context.Context) (net.Conn, error) {
	client, srv := net.Pipe()
	select {
	case l.conns <- srv:
		return client, nil
	case <-l.done:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Accept implements net.Listener.
func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener.
func (l *pipeListener) Close() error {
	l.once.Do(func() { close(l.done) })
	return nil
}

// Addr implements net.Listener.
func (l *pipeListener) Addr() net.Addr { return pipeAddr{} }

type pipeAddr struct{}

func (pipeAddr) Network() string { return "pipe" }
func (pipeAddr) String() string  { return "embedded" }
