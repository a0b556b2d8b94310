package rules

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestNothingHides holds that one wrong key silences nothing but what follows
// from it.
func TestNothingHides(t *testing.T) {
	t.Parallel()
	desk := toolsInput("desk", `{"tools":[{"name":"look_up","effect":"read"}]}`)
	const wrongCases = `[{"name":"x","input":"x","desiredOutcome":"x","tool":"desk/gone","routedBy":"fast","subAgent":"none","answerContains":" ","colour":1}]`
	for _, c := range []struct {
		name string
		in   Input
		want []string
	}{
		{
			"a misspelt key whose value is of another kind",
			agentInput("a", `{"name":"A","instructions":" ","limts":5,"tools":["desk/gone"],"knowledgeBases":["faq"],"subAgents":["a"],"actions":["x"],"routing":{"mode":"x"}}`, ""),
			[]string{
				"error a/actions/0 schema/value", "error a/instructions schema/blank", "error a/knowledgeBases/0 agent/unknown-knowledge",
				"error a/limts (key) schema/unknown-key", "error a/routing/mode schema/value", "error a/subAgents/0 agent/own-sub-agent", "error a/tools/0 agent/unknown-tool",
			},
		},
		{
			"a value that fits the schema and not the program",
			agentInput("a", `{"name":"A","instructions":"x","limits":{"toolCalls":1.0},"tools":["desk/gone"]}`, ""),
			[]string{"error a/tools/0 agent/unknown-tool"},
		},
		{
			"misspelt evals",
			agentInput("a", `{"name":"A","instructions":"x","evls":`+wrongCases+`}`, ""),
			[]string{
				"error a/evls (key) schema/unknown-key", "error a/evls/0/answerContains evals/blank-phrase", "error a/evls/0/colour (key) schema/unknown-key",
				"error a/evls/0/routedBy evals/fast-off", "error a/evls/0/subAgent evals/unknown-sub-agent", "error a/evls/0/tool evals/unknown-tool",
			},
		},
		{
			"a key that has nothing to do with it",
			agentInput("a", `{"name":"A","instructions":"x","zzzz":5}`, wrongCases),
			[]string{
				"error a/evals/0/answerContains evals/blank-phrase", "error a/evals/0/colour (key) schema/unknown-key",
				"error a/evals/0/routedBy evals/fast-off", "error a/evals/0/subAgent evals/unknown-sub-agent", "error a/evals/0/tool evals/unknown-tool",
				"error a/zzzz (key) schema/unknown-key",
			},
		},
		{
			"a key that may be the one in question",
			agentInput("a", `{"name":"A","instructions":"x","mode":"fast","toolList":["desk/look_up"],"childAgents":{},"agents":["b"]}`,
				`[{"name":"x","routedBy":"fast","subAgent":"b","tool":"desk/look_up"`+oneCheck+`]`),
			[]string{
				"error a/agents (key) schema/unknown-key", "error a/childAgents (key) schema/unknown-key",
				"error a/mode (key) schema/unknown-key", "error a/toolList (key) schema/unknown-key",
			},
		},
		{
			"no check, beside a key that is none",
			agentInput("a", good, `[{"name":"x","input":"x","desiredOutcome":"x","zzzz":1}]`),
			[]string{"warning a/evals/0 evals/no-check", "error a/evals/0/zzzz (key) schema/unknown-key"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, said(Project([]Input{c.in, desk}))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
