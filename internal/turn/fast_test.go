package turn

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/caplo/caplo/internal/llm"
	"github.com/caplo/caplo/internal/route"
	"github.com/caplo/caplo/internal/trace"
)

// fastRouting is an edit of the fixture.
var fastRouting = []string{`"instructions": "Help.`, `"routing": {"mode": "fast", "minConfidence": 0.8}, "instructions": "Help.`}

func decide(orders, returns, none float64) func(string) route.Decider {
	return func(key string) route.Decider {
		if key != "support" {
			return nil
		}
		return decider{Decision: route.Decision{Probabilities: []float64{orders, returns}, None: none}}
	}
}

func TestFastRoute(t *testing.T) {
	t.Parallel()
	b := newBundle(t, script(say("It is on its way.")), fastRouting...)
	b.History = []llm.Message{{Role: llm.RoleUser, Text: "Hi"}}
	b.Deciders = decide(0.05, 0.8, 0.15)
	tr := Run(context.Background(), b.Input)
	if tr.Reply != "It is on its way." || len(b.requests) != 1 || b.requests[0].Model != "m-returns" {
		t.Fatalf("got %+v", tr)
	}
	want := &trace.Route{
		By: "fast", SubAgent: "returns", Decided: true, Confidence: 0.8, MinConfidence: 0.8, None: 0.15,
		Candidates: []trace.Candidate{{SubAgent: "returns", Confidence: 0.8}, {SubAgent: "orders", Confidence: 0.05}},
	}
	if diff := cmp.Diff(want, tr.Route); diff != "" {
		t.Error(diff)
	}
	s := tr.Steps[0]
	if s.Kind != trace.StepDelegate || s.Name != "returns" || s.Agent != "support" || string(s.Args) != `{"message":"Where is order A?"}` || string(s.Result) != `{"reply":"It is on its way."}` {
		t.Errorf("got %+v", s)
	}
	m := b.requests[0].Messages
	if len(m) != 4 || m[2].Text != "Hi" || m[3].Text != b.Message || !strings.Contains(m[1].Text, "goes to the customer") {
		t.Errorf("the sub-agent speaks to the customer, it must know the conversation: %+v", m)
	}
}

func TestModelDecides(t *testing.T) {
	t.Parallel()
	delegating := script(call("delegate_orders", `{"message":"x"}`), say("Shipped."), say("It has shipped."))
	for _, c := range []struct {
		name     string
		deciders func(string) route.Decider
		edits    []string
		decided  bool
	}{
		{"below minConfidence", decide(0.1, 0.799, 0.101), fastRouting, true},
		{"Fast decisions off", nil, fastRouting, false},
		{"no decider", func(string) route.Decider { return nil }, fastRouting, false},
		{"mode model", decide(0, 1, 0), nil, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := newBundle(t, delegating, c.edits...)
			b.Deciders = c.deciders
			tr := Run(context.Background(), b.Input)
			r := tr.Route
			if tr.Reply != "It has shipped." || r.By != "model" || r.SubAgent != "orders" || r.Decided != c.decided {
				t.Fatalf("got %+v", tr)
			}
			if c.decided && (r.Confidence != 0.799 || r.Candidates[0].SubAgent != "returns" || r.None != 0.101) {
				t.Errorf("the decider's figures are lost: %+v", r)
			}
		})
	}
	alone := newBundle(t, script(say("Hello.")), fastRouting...)
	alone.Deciders = decide(0.1, 0.2, 0.7)
	if r := Run(context.Background(), alone.Input).Route; r.By != "" || r.SubAgent != "" || !r.Decided {
		t.Errorf("got %+v", r)
	}
}

func TestDecidersThatFail(t *testing.T) {
	t.Parallel()
	for _, d := range []decider{
		{err: errors.New("no model")},
		{err: &llm.Error{Kind: llm.Refused}},
		{Decision: route.Decision{Probabilities: []float64{1}}},
		{Decision: route.Decision{Probabilities: []float64{math.NaN(), 1}}},
		{Decision: route.Decision{Probabilities: []float64{0, 7}}},
		{Decision: route.Decision{Probabilities: []float64{0, 1}, None: math.Inf(1)}},
	} {
		b := newBundle(t, script(say("Hello.")), fastRouting...)
		b.Deciders = func(string) route.Decider { return d }
		checkEnd(t, Run(context.Background(), b.Input), trace.EndProvider, "the fast decision of agent support failed")
		if len(b.requests) != 0 {
			t.Error("a model was asked")
		}
	}
}
