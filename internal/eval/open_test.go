package eval

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/llm"
	"github.com/caplo/caplo/internal/trace"
)

func TestOpen(t *testing.T) {
	t.Parallel()
	b := newBundle(t, says("Hello."), says(yes))
	run := b.open(t)
	for range 20 {
		if r := run.Judge(context.Background(), agent.Case{}); r.Outcome != trace.OK {
			t.Fatalf("got %+v", r)
		}
	}
	if p, d, s := b.providers.Load(), b.deciders.Load(), b.searches.Load(); p != 2 || d != 1 || s != 1 {
		t.Errorf("made %d providers, %d deciders, %d searches", p, d, s)
	}
	for name, c := range map[string]struct {
		edit func(*bundle)
		why  string
	}{
		"no agent":    {func(b *bundle) { b.Agent = "nobody" }, "there is no agent nobody"},
		"no set":      {func(b *bundle) { b.Set = nil }, "there is no agent"},
		"no model":    {func(b *bundle) { delete(b.Models, "orders") }, "agent orders has no model"},
		"no provider": {func(b *bundle) { b.Provider = func(trace.Model) (llm.Provider, error) { return nil, nil } }, "no provider for it"},
		"no key": {func(b *bundle) {
			b.Provider = func(trace.Model) (llm.Provider, error) { return nil, errors.New("OPENAI_API_KEY is not set") }
		}, "agent orders: model p/agent: OPENAI_API_KEY is not set"},
		"no decider":   {func(b *bundle) { b.Judge.Decider = nil }, "there is no decider"},
		"no mode":      {func(b *bundle) { b.Tools = "" }, `"" is no tools mode`},
		"no live mode": {func(b *bundle) { b.Tools = trace.ToolsLive }, "live tools are not available"},
	} {
		b := newBundle(t, says("Hello."), says(yes))
		c.edit(b)
		if _, err := b.Open(b.Job); err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	off := newBundle(t, says("Hello."), says(yes))
	off.FastDecisions = false
	if r := off.open(t).Judge(context.Background(), agent.Case{}); r.Trace.Route.Decided || off.deciders.Load() != 0 {
		t.Errorf("got %+v", r.Trace.Route)
	}
}
