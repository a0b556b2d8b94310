package turn

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/llm"
	"github.com/caplo/caplo/internal/route"
	"github.com/caplo/caplo/internal/tool"
	"github.com/caplo/caplo/internal/trace"
)

func TestLimits(t *testing.T) {
	t.Parallel()
	lookup := call("desk__lookup", `{"id":"A"}`)
	for _, c := range []struct {
		name  string
		model model
		limit string
		path  string
		calls int
		edits []string
	}{
		{"tool calls", script(lookup), limitToolCalls, "support", 4, nil},
		{"in one answer", script(call("desk__lookup", ``, "desk__cancel", ``, "search_knowledge", `{"query":"x"}`, "desk__lookup", ``, "desk__cancel", ``)), limitToolCalls, "support", 1, nil},
		{"over the whole tree", script(lookup, lookup, call("delegate_orders", `{"message":"x"}`), lookup), limitToolCalls, "support → orders", 5, nil},
		{"refused calls count", script(call("desk__lookup", `[`)), limitToolCalls, "support", 4, nil},
		{"unknown tools count", script(call("nothing", ``)), limitToolCalls, "support", 4, nil},
		{"a transfer is free once", script(call("transfer_to_person", ``)), limitToolCalls, "support", 5, nil},
		{"none allowed", script(lookup), limitToolCalls, "support", 1, []string{`"toolCalls": 3`, `"toolCalls": 0`}},
		{"refused delegations count", script(call("delegate_orders", ``)), limitDelegations, "support → orders", 4, nil},
		{"handing over for ever", func(_ context.Context, n int, _ llm.Request) (llm.Response, error) {
			return call([]string{"delegate_orders", "delegate_support"}[n%2], `{"message":"x"}`), nil
		}, limitDelegations, "support → orders → support → orders → support", 4, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := newBundle(t, c.model, c.edits...)
			tr := Run(context.Background(), b.Input)
			checkLimit(t, tr, c.limit, c.path)
			if len(b.requests) != c.calls {
				t.Errorf("%d model calls, want %d", len(b.requests), c.calls)
			}
			if tools, _ := count(tr.Steps); tools != len(tr.Ledger) {
				t.Errorf("%d calls, but the ledger holds %d", tools, len(tr.Ledger))
			}
		})
	}
}

func checkLimit(t *testing.T, tr trace.Trace, limit, path string) {
	t.Helper()
	e := tr.End
	if e.Kind != trace.EndLimit || e.Limit != limit || e.Path != path || tr.Reply != "" {
		t.Errorf("got %+v", e)
	}
	if !strings.Contains(e.Detail, limit) || !strings.Contains(e.Detail, path) {
		t.Errorf("the detail says %s", e.Detail)
	}
}

func TestFastRoutingCountsAsDelegation(t *testing.T) {
	t.Parallel()
	// Two agents that pass the message to each other without asking a model.
	b := newBundle(t, script(say("Never.")), append(fastRouting, `"instructions": "Orders."`, `"instructions": "Orders.", "routing": {"mode": "fast"}`)...)
	b.Deciders = func(key string) route.Decider {
		p := []float64{1}
		if key == "support" {
			p = []float64{1, 0}
		}
		return decider{Decision: route.Decision{Probabilities: p}}
	}
	tr := Run(context.Background(), b.Input)
	checkLimit(t, tr, limitDelegations, "support → orders → support → orders → support")
	if len(b.requests) != 0 || tr.Route.By != "fast" || tr.Route.SubAgent != "orders" {
		t.Errorf("got %+v", tr.Route)
	}
}

// count counts the calls of packages' tools and the delegations.
func count(steps []trace.Step) (tools, delegations int) {
	trace.Walk(steps, func(s trace.Step) bool {
		switch s.Kind {
		case trace.StepTool:
			tools++
		case trace.StepDelegate:
			delegations++
		}
		return true
	})
	return tools, delegations
}

// TestWhateverTheModelAnswers lets a model answer at random and asserts what
// must hold all the same: the turn ends after few calls, no write reaches a
// backend, the ledger holds every attempt, and only a normal end has a reply.
func TestWhateverTheModelAnswers(t *testing.T) {
	t.Parallel()
	for seed := range uint64(2000) {
		rnd := rand.New(rand.NewPCG(seed, 7))
		b := newBundle(t, func(_ context.Context, _ int, req llm.Request) (llm.Response, error) {
			return anyAnswer(rnd, req)
		})
		b.Tools = tool.NewCaller(b.Set, b.live, nil)
		tr := Run(context.Background(), b.Input)
		if n := len(b.requests); n > 3+2*3+3 || n == 0 {
			t.Fatalf("seed %d: %d model calls", seed, n)
		}
		if tr.End.Limit == limitModelCalls {
			t.Fatalf("seed %d: only the last resort ended the turn", seed)
		}
		for _, name := range b.live.seen {
			if name != "desk/lookup" {
				t.Fatalf("seed %d: %s reached the backend", seed, name)
			}
		}
		tools, _ := count(tr.Steps)
		if tools != len(tr.Ledger) {
			t.Fatalf("seed %d: %d calls, ledger %+v", seed, tools, tr.Ledger)
		}
		for _, e := range tr.Ledger {
			if e.CarriedOut && e.Effect != agent.EffectRead {
				t.Fatalf("seed %d: %+v", seed, e)
			}
		}
		if (tr.End.Kind == trace.EndReply) != (tr.Reply != "") || tr.End.Kind == "" {
			t.Fatalf("seed %d: %+v with reply %q", seed, tr.End, tr.Reply)
		}
	}
}

func anyAnswer(rnd *rand.Rand, req llm.Request) (llm.Response, error) {
	finishes := []llm.Finish{llm.FinishStop, llm.FinishCalls, llm.FinishCalls, llm.FinishCalls, llm.FinishCalls, llm.FinishCalls, llm.FinishLength, llm.FinishFiltered, llm.FinishRefused, ""}
	texts := []string{"", "Done.", " ", "{}"}
	args := []string{"", `{"id":"A"}`, `{"message":"x"}`, `{"query":"x"}`, `{"message":""}`, `[`, `"{}"`, `{"id":"A","id":"B"}`, "null"}
	r := llm.Response{Finish: finishes[rnd.IntN(len(finishes))], Text: texts[rnd.IntN(len(texts))]}
	if rnd.IntN(20) == 0 {
		return r, fmt.Errorf("odd")
	}
	for range rnd.IntN(5) {
		names := []string{"nothing", "desk__cancel", "desk/cancel", "transfer_to_person"}
		for _, o := range req.Tools {
			names = append(names, o.Name)
		}
		r.Calls = append(r.Calls, llm.Call{Name: names[rnd.IntN(len(names))], Args: args[rnd.IntN(len(args))]})
	}
	return r, nil
}
