package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

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

// Stream is a run that is being followed: over one connection after the other, or
// by asking again and again where something in between holds streams back.
type Stream struct {
	c      *Client
	ctx    context.Context
	id     string
	feed   *feed
	lost   error // why there is no feed
	taken  map[int64]bool
	whole  int64 // all cases up to this one were reported
	poll   bool
	silent int       // feeds in a row that gave nothing
	fails  int       // in a row
	life   time.Time // when there was a sign of the run last
	report func(trace.CaseRun) error
}

// Open begins to follow a run; runs of the local workspace are worked in the
// order in which they are opened. Read the stream to its end.
func (c *Client) Open(ctx context.Context, id string) (*Stream, error) {
	s := &Stream{c: c, ctx: ctx, id: id, taken: map[int64]bool{}, life: c.opts.Now()}
	s.open()
	if s.lost != nil && (c.embedded() || !passing(s.lost)) {
		return nil, s.lost
	}
	return s, nil
}

// Read reports the stream's cases and returns the run when it is over.
func (s *Stream) Read(report func(trace.CaseRun) error) (trace.Run, error) {
	s.report = report
	defer s.drop()
	for {
		run, over, err := s.once()
		if over && err == nil {
			return s.complete(run)
		}
		if err == nil {
			continue
		}
		if stop := s.goOn(err); stop != nil {
			return run, stop
		}
	}
}

// once listens to the feed, or asks, until there is an end or an error.
func (s *Stream) once() (trace.Run, bool, error) {
	if s.poll {
		return s.ask()
	}
	if s.feed == nil && s.lost == nil {
		s.open()
	}
	if s.poll {
		return trace.Run{}, false, nil
	}
	if err := s.lost; err != nil {
		s.lost = nil
		return trace.Run{}, false, err
	}
	return s.listen()
}

// goOn waits before the next try; an error means that there is none.
func (s *Stream) goOn(err error) error {
	s.drop()
	if s.ctx.Err() != nil {
		return s.ctx.Err()
	}
	if s.c.embedded() || !passing(err) {
		return err
	}
	s.fails++
	pause := pauseFor(s.fails, err)
	if s.c.opts.Now().Add(pause).Sub(s.life) > s.c.opts.Times.Follow {
		return tooLate(err)
	}
	return s.c.opts.Sleep(s.ctx, pause)
}

// alive notes a sign of the run.
func (s *Stream) alive() { s.fails, s.silent, s.life = 0, 0, s.c.opts.Now() }

func (s *Stream) drop() {
	if s.feed != nil {
		s.feed.resp.close()
		s.feed = nil
	}
}

// take reports a case, unless it was reported before.
func (s *Stream) take(c trace.CaseRun) error {
	if s.taken[c.Seq] {
		return nil
	}
	s.taken[c.Seq] = true
	for s.taken[s.whole+1] {
		s.whole++
	}
	err := s.report(c)
	s.alive() // after that: whoever prints may take its time
	return err
}

// complete holds a run that is over against what was reported of it, and fetches
// what is lacking.
func (s *Stream) complete(run trace.Run) (trace.Run, error) {
	if run.Status != trace.RunFinished || len(s.taken) >= run.OK+run.Failed+run.Errors || s.c.embedded() {
		return run, nil
	}
	rest, err := s.c.Results(s.ctx, s.id, s.whole)
	if err != nil {
		return run, err
	}
	for _, c := range rest.Cases {
		if err := s.take(c); err != nil {
			return run, err
		}
	}
	if n := run.OK + run.Failed + run.Errors; len(s.taken) < n {
		return run, &Error{
			Address: s.c.origin, Msg: fmt.Sprintf("%s gave %d of the %d results of run %s", s.c.origin, len(s.taken), n, s.id),
			Hint: "run the same command again",
		}
	}
	return run, nil
}

// dispatch acts on an event; over means that it was the last.
func (s *Stream) dispatch(e event) (run trace.Run, over bool, err error) {
	switch e.name {
	case api.EventCase:
		var c trace.CaseRun
		if err = json.Unmarshal([]byte(e.data), &c); err == nil {
			return run, false, s.take(c)
		}
	case api.EventRun:
		if err = json.Unmarshal([]byte(e.data), &run); err == nil {
			return run, true, nil
		}
	case api.EventProblem:
		p := &api.Problem{}
		if err = json.Unmarshal([]byte(e.data), p); err == nil {
			return run, false, s.c.ours(p)
		}
	default:
		return run, false, nil
	}
	return run, false, &Error{
		Address: s.c.origin, Msg: fmt.Sprintf("the stream of run %s holds what is not JSON of the contract", s.id), Hint: anotherServer, Err: err,
	}
}

func eventsPath(id string) string { return "/v1/runs/" + url.PathEscape(id) + "/events" }

// asStream is whether an answer to a request for a stream is one. Something in
// between may answer in its place, or turn the stream into something else.
func asStream(a answer) bool { return a.status == http.StatusOK && a.is("text/event-stream") }

// isForeign reports whether an error is of an answer that no workspace gave, is
// no redirect, and will not have passed in a moment.
func isForeign(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Status != 0 && (e.Status < 300 || e.Status >= 400) && !passing(err)
}
