package server

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

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
	var seq int64
	if in.Last != "" {
		n, err := strconv.ParseInt(in.Last, 10, 64)
		if err != nil {
			return nil, &workspace.Problem{Code: workspace.InvalidRequest, Message: "Last-Event-ID is not a number"}
		}
		seq = n
	}
	// What is not there is an ordinary answer; the stream begins after this. Runs
	// are worked in the order in which their streams begin.
	if err := h.ws.Work(ctx, in.ID); err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		hc.SetHeader("Content-Type", "text/event-stream")
		hc.SetHeader("Cache-Control", "no-store")
		w := &eventWriter{hc: hc}
		if w.begin() != nil {
			return
		}
		run, err := h.ws.Follow(hc.Context(), in.ID, seq, func(c trace.CaseRun) error {
			return w.send(strconv.FormatInt(c.Seq, 10), api.EventCase, c)
		})
		switch {
		case err == nil:
			_ = w.send("", api.EventRun, run) // a caller that is gone needs no answer
		case hc.Context().Err() == nil && workspace.CodeOf(err) != workspace.Unavailable:
			// A workspace that closes says nothing: whoever follows takes the stream up
			// again, where it runs on.
			_ = w.send("", api.EventProblem, problem(err))
		}
	}}, nil
}

// eventWriter writes server-sent events, each flushed at once.
type eventWriter struct{ hc huma.Context }

func (e *eventWriter) send(id, event string, data any) error {
	line, err := json.Marshal(data)
	if err != nil {
		return fmt.Errorf("write event %s: %w", event, err)
	}
	w := e.hc.BodyWriter()
	if id != "" {
		id = "id: " + id + "\n"
	}
	_, err = fmt.Fprintf(w, "%sevent: %s\ndata: %s\n\n", id, event, line)
	e.flush()
	return err
}

// begin sends the headers, so that the caller knows that the run is followed.
func (e *eventWriter) begin() error {
	_, err := fmt.Fprint(e.hc.BodyWriter(), ": the run is followed\n\n")
	e.flush()
	return err
}

func (e *eventWriter) flush() {
	if f, ok := e.hc.BodyWriter().(http.Flusher); ok {
		f.Flush()
	}
}
