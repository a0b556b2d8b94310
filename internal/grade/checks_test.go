package grade

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/trace"
)

func resolver(t *testing.T) Resolve {
	t.Helper()
	set := agent.NewSet()
	for key, body := range map[string]string{
		"support": `{"name": "Support", "subAgents": ["orders", "returns"]}`,
		"orders":  `{"name": "Order Desk"}`,
		"returns": `{"name": "Returns"}`,
		"other":   `{"name": "Other"}`,
	} {
		if err := set.Add(agent.Resource{ID: agent.ID{Kind: agent.KindAgent, Key: key}, Body: json.RawMessage(body)}); err != nil {
			t.Fatal(err)
		}
	}
	return Resolver(set, "support")
}

func replied(text string, steps ...trace.Step) trace.Trace {
	return trace.Trace{Reply: text, End: trace.End{Kind: trace.EndReply}, Steps: steps}
}

func toolStep(name string) trace.Step {
	return trace.Step{Agent: "support", Kind: trace.StepTool, Name: name, Args: json.RawMessage(`{}`), Result: json.RawMessage(`1`)}
}

func delegateStep(name string, steps ...trace.Step) trace.Step {
	return trace.Step{Agent: "support", Kind: trace.StepDelegate, Name: name, Args: json.RawMessage(`{}`), Steps: steps}
}

// only returns the check of that id, which must be there once.
func only(t *testing.T, checks []trace.CheckResult, id string) trace.CheckResult {
	t.Helper()
	var found []trace.CheckResult
	for _, c := range checks {
		if c.Check == id {
			found = append(found, c)
		}
		if c.Pass != (c.Message == "") {
			t.Errorf("a check fails with a message and passes without one: %+v", c)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%d checks %s", len(found), id)
	}
	return found[0]
}

func TestOrder(t *testing.T) {
	t.Parallel()
	c := agent.Case{
		RoutedBy: "any", AvoidSubAgent: "returns", SubAgent: "orders", Tool: "desk/lookup",
		AnswerExcludes: "x", AnswerContains: "y", Uncertainty: "u", ProhibitedAction: "p",
	}
	var ids []string
	for _, r := range Checks(c, resolver(t), replied("z")) {
		ids = append(ids, r.Check)
	}
	want := []string{
		trace.CheckTurnCompleted, trace.CheckNoAction, trace.CheckWithinLimits, trace.CheckAnswerContains,
		trace.CheckAnswerExcludes, trace.CheckTool, trace.CheckSubAgent, trace.CheckAvoidSubAgent, trace.CheckRoutedBy,
	}
	if diff := cmp.Diff(want, ids); diff != "" {
		t.Error(diff)
	}
	if n := len(Checks(agent.Case{}, resolver(t), replied("z"))); n != 3 {
		t.Errorf("%d checks of a case that sets nothing", n)
	}
}

func TestPlatformChecks(t *testing.T) {
	t.Parallel()
	limit := trace.Trace{End: trace.End{Kind: trace.EndLimit, Limit: "delegations", Path: "support → orders → support", Detail: "too many"}}
	written := replied("Done.")
	written.Ledger = []trace.Entry{{Tool: "desk/cancel", Effect: "write"}, {Tool: "desk/erase", Effect: "write", CarriedOut: true}, {Tool: "desk/lookup", Effect: "read", CarriedOut: true}, {Tool: "desk/odd", CarriedOut: true}}
	simulated := replied("Done.")
	simulated.Ledger = written.Ledger[:1]
	for _, c := range []struct {
		name, check   string
		tr            trace.Trace
		message, seen string
	}{
		{"a reply", trace.CheckTurnCompleted, replied("Hello."), "", ""},
		{"an invisible reply", trace.CheckTurnCompleted, replied("\u200b "), "the turn ended without a reply: it was empty", "no reply"},
		{"partial text is none", trace.CheckTurnCompleted, trace.Trace{Reply: "Your refund", End: trace.End{Kind: trace.EndLength, Detail: "cut"}}, "length limit", "cut"},
		{"filtered", trace.CheckTurnCompleted, trace.Trace{End: trace.End{Kind: trace.EndFiltered, Detail: "policy 7"}}, "a content filter stopped it", "policy 7"},
		{"refused", trace.CheckTurnCompleted, trace.Trace{End: trace.End{Kind: trace.EndRefused}}, "the model refused", "no reply"},
		{"no end at all", trace.CheckTurnCompleted, trace.Trace{Reply: "Hello."}, "ended in an unknown way", "no reply"},
		{"limit, turn", trace.CheckTurnCompleted, limit, "a limit was reached", "too many"},
		{"limit", trace.CheckWithinLimits, limit, "the limit delegations was reached", "support → orders → support"},
		{"no limit", trace.CheckWithinLimits, replied("Hello."), "", ""},
		{"write carried out, or what may be one", trace.CheckNoAction, written, "a write was carried out", "desk/erase, desk/odd"},
		{"simulated write", trace.CheckNoAction, simulated, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := only(t, Checks(agent.Case{}, resolver(t), c.tr), c.check)
			if !strings.Contains(r.Message, c.message) || r.Pass != (c.message == "") || r.Seen != c.seen {
				t.Errorf("got %+v", r)
			}
		})
	}
}
