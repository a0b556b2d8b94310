package cli

import (
	"context"
	"time"
)

// lastWords is how long answers that have begun may take once streams have ended.
const lastWords = 5 * time.Second

// end shuts the server down: it takes nothing new, and what is in hand is
// finished within the grace. What is left is queued again when the workspace
// closes. The signal that began it was the user's, so this is no failure.
func (s *serving) end() error {
	s.closing.Begin()
	s.log.Info("shutting down", "cases", s.ws.Load().Cases, "grace", s.set.grace)
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		_ = s.http.Shutdown(context.Background()) // ends when all answers are given, or at Close
	}()
	grace, cancel := context.WithTimeout(context.Background(), s.set.grace)
	defer cancel()
	s.ws.Drain(grace)
	s.closing.EndStreams()
	last := time.NewTimer(lastWords)
	defer last.Stop()
	select {
	case <-stopped:
	case <-last.C:
		_ = s.http.Close() // whoever still writes is cut off
	}
	s.log.Info("ended", "cases given back", s.ws.Load().Cases)
	return nil
}
