package rules

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestBelowMisspeltKeys judges what a misspelt key holds as what was meant, and
// no more than once.
func TestBelowMisspeltKeys(t *testing.T) {
	t.Parallel()
	desk := toolsInput("desk", `{"tools":[{"name":"look_up","effect":"read"}]}`)
	orders := agentInput("orders", `{"name":"Orders","instructions":"Help."}`, "")
	for _, c := range []struct {
		name string
		in   Input
		want []string
	}{
		{
			"a wrong kind of text",
			agentInput("a", `{"name":"A","instructions":"x","descripton":7}`, ""),
			[]string{"error a/descripton schema/text", "error a/descripton (key) schema/unknown-key"},
		},
		{
			"bounds",
			agentInput("a", `{"name":"A","instructions":"x","limts":{"toolCalls":1000}}`, ""),
			[]string{"error a/limts (key) schema/unknown-key", "error a/limts/toolCalls schema/range"},
		},
		{
			"a misspelt key in a misspelt key",
			agentInput("a", `{"name":"A","instructions":"x","limts":{"tolCalls":1000}}`, ""),
			[]string{"error a/limts (key) schema/unknown-key", "error a/limts/tolCalls schema/range", "error a/limts/tolCalls (key) schema/unknown-key"},
		},
		{
			"an empty text is missing no more",
			agentInput("a", `{"nmae":" ","instructions":"x"}`, ""),
			[]string{"error a/nmae schema/blank", "error a/nmae (key) schema/unknown-key"},
		},
		{
			"another kind of value altogether",
			agentInput("a", `{"name":"A","instructions":"x","toolz":{"x":1}}`, `[{"name":"x","tool":"desk/look_up"`+oneCheck+`]`),
			[]string{"error a/toolz (key) schema/unknown-key"},
		},
		{
			"a tool that is not there, under a misspelt key",
			agentInput("a", `{"name":"A","instructions":"x","tols":["desk/look-up"]}`, `[{"name":"x","tool":"desk/look_up"`+oneCheck+`]`),
			[]string{"error a/tols (key) schema/unknown-key", "error a/tols/0 agent/unknown-tool"},
		},
		{
			"a wrong entry under a misspelt key",
			agentInput("a", `{"name":"A","instructions":"x","tols":[7]}`, `[{"name":"x","tool":"desk/look_up"`+oneCheck+`]`),
			[]string{"error a/tols (key) schema/unknown-key", "error a/tols/0 schema/text"},
		},
		{
			"a key of a case",
			agentInput("a", good, `[{"name":"x","input":"x","desiredOutcome":"x","answer_contains":""}]`),
			[]string{"error a/evals/0/answer_contains schema/blank", "error a/evals/0/answer_contains (key) schema/unknown-key"},
		},
		{
			"two problems that are related",
			agentInput("a", `{"name":"A","instructions":"x","subAgent":["orders","orders"]}`, ""),
			[]string{"error a/subAgent (key) schema/unknown-key", "error a/subAgent/1 agent/sub-agent-twice"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, said(Project([]Input{c.in, desk, orders}))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestHoles keeps what could not be read from being missed.
func TestHoles(t *testing.T) {
	t.Parallel()
	const (
		fast    = `{"name":"A","instructions":"x","tools":["desk/look_up"],"subAgents":["orders"],"routing":{"mode":"fast"},"actions":["transfer"]}`
		routing = `[{"name":"x","subAgent":"orders","routedBy":"fast"` + oneCheck + `]`
	)
	orders := agentInput("orders", `{"name":"Orders","instructions":"Help."}`, "")
	desk := toolsInput("desk", `{"tools":[{"name":"look_up","effect":"read"}]}`)
	with := func(in Input, holes ...Hole) Input {
		in.Holes = holes
		return in
	}
	for _, c := range []struct {
		name string
		in   []Input
		want []string
	}{
		{"a required key", []Input{with(agentInput("a", `{"name":"A"}`, ""), Hole{Key: "instructions", Whole: true})}, nil},
		{"any key", []Input{with(agentInput("a", `{"name":"A"}`, ""), Hole{Whole: true})}, nil},
		{"a misspelt key", []Input{with(agentInput("a", `{"name":"A"}`, ""), Hole{Key: "instrutcions", Whole: true})}, nil},
		{
			"another key than the one that is missing",
			[]Input{with(agentInput("a", `{"name":"A"}`, ""), Hole{Key: "description", Whole: true})},
			[]string{"error a schema/required"},
		},
		{"a case", []Input{with(agentInput("a", fast, routing), Hole{Key: "evals"}), orders, desk}, nil},
		{
			"the list of tools",
			[]Input{with(agentInput("a", good, `[{"name":"x","tool":"desk/look_up"`+oneCheck+`]`), Hole{Key: "tools", Whole: true}), desk},
			nil,
		},
		{
			"the list of sub-agents",
			[]Input{with(agentInput("a", `{"name":"A","instructions":"x","routing":{"mode":"fast"}}`, routing), Hole{Key: "subAgents", Whole: true}), orders},
			nil,
		},
		{
			"a sub-agent's name",
			[]Input{
				agentInput("a", `{"name":"A","instructions":"x","subAgents":["orders"]}`, `[{"name":"x","subAgent":"The Parcel People"`+oneCheck+`]`),
				with(agentInput("orders", `{"instructions":"x"}`, ""), Hole{Key: "name", Whole: true}),
			},
			nil,
		},
		{
			"a tool",
			[]Input{
				agentInput("a", `{"name":"A","instructions":"x","tools":["desk/other"]}`, ""),
				with(desk, Hole{Key: "tools"}),
			},
			nil,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := said(Project(c.in)); !cmp.Equal(got, append([]string{}, c.want...)) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}
