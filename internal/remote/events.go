package remote

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/trace"
)

// Follow reports a run's cases as they end, each once, and returns the run when
// it is over. Following a run of the local workspace works it.
func (c *Client) Follow(ctx context.Context, id string, report func(trace.CaseRun) error) (trace.Run, error) {
	s, err := c.Open(ctx, id)
	if err != nil {
		return trace.Run{}, err
	}
	return s.Read(report)
}

// Stream is a run that is being followed.
type Stream struct {
	ctx  context.Context
	body io.ReadCloser
}

// Open begins to follow a run; runs of the local workspace are worked in the
// order in which they are opened. Read the stream to its end.
func (c *Client) Open(ctx context.Context, id string) (*Stream, error) {
	resp, err := c.http.R().SetContext(ctx).SetDoNotParseResponse(true).
		SetHeader("Accept", "text/event-stream").Get("/v1/runs/" + url.PathEscape(id) + "/events")
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, &Unreachable{c.http.BaseURL, err}
	}
	if resp.IsError() {
		defer resp.RawBody().Close()
		problem := &api.Problem{}
		if err := json.NewDecoder(resp.RawBody()).Decode(problem); err != nil || problem.Code == "" {
			return nil, notOurs(resp)
		}
		return nil, problem
	}
	return &Stream{ctx, resp.RawBody()}, nil
}

// Read reports the stream's cases and returns the run when it is over.
func (s *Stream) Read(report func(trace.CaseRun) error) (trace.Run, error) {
	defer s.body.Close()
	return readEvents(s.ctx, s.body, report)
}

// readEvents reads a run's stream to its end. A stream that ends before the run
// is over is an error.
func readEvents(ctx context.Context, body io.Reader, report func(trace.CaseRun) error) (trace.Run, error) {
	var run trace.Run
	in := bufio.NewReader(body)
	event := ""
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			if ctx.Err() != nil {
				return run, ctx.Err()
			}
			return run, fmt.Errorf("the run's stream broke off: %w", err)
		}
		name, data, _ := strings.Cut(strings.TrimRight(line, "\r\n"), ": ")
		switch {
		case name == "event":
			event = data
		case name == "data" && event == api.EventCase:
			var c trace.CaseRun
			if err := json.Unmarshal([]byte(data), &c); err != nil {
				return run, fmt.Errorf("read the run's stream: %w", err)
			}
			if err := report(c); err != nil {
				return run, err
			}
		case name == "data" && event == api.EventRun:
			err := json.Unmarshal([]byte(data), &run)
			return run, err
		case name == "data" && event == api.EventProblem:
			problem := &api.Problem{}
			if err := json.Unmarshal([]byte(data), problem); err != nil {
				return run, fmt.Errorf("read the run's stream: %w", err)
			}
			return run, problem
		}
	}
}
