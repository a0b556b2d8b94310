package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/trace"
	"github.com/caplo/caplo/internal/workspace"
)

type followInput struct {
	ID   string `path:"id" doc:"id of the run"`
	Last string `header:"Last-Event-ID" doc:"take the stream up after this event"`
}

// follow streams a run's events until the run is over or the caller goes.
func (h *handlers) follow(ctx context.Context, in *followInput) (*huma.StreamResponse, error) {
	seq, err := lastEvent(in.Last)
	if err == nil {
		err = h.ws.CheckSeq(ctx, in.ID, seq)
	}
	// What is not there is an ordinary answer; the stream begins after this. Runs
	// are worked in the order in which their streams begin.
	if err == nil {
		err = h.ws.Work(ctx, in.ID)
	}
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		hc.SetHeader("Content-Type", "text/event-stream")
		hc.SetHeader("Cache-Control", "no-store")
		hc.SetHeader("X-Accel-Buffering", "no") // asks proxies to pass events on at once
		if hc.Method() != http.MethodHead {
			h.stream(hc, in.ID, seq)
		}
	}}, nil
}

func lastEvent(header string) (int64, error) {
	if header == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(header, 10, 64)
	if err != nil || n < 0 {
		return 0, &workspace.Problem{Code: workspace.InvalidRequest, Message: "Last-Event-ID is not the id of an event"}
	}
	return n, nil
}

// stream reports a run's cases as they end. While none does, it is heard all the
// same; it ends with the caller, who is gone also when nothing can be written.
func (h *handlers) stream(hc huma.Context, id string, seq int64) {
	ctx, gone := context.WithCancel(hc.Context())
	w := newEventWriter(hc, h.patience, gone)
	var beating sync.WaitGroup
	defer beating.Wait()
	defer gone()
	if w.comment(fmt.Sprintf("retry: %d\n: the run is followed", reconnect.Milliseconds())) != nil {
		return
	}
	beating.Go(func() { w.beat(ctx, h.heartbeat, func() error { return h.mayFollow(ctx) }) })
	run, err := h.ws.Follow(ctx, id, seq, func(c trace.CaseRun) error {
		return w.send(strconv.FormatInt(c.Seq, 10), api.EventCase, c)
	})
	switch {
	case err == nil:
		_ = w.send("", api.EventRun, run) // a caller that is gone needs no answer
	case ctx.Err() == nil && workspace.CodeOf(err) != workspace.Unavailable:
		// A workspace that closes says nothing: whoever follows takes the stream up
		// again, where it runs on.
		_ = w.send("", api.EventProblem, answer(ctx, err))
	}
}

// mayFollow reports who was let in and would not be now. What else the workspace
// fails at ends no stream.
func (h *handlers) mayFollow(ctx context.Context) error {
	now, err := h.ws.StillIn(ctx, callerOf(ctx))
	if err == nil {
		err = now.Need(workspace.ScopeRead, "following a run")
	}
	if code := workspace.CodeOf(err); code == workspace.Unauthorized || code == workspace.Forbidden {
		return err
	}
	return nil
}

// reconnect is how long a client is asked to wait before it takes a stream up
// again.
const reconnect = time.Second

// eventTime is how long one event may take to be written, where nobody says
// otherwise: a caller that does not read is not waited for any longer.
const eventTime = 30 * time.Second

// eventWriter writes server-sent events, each flushed at once.
type eventWriter struct {
	mu   sync.Mutex
	w    http.ResponseWriter
	conn *http.ResponseController
	wait time.Duration
	gone func() // called when the caller cannot be written to
	over bool   // nothing more is written
}

// end keeps anything more from being written.
func (e *eventWriter) end() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.over = true
	e.gone()
}

func newEventWriter(hc huma.Context, wait time.Duration, gone func()) *eventWriter {
	_, w := humago.Unwrap(hc)
	return &eventWriter{w: w, conn: http.NewResponseController(w), wait: wait, gone: gone}
}

func (e *eventWriter) send(id, event string, data any) error {
	line, err := json.Marshal(data)
	if err != nil {
		return fmt.Errorf("write event %s: %w", event, err)
	}
	if id != "" {
		id = "id: " + id + "\n"
	}
	return e.write(fmt.Sprintf("%sevent: %s\ndata: %s\n\n", id, event, line))
}

// comment writes lines that are no event.
func (e *eventWriter) comment(lines string) error { return e.write(lines + "\n\n") }

// beat writes a comment again and again until ctx ends, or whoever reads may not
// any longer, which is the last that they are told.
func (e *eventWriter) beat(ctx context.Context, every time.Duration, may func() error) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := may(); err != nil {
				_ = e.send("", api.EventProblem, answer(ctx, err)) // a caller that is gone needs no answer
				e.end()
				return
			}
			if e.comment(":") != nil {
				return
			}
		}
	}
}

func (e *eventWriter) write(text string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.over {
		return context.Canceled
	}
	_ = e.conn.SetWriteDeadline(time.Now().Add(e.wait)) // a connection without deadlines is one of a test
	_, err := e.w.Write([]byte(text))
	if err == nil {
		err = e.conn.Flush()
	}
	if errors.Is(err, http.ErrNotSupported) {
		err = nil // what cannot be flushed comes when it comes
	}
	if err != nil {
		e.gone()
	}
	return err
}
