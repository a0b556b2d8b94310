package remote

import (
	"errors"
	"net/http"
	"time"

	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/trace"
)

// feed is one connection over which a run is followed.
type feed struct {
	resp   *response
	events *eventReader
	opened time.Time
}

// open connects to the run's stream behind the last case that was reported.
func (s *Stream) open() {
	r := request{method: http.MethodGet, path: eventsPath(s.id), stream: true, after: s.whole}
	resp, err := s.c.send(s.ctx, r, nil, pace{
		first: s.c.opts.Times.Event, next: s.c.opts.Times.Silence, stride: 1, byBody: true,
	})
	if err != nil {
		s.withhold(err)
		return
	}
	if !asStream(resp.answer(r.path, nil)) {
		defer resp.close()
		s.lost = s.c.noStream(resp, r.path)
		if isForeign(s.lost) {
			s.poll, s.lost = !s.c.embedded(), nil
		}
		return
	}
	s.feed = &feed{resp: resp, opened: s.c.opts.Now()}
}

// withhold notes that there is no stream. One that does not begin may be held
// back by something in between: then the run is asked for instead.
func (s *Stream) withhold(err error) {
	var late *tooLong
	if errors.As(err, &late) && s.ctx.Err() == nil && !s.c.embedded() {
		s.poll = true
		return
	}
	s.lost = err
}

// noStream is the error of an answer that is no stream.
func (c *Client) noStream(resp *response, path string) error {
	resp.left = c.opts.Sizes.Answer + 1 // all of it in the time that a stream has to begin
	body, err := resp.all()
	if err != nil {
		return resp.fault(err)
	}
	a := resp.answer(path, body)
	if a.status >= 300 {
		return c.refusal(a)
	}
	return c.foreign(a, "")
}

// listen reads the feed until the run is over or the feed breaks off.
func (s *Stream) listen() (trace.Run, bool, error) {
	if s.feed.events == nil {
		s.feed.events = newEventReader(s.feed.resp)
	}
	for {
		e, err := s.feed.events.next()
		if err != nil {
			return trace.Run{}, false, s.broken(err)
		}
		run, over, err := s.dispatch(e)
		if over || err != nil {
			return run, over, err
		}
	}
}

// broken is the error of a feed that ended before the run.
func (s *Stream) broken(err error) error {
	if errors.Is(err, errLongLine) {
		return &Error{Address: s.c.origin, Msg: "the stream of run " + s.id + " holds a line of more than 16 MiB", Hint: anotherServer}
	}
	if s.c.embedded() && s.ctx.Err() == nil {
		return &Error{Address: s.c.origin, Msg: "the run's stream broke off", Hint: "run the same command again", Err: err}
	}
	// One that was heard for a while shows that the run is there. One that only
	// begins, again and again, does not.
	if last := s.feed.resp.last; last.Sub(s.feed.opened) >= api.Heartbeat {
		s.fails, s.life = 0, last
	}
	fault := s.feed.resp.fault(err)
	var late *tooLong
	if errors.As(fault, &late) && s.ctx.Err() == nil {
		// Twice in a row is no accident: something holds the stream back.
		if s.silent++; !s.feed.resp.begun || s.silent > 1 {
			s.drop()
			s.poll = true
			return nil
		}
	}
	return fault
}
