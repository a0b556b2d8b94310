package remote

import (
	"time"

	"github.com/caplo/caplo/internal/trace"
)

// How often a run is asked for whose stream does not come through.
const (
	pollFirst = time.Second
	pollLast  = 3 * time.Second
)

// ask follows the run by asking for what ended since, until it is over.
func (s *Stream) ask() (trace.Run, bool, error) {
	pause := pollFirst
	for {
		got, err := s.c.Results(s.ctx, s.id, s.whole)
		if err != nil {
			return trace.Run{}, false, err
		}
		s.alive()
		before := len(s.taken)
		for _, c := range got.Cases {
			if err := s.take(c); err != nil {
				return got.Run.Run, false, err
			}
		}
		news := len(s.taken) > before
		if got.Run.Status != trace.RunOpen {
			if !news {
				return got.Run.Run, true, nil
			}
			continue // it was over when it was asked for: the rest is there
		}
		if news {
			pause = pollFirst
		}
		if err := s.c.opts.Sleep(s.ctx, pause); err != nil {
			return got.Run.Run, false, err
		}
		if !news {
			pause = min(pause*3/2, pollLast)
		}
	}
}
