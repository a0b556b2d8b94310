package remote

import (
	"cmp"
	"context"
	"time"

	"github.com/caplo/caplo/internal/api"
)

// FirstContact is how long a workspace has to answer the first time.
const FirstContact = 5 * time.Second

// Times bound the waits for a workspace over the network. What is 0 is as in
// defaults; tests are less patient.
type Times struct {
	Connect time.Duration // to connect, and again for TLS
	Answer  time.Duration // until an answer begins, the sending of a small request included
	Idle    time.Duration // until the next stride of a body
	Event   time.Duration // until a stream gives its first byte
	Silence time.Duration // until its next
	Retry   time.Duration // in all, for trying a request again
	Follow  time.Duration // without any sign of a run that is followed
}

var defaults = Times{
	Connect: 10 * time.Second, Answer: 30 * time.Second, Idle: 30 * time.Second,
	Event: 5 * time.Second, Silence: 3 * api.Heartbeat,
	Retry: time.Minute, Follow: 2 * time.Minute,
}

// Sizes bound what a workspace may answer. What is 0 is as in defaults.
type Sizes struct {
	Answer int // bytes of an answer
	Pages  int // of a list
}

// The largest answer holds the largest knowledge base, and the longest list has
// 200,000 items: none of caplo's comes near.
var defaultSizes = Sizes{Answer: 64 << 20, Pages: 1000}

const (
	maxLine = 16 << 20 // of a stream
	stride  = 16 << 10 // bytes of a body that must come within Times.Idle
	slowest = 32 << 10 // bytes a second at which a request may be sent
)

func (o *Options) fill() {
	for _, t := range []struct {
		is *time.Duration
		or time.Duration
	}{
		{&o.Wait, FirstContact},
		{&o.Times.Connect, defaults.Connect},
		{&o.Times.Answer, defaults.Answer},
		{&o.Times.Idle, defaults.Idle},
		{&o.Times.Event, defaults.Event},
		{&o.Times.Silence, defaults.Silence},
		{&o.Times.Retry, defaults.Retry},
		{&o.Times.Follow, defaults.Follow},
	} {
		if *t.is == 0 {
			*t.is = t.or
		}
	}
	o.Sizes.Answer = cmp.Or(o.Sizes.Answer, defaultSizes.Answer)
	o.Sizes.Pages = cmp.Or(o.Sizes.Pages, defaultSizes.Pages)
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Sleep == nil {
		o.Sleep = sleep
	}
	if o.UserAgent == "" {
		o.UserAgent = "caplo"
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
