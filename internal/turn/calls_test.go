package turn

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/llm"
	"github.com/caplo/caplo/internal/trace"
)

func TestCallsOfAllSorts(t *testing.T) {
	t.Parallel()
	b := newBundle(t, script(
		call("desk__lookup", `{"id":"A"}`, "desk__cancel", `{"id":"A"}`),
		call("search_knowledge", `{"query":"days"}`, "transfer_to_person", ``),
		call("delegate_returns", `{"message":"Take it back"}`),
		say("We take it back."),
		say("Done."),
	))
	tr := Run(context.Background(), b.Input)
	if tr.Reply != "Done." || tr.End.Kind != trace.EndReply {
		t.Fatalf("got %+v", tr)
	}
	want := []trace.Step{
		{Agent: "support", Kind: trace.StepTool, Name: "desk/lookup", Args: json.RawMessage(`{"id":"A"}`), Result: json.RawMessage(`{"state": "shipped"}`), Micros: 1000},
		{Agent: "support", Kind: trace.StepTool, Name: "desk/cancel", Args: json.RawMessage(`{"id":"A"}`), Result: json.RawMessage(`{"status":"accepted"}`), Simulated: true, Micros: 1000},
		{
			Agent: "support", Kind: trace.StepKnowledge, Name: "search_knowledge", Args: json.RawMessage(`{"query":"days"}`),
			Result:   json.RawMessage(`{"passages":[{"knowledgeBase":"policy","document":"a.md","heading":"H","text":"30 days & more"}]}`),
			Passages: []trace.Passage{{KnowledgeBase: "policy", Document: "a.md", Heading: "H", Text: "30 days & more", Score: 0.5}}, Micros: 1000,
		},
		{Agent: "support", Kind: trace.StepTransfer, Name: "transfer_to_person", Args: json.RawMessage(`{}`), Result: transferred, Micros: 1000},
		{Agent: "support", Kind: trace.StepDelegate, Name: "returns", Args: json.RawMessage(`{"message":"Take it back"}`), Result: json.RawMessage(`{"reply":"We take it back."}`), Micros: 1000},
	}
	if diff := cmp.Diff(want, tr.Steps); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(&trace.Route{By: "model", SubAgent: "returns"}, tr.Route); diff != "" {
		t.Error(diff)
	}
	m := b.requests[1].Messages
	answered := m[len(m)-3:]
	if answered[0].Role != llm.RoleAssistant || len(answered[0].Calls) != 2 || answered[1].CallID != "iddesk__lookup" || answered[2].CallID != "iddesk__cancel" {
		t.Errorf("got %+v", answered)
	}
	if answered[2].Text != `{"status":"accepted"}` {
		t.Errorf("a simulated write must read like any other: %s", answered[2].Text)
	}
	sub := b.requests[3].Messages
	if len(sub) != 3 || sub[2].Text != "Take it back" || sub[0].Text != "Returns." {
		t.Errorf("got %+v", sub)
	}
	wantUsage := []trace.Usage{
		{Model: "fake/m-support", Calls: 4, InputTokens: 40, OutputTokens: 4},
		{Model: "fake/m-returns", Calls: 1, InputTokens: 10, OutputTokens: 1},
	}
	if diff := cmp.Diff(wantUsage, tr.Usage); diff != "" {
		t.Error(diff)
	}
}

func TestCallsThatAreNotMade(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, tool, args string
		kind             trace.StepKind
		told             string
	}{
		{"unreadable write", "desk__cancel", `{"{"order_id": "W1"}`, trace.StepTool, "not JSON"},
		{"array for a write", "desk__cancel", `["W1"]`, trace.StepTool, "not a JSON object"},
		{"not offered", "desk__erase", `{}`, trace.StepUnknown, `there is no tool "desk__erase"`},
		{"the package's own name", "desk/cancel", `{}`, trace.StepUnknown, "there is no tool"},
		{"nameless", "", `{}`, trace.StepUnknown, `there is no tool ""`},
		{"delegation without a message", "delegate_orders", `{"message":" "}`, trace.StepDelegate, "message must be"},
		{"delegation, unreadable", "delegate_orders", `orders`, trace.StepDelegate, "not JSON"},
		{"no such sub-agent", "delegate_billing", `{"message":"x"}`, trace.StepUnknown, "there is no tool"},
		{"query that is no text", "search_knowledge", `{"query":7}`, trace.StepKnowledge, "query must be"},
		{"search, unreadable", "search_knowledge", `[`, trace.StepKnowledge, "not JSON"},
		{"transfer, unreadable", "transfer_to_person", `{`, trace.StepTransfer, "not JSON"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := newBundle(t, script(call(c.tool, c.args), say("Sorry.")))
			tr := Run(context.Background(), b.Input)
			s := tr.Steps[0]
			if s.Kind != c.kind || s.Refused == "" || s.Result != nil || tr.Reply != "Sorry." || tr.Route.By != "" {
				t.Errorf("got %+v", s)
			}
			var told struct{ Error string }
			if err := json.Unmarshal([]byte(b.last(1)), &told); err != nil || !strings.Contains(told.Error, c.told) {
				t.Errorf("the model was told %s", b.last(1))
			}
			if (s.Kind == trace.StepTool) != (len(tr.Ledger) == 1) {
				t.Errorf("ledger %+v", tr.Ledger)
			}
			if s.Readable() == (s.RawArgs == c.args && c.args != "") {
				t.Errorf("raw arguments %q", s.RawArgs)
			}
		})
	}
}

func TestIdsOfCalls(t *testing.T) {
	t.Parallel()
	for _, ids := range [][2]string{{"", ""}, {"x", "x"}, {"", "x"}} {
		two := call("desk__lookup", `{"id":"A"}`, "desk__cancel", `{"id":"B"}`)
		two.Calls[0].ID, two.Calls[1].ID = ids[0], ids[1]
		b := newBundle(t, script(two, say("Done.")))
		tr := Run(context.Background(), b.Input)
		m := b.requests[1].Messages
		m = m[len(m)-3:]
		if m[1].CallID == m[2].CallID || m[1].CallID != m[0].Calls[0].ID || m[2].CallID != m[0].Calls[1].ID {
			t.Errorf("got %+v", m)
		}
		if len(tr.Steps) != 2 || tr.Ledger[1] != (trace.Entry{Tool: "desk/cancel", Effect: agent.EffectWrite}) {
			t.Errorf("got %+v", tr.Steps)
		}
	}
}

func TestRouteIsTheFirstDelegation(t *testing.T) {
	t.Parallel()
	b := newBundle(t, script(
		call("delegate_orders", `{"message":"x"}`, "delegate_returns", `{"message":"y"}`),
		say("Shipped."), say("Taken back."), say("Done."),
	))
	tr := Run(context.Background(), b.Input)
	if tr.Route.SubAgent != "orders" || len(tr.Steps) != 2 || string(tr.Steps[1].Result) != `{"reply":"Taken back."}` {
		t.Errorf("got %+v", tr)
	}
}
