package remote

import (
	"context"
	"errors"
	"time"
)

const tries = 8

// persist makes a request until it is answered, may not be made again, or there
// was enough of it.
func (c *Client) persist(ctx context.Context, r request, do func(context.Context) error) error {
	began := c.opts.Now()
	for n := 1; ; n++ {
		err := do(ctx)
		if err == nil || ctx.Err() != nil || !r.again || c.embedded() || n == tries || !passing(err) {
			return r.judge(err, n)
		}
		pause := pauseFor(n, err)
		if c.opts.Now().Sub(began)+pause > c.opts.Times.Retry {
			return r.judge(tooLate(err), n)
		}
		if stopped := c.opts.Sleep(ctx, pause); stopped != nil {
			return stopped
		}
	}
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
		pause := pauseFor(n, err)
		if !errors.As(err, new(*later)) {
			pause = min(pause, time.Second)
		}
		if c.opts.Now().Sub(began)+pause > c.opts.Wait || c.opts.Sleep(bounded, pause) != nil {
			return tooLate(err)
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
