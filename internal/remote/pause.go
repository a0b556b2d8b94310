package remote

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/caplo/caplo/internal/api"
)

const (
	firstPause = 250 * time.Millisecond
	longPause  = 10 * time.Second
)

// later is an answer that asks to wait before the next try. It reads as the error
// that it holds.
type later struct {
	error
	wait time.Duration
	said bool // the error says so
}

func (l *later) Unwrap() error { return l.error }

// asking adds to an error what its answer asks to wait, if anything.
func asking(err error, a answer, now time.Time) error {
	if wait := retryAfter(a.header, now); wait > 0 && passing(err) {
		return &later{error: err, wait: wait}
	}
	return err
}

// pauseFor is how long to wait before try n+1: all that the workspace asked for,
// else twice as long each time. Chance keeps clients apart that failed together.
func pauseFor(n int, err error) time.Duration {
	var l *later
	if errors.As(err, &l) {
		return l.wait
	}
	d := min(firstPause<<min(n-1, 16), longPause)
	return d/2 + rand.N(d/2+1)
}

// tooLate is the error of a try after which there is no time for another: where
// the workspace asked to wait for longer, it says so.
func tooLate(err error) error {
	var l *later
	if !errors.As(err, &l) || l.said {
		return err
	}
	hint := fmt.Sprintf("it asks to wait %s, which is longer than caplo does: try again then", l.wait.Round(time.Second))
	var p *api.Problem
	var e *Error
	switch {
	case errors.As(err, &p):
		p.Hint = join(p.Hint, hint)
	case errors.As(err, &e):
		e.Hint = hint
	}
	l.said = true
	return err
}

// retryAfter reads how long an answer asks to wait: seconds, or a date.
func retryAfter(h http.Header, now time.Time) time.Duration {
	v := strings.TrimSpace(h.Get("Retry-After"))
	if v == "" {
		return 0
	}
	if n, err := strconv.Atoi(v); err == nil {
		return max(0, time.Duration(min(n, 86400))*time.Second)
	}
	at, err := http.ParseTime(v)
	if err != nil {
		return 0
	}
	return max(0, at.Sub(now))
}
