package grade

import (
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/trace"
)

func TestToolCalled(t *testing.T) {
	t.Parallel()
	simulated, failed := toolStep("desk/cancel"), toolStep("desk/cancel")
	simulated.Simulated = true
	failed.Result, failed.Failed = nil, "not found"
	unreadable, unfitting := toolStep("desk/cancel"), toolStep("desk/cancel")
	unreadable.Args, unreadable.RawArgs, unreadable.Refused = nil, `{"`, "the arguments are not JSON"
	unfitting.Refused = "the arguments do not fit: id is required"
	unknown := toolStep("desk/cancel")
	unknown.Kind = trace.StepUnknown
	for _, c := range []struct {
		name    string
		steps   []trace.Step
		message string // empty: passes
		seen    string
	}{
		{"called", []trace.Step{toolStep("desk/lookup"), toolStep("desk/cancel")}, "", ""},
		{"by a sub-agent", []trace.Step{delegateStep("orders", delegateStep("x", simulated))}, "", ""},
		{"simulated", []trace.Step{simulated}, "", ""},
		{"failed by itself", []trace.Step{failed}, "", ""},
		{"unreadable, then readable", []trace.Step{unreadable, simulated}, "", ""},
		{"readable, then unreadable", []trace.Step{simulated, unreadable}, "", ""},
		{"unreadable", []trace.Step{unreadable}, "desk/cancel was called with unreadable arguments", "called with unreadable arguments"},
		{"unfitting", []trace.Step{unfitting}, "desk/cancel was called, but refused: the arguments do not fit", "called, but refused: the arguments do not fit: id is required"},
		{"others", []trace.Step{toolStep("desk/lookup"), delegateStep("x", toolStep("a/b"), toolStep("a/b"))}, "desk/cancel was not called", "tools called: desk/lookup, a/b"},
		{"only by that name", []trace.Step{unknown}, "desk/cancel was not called", "no tool was called"},
		{"none", nil, "desk/cancel was not called", "no tool was called"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := only(t, Checks(agent.Case{Tool: "desk/cancel"}, resolver(t), replied("Done.", c.steps...)), trace.CheckTool)
			if r.Pass != (c.message == "") || !strings.HasPrefix(r.Message, c.message) || r.Seen != c.seen {
				t.Errorf("got %+v", r)
			}
		})
	}
}

func TestSubAgents(t *testing.T) {
	t.Parallel()
	refused := delegateStep("orders")
	refused.Refused = "message must be a string"
	for _, c := range []struct {
		name          string
		word          string
		steps         []trace.Step
		called, avoid string // messages; empty: passes
	}{
		{"called", "orders", []trace.Step{delegateStep("orders")}, "", "orders must not be called"},
		{"by name", "Order Desk", []trace.Step{delegateStep("orders")}, "", "orders must not be called"},
		{"not called", "orders", []trace.Step{delegateStep("returns")}, "orders was not called", ""},
		{"no calls", "orders", nil, "orders was not called", ""},
		{"called by another", "orders", []trace.Step{delegateStep("returns", delegateStep("orders"))}, "orders was not called", "orders must not be called"},
		{"tried", "orders", []trace.Step{refused}, "orders was called, but refused", "orders must not be called"},
		{"no direct sub-agent", "other", []trace.Step{delegateStep("other")}, `"other" names no direct sub-agent`, `"other" names no direct sub-agent`},
		{"nobody", "Nobody", nil, `"Nobody" names no direct sub-agent`, `"Nobody" names no direct sub-agent`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			checks := Checks(agent.Case{SubAgent: c.word, AvoidSubAgent: c.word}, resolver(t), replied("Done.", c.steps...))
			for id, message := range map[string]string{trace.CheckSubAgent: c.called, trace.CheckAvoidSubAgent: c.avoid} {
				r := only(t, checks, id)
				if r.Pass != (message == "") || !strings.HasPrefix(r.Message, message) {
					t.Errorf("got %+v", r)
				}
			}
		})
	}
}

func TestRoutedBy(t *testing.T) {
	t.Parallel()
	fast := func(to string, p float64) *trace.Route {
		return &trace.Route{By: "fast", SubAgent: to, Decided: true, Confidence: p, MinConfidence: 0.7}
	}
	model := &trace.Route{By: "model", SubAgent: "orders"}
	below := &trace.Route{By: "model", SubAgent: "orders", Decided: true, Confidence: 0.699, MinConfidence: 0.7, Candidates: []trace.Candidate{{SubAgent: "returns", Confidence: 0.699}}}
	none := &trace.Route{Decided: true, Confidence: 0.4, MinConfidence: 0.7, Candidates: []trace.Candidate{{SubAgent: "orders", Confidence: 0.4}}}
	orders, returns := delegateStep("orders"), delegateStep("returns")
	refused := delegateStep("orders")
	refused.Refused = "the limit"
	for _, c := range []struct {
		name, routedBy string
		route          *trace.Route
		steps          []trace.Step
		seen           string // empty: passes
	}{
		{"fast", "fast", fast("orders", 0.9), []trace.Step{orders}, ""},
		{"model", "model", model, []trace.Step{orders}, ""},
		{"model, after another", "model", &trace.Route{By: "model", SubAgent: "returns"}, []trace.Step{returns, orders}, ""},
		{"any by fast", "any", fast("orders", 0.9), []trace.Step{orders}, ""},
		{"any by model", "any", below, []trace.Step{orders}, ""},
		{"fast to another", "fast", fast("returns", 0.91), []trace.Step{returns}, "fast to returns, with confidence 0.91 against minConfidence 0.70"},
		{"fast for model", "model", fast("orders", 0.9), []trace.Step{orders}, "fast to orders, with confidence 0.90 against minConfidence 0.70"},
		{"model for fast", "fast", below, []trace.Step{orders}, "model to orders; fast routing gave returns confidence 0.699, below minConfidence 0.700"},
		{"undecided", "fast", model, []trace.Step{orders}, "model to orders; fast routing did not decide"},
		{"nowhere", "any", none, nil, "to no sub-agent; fast routing gave orders confidence 0.40, below minConfidence 0.70"},
		{"no route", "any", nil, nil, "to no sub-agent"},
		{"stopped by a limit", "fast", fast("orders", 0.9), []trace.Step{refused}, "fast to orders, which was not called, with confidence 0.90 against minConfidence 0.70"},
		{"fast to another that then asked it", "any", fast("returns", 0.91), []trace.Step{delegateStep("returns", orders)}, "fast to returns, with confidence 0.91 against minConfidence 0.70"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			tr := replied("Done.", c.steps...)
			tr.Route = c.route
			r := only(t, Checks(agent.Case{SubAgent: "Order Desk", RoutedBy: c.routedBy}, resolver(t), tr), trace.CheckRoutedBy)
			if r.Pass != (c.seen == "") || r.Seen != c.seen || !strings.Contains(r.Message, c.seen) {
				t.Errorf("got %+v", r)
			}
		})
	}
	for _, k := range []agent.Case{{RoutedBy: "fast"}, {RoutedBy: "any", SubAgent: "Nobody"}} {
		tr := replied("Done.", orders)
		tr.Route = fast("orders", 0.9)
		if r := only(t, Checks(k, resolver(t), tr), trace.CheckRoutedBy); r.Pass {
			t.Errorf("got %+v", r)
		}
	}
}
