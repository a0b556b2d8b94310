package remote

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	tries      = 8
	firstPause = 250 * time.Millisecond
	longPause  = 10 * time.Second
	longestAsk = 30 * time.Second // the longest Retry-After that is heeded
)

// persist makes a request until it is answered, may not be made again, or there
// was enough of it. do returns how long the workspace asks to wait, 0 where it
// does not say.
func (c *Client) persist(ctx context.Context, r request, do func(context.Context) (time.Duration, error)) error {
	began := c.opts.Now()
	for n := 1; ; n++ {
		asked, err := do(ctx)
		if err == nil || ctx.Err() != nil || !r.again || c.embedded() || n == tries || !passing(err) {
			return err
		}
		pause := pauseFor(n, asked)
		if c.opts.Now().Sub(began)+pause > c.opts.Times.Retry {
			return err
		}
		if stopped := c.opts.Sleep(ctx, pause); stopped != nil {
			return stopped
		}
	}
}

// pauseFor is how long to wait before try n+1: what the workspace asked for, else
// twice as long each time. Chance keeps clients apart that failed together.
func pauseFor(n int, asked time.Duration) time.Duration {
	if asked > 0 {
		return min(asked, longestAsk)
	}
	d := min(firstPause<<min(n-1, 16), longPause)
	return d/2 + rand.N(d/2+1)
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

// Greet makes the first contact: it finds out within Options.Wait whether a
// workspace of this contract answers.
func (c *Client) Greet(ctx context.Context) error {
	if c.embedded() {
		_, err := c.Workspace(ctx)
		return err
	}
	// Times.Answer is longer than most waits: this ends the last try of them.
	bounded, cancel := context.WithTimeoutCause(ctx, c.opts.Wait, &tooLong{"an answer", c.opts.Wait})
	defer cancel()
	began := c.opts.Now()
	var before error
	for n := 1; ; n++ {
		err := c.greet(bounded)
		var e *Error
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err == nil || !passing(err):
			return err
		case bounded.Err() != nil && before != nil:
			return before // what was wrong says more than that time is up
		case c.opts.Wait <= FirstContact && (n == 3 || errors.As(err, &e) && e.standing):
			return err
		}
		pause := min(pauseFor(n, 0), time.Second)
		if c.opts.Now().Sub(began)+pause > c.opts.Wait || c.opts.Sleep(bounded, pause) != nil {
			return err
		}
		before = err
	}
}

func (c *Client) greet(ctx context.Context) error {
	r := get("/v1/workspace")
	a, err := c.ask(ctx, r, nil)
	if err != nil {
		return err
	}
	return c.welcome(a)
}
