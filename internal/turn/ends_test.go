package turn

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/caplo/caplo/internal/llm"
	"github.com/caplo/caplo/internal/trace"
)

func TestEnds(t *testing.T) {
	t.Parallel()
	fails := func(err error) model {
		return func(context.Context, int, llm.Request) (llm.Response, error) {
			return llm.Response{Text: "Your refund is on its way"}, err
		}
	}
	with := func(text string, f llm.Finish) model {
		return script(llm.Response{Text: text, Finish: f, Calls: call("desk__cancel", `{}`).Calls, Detail: "policy 7"})
	}
	for _, c := range []struct {
		name   string
		model  model
		kind   trace.EndKind
		detail string
	}{
		{"empty text", script(say("")), trace.EndEmpty, "answered with nothing"},
		{"white space and invisible signs", script(say(" \n\u200b\ufeff")), trace.EndEmpty, "answered with nothing"},
		{"content filter with a call", with("", llm.FinishFiltered), trace.EndFiltered, "content filter stopped the model's answer: policy 7"},
		{"refusal", with("No.", llm.FinishRefused), trace.EndRefused, "refused to answer: policy 7"},
		{"length, with a call that may be cut", with("Your refund", llm.FinishLength), trace.EndLength, "length limit"},
		{"no reason for the end", script(llm.Response{Text: "Your refund "}), trace.EndProvider, "no known reason"},
		{"calls said but none there", script(llm.Response{Text: "Wait", Finish: llm.FinishCalls}), trace.EndProvider, "named none"},
		{"filtered by an error", fails(&llm.Error{Kind: llm.Filtered, Provider: "p"}), trace.EndFiltered, "p: filtered"},
		{"refused by an error", fails(&llm.Error{Kind: llm.Refused, Provider: "p"}), trace.EndRefused, "p: refused"},
		{"rate limited", fails(&llm.Error{Kind: llm.RateLimited, Provider: "p", Message: "quota"}), trace.EndProvider, "p: rate limited: quota"},
		{"cut off", fails(&llm.Error{Kind: llm.Truncated, Provider: "p"}), trace.EndProvider, "p: truncated"},
		{"unavailable", fails(&llm.Error{Kind: llm.Unavailable, Provider: "p"}), trace.EndProvider, "p: unavailable"},
		{"bad request", fails(&llm.Error{Kind: llm.BadRequest, Provider: "p"}), trace.EndProvider, "p: bad request"},
		{"the provider's own time-out", fails(context.DeadlineExceeded), trace.EndProvider, "deadline"},
		{"anything else", fails(errors.New("odd")), trace.EndProvider, "odd"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			// In the agent itself, and in a sub-agent that it asks.
			b := newBundle(t, c.model)
			tr := Run(context.Background(), b.Input)
			checkEnd(t, tr, c.kind, c.detail)
			if len(b.requests) != 1 || tr.Usage[0].Calls != 1 {
				t.Errorf("%d calls", len(b.requests))
			}
			below := newBundle(t, func(ctx context.Context, n int, req llm.Request) (llm.Response, error) {
				if n == 0 {
					return call("delegate_orders", `{"message":"x"}`), nil
				}
				return c.model(ctx, n, req)
			})
			tr = Run(context.Background(), below.Input)
			checkEnd(t, tr, c.kind, c.detail)
			if s := tr.Steps[0]; s.Failed == "" || s.Result != nil || tr.Route.SubAgent != "orders" {
				t.Errorf("got %+v", s)
			}
		})
	}
}

func checkEnd(t *testing.T, tr trace.Trace, kind trace.EndKind, detail string) {
	t.Helper()
	if tr.End.Kind != kind || !strings.Contains(tr.End.Detail, detail) || tr.Reply != "" || tr.Replied() {
		t.Errorf("got %+v, reply %q", tr.End, tr.Reply)
	}
	trace.Walk(tr.Steps, func(s trace.Step) bool {
		if s.Kind == trace.StepTool || s.Kind == trace.StepUnknown {
			if s.Refused == "" {
				t.Errorf("a call of an answer that did not end as one was made: %+v", s)
			}
		}
		return true
	})
}

func TestWhatCannotBeWorked(t *testing.T) {
	t.Parallel()
	noModel := newBundle(t, script(say("Hello.")))
	noModel.Models = func(string) (llm.Provider, trace.Model) { return nil, trace.Model{} }
	noAgent := newBundle(t, script(say("Hello.")))
	noAgent.Agent = "nobody"
	for _, c := range []struct {
		b      *bundle
		detail string
	}{
		{noModel, "agent support has no model"},
		{noAgent, "there is no agent nobody"},
		{newBundle(t, script(say("Hello.")), `"desk/cancel"`, `"desk/gone"`), "lists the tool desk/gone, which does not exist"},
		{newBundle(t, script(say("Hello.")), `"returns"]`, `"gone"]`), "lists the sub-agent gone, which does not exist"},
	} {
		checkEnd(t, Run(context.Background(), c.b.Input), trace.EndProvider, c.detail)
	}
}

func TestStopping(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	b := newBundle(t, func(ctx context.Context, _ int, _ llm.Request) (llm.Response, error) {
		cancel()
		<-ctx.Done()
		return llm.Response{}, ctx.Err()
	})
	checkEnd(t, Run(ctx, b.Input), trace.EndCanceled, "stopped")
	if n := len(b.requests); n != 1 {
		t.Errorf("%d calls", n)
	}
	checkEnd(t, Run(ctx, b.Input), trace.EndCanceled, "stopped") // before it began
	if n := len(b.requests); n != 1 {
		t.Errorf("a stopped turn asked the model")
	}

	late, done := context.WithDeadline(context.Background(), time.Unix(1, 0))
	defer done()
	checkEnd(t, Run(late, newBundle(t, script(say("Hello."))).Input), trace.EndProvider, "time allowed ran out")

	again, cancelAgain := context.WithCancel(context.Background())
	after := newBundle(t, func(_ context.Context, _ int, _ llm.Request) (llm.Response, error) {
		cancelAgain()
		return call("delegate_orders", `{"message":"x"}`, "desk__cancel", `{}`), nil
	})
	tr := Run(again, after.Input)
	checkEnd(t, tr, trace.EndCanceled, "stopped")
	if len(after.requests) != 1 || len(tr.Ledger) != 1 || tr.Steps[1].Refused != "the turn had ended" {
		t.Errorf("got %+v", tr)
	}
}
