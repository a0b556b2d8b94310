package cli

import (
	"context"
	"time"
)

// lastWords is how long answers that have begun may take once streams have ended.
const lastWords = 5 * time.Second

// end shuts the server down: it takes nothing new, and what is in hand is
// finished within the grace. Until then it listens, for those who ask how it is and
// for those who wait for results. What is left is queued again when the workspace
// closes. The signal that began it was the user's, so this is no failure.
func (s *serving) end() error {
	s.closing.Begin()
	s.log.Info("shutting down", "cases", s.ws.Load().Cases, "grace", s.set.grace)
	grace, cancel := context.WithTimeout(context.Background(), s.set.grace)
	defer cancel()
	s.ws.Drain(grace)
	s.closing.EndStreams()
	last, done := context.WithTimeout(context.Background(), lastWords)
	defer done()
	if s.http.Shutdown(last) != nil { // it ends when all answers are given
		_ = s.http.Close() // whoever still writes is cut off
	}
	s.log.Info("ended", "cases given back", s.ws.Load().Cases)
	return nil
}
