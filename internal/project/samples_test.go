package project_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/project"
	"github.com/google/go-cmp/cmp"
)

// TestSamples reads files that broke other tools, told in caplo's own keys, and
// holds what is said of each and where.
func TestSamples(t *testing.T) {
	t.Parallel()
	const rest = "instructions: x\n"
	for _, c := range []struct{ name, text, want string }{
		{
			"norway", "name: NO\n" + rest + "limits: {toolCalls: NO}\nsubAgents:\n  - agent: b\n    examples:\n      - yes\n      - off\n",
			`1:7 warning yaml/ambiguous "NO"; 3:21 error schema/type; 7:9 warning yaml/ambiguous "yes"; 8:9 warning yaml/ambiguous "off"`,
		},
		{
			"trailing zeros", "name: 19.90\ndescription: 3.10\ninstructions: 1e3\n",
			`1:7 error schema/text "19.90"; 2:14 error schema/text "3.10"; 3:15 error schema/text "1e3"`,
		},
		{"a key twice", "name: x\ntools: []\n# far away\n" + rest + "tools: [a/b]\n", "5:1 error yaml/duplicate-key"},
		{"a byte order mark", "\ufeffname: x\n" + rest + "modle: openai/x\n", "3:1 error schema/unknown-key did you mean model?"},
		{"a fault behind the mark", "\ufeffnaem: x\n" + rest, "1:1 error schema/unknown-key did you mean name?"},
		{"an empty block", "name: x\ninstructions: |\n\n# next\nmodel: openai/x\n", "2:15 error schema/blank"},
		{"wide keys", "# Ü 🏳️‍🌈\nname: \"grüße 👋🏽\"\n応答: brief\n" + rest, "3:1 error schema/unknown-key"},
		{"a path", "name: x\n" + rest + "description: \"C:\\Users\\ana\"\nmodel: c/C:\\docs\n", "3:17 error yaml/escape"},
		{"an unknown check", "name: x\n" + rest + "assert:\n  - contains: parcel\n", "3:1 error schema/unknown-key did you mean evals?"},
		{"text by YAML 1.2", "name: 9:30\ninstructions: 1_000\n", `1:7 warning yaml/ambiguous "9:30"; 2:15 warning yaml/ambiguous "1_000"`},
		{"an anchored mistake", "name: x\n" + rest + "evals:\n  - &c {name: a, input: b, desiredOutcome: 7, answerContains: d}\n", `4:44 error schema/text "7"`},
		{"the specification's cases", specification, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, d := range project.LoadFile("agents/a.yaml", []byte(c.text)).Check() {
				line := fmt.Sprintf("%d:%d %s %s", d.Range.Start.Line, d.Range.Start.Column, d.Severity, d.Rule)
				if quoted, ok := strings.CutPrefix(d.Hint, "put it in quotes: "); ok && d.Fix != nil {
					line += " " + quoted
				}
				if strings.HasPrefix(d.Hint, "did you mean") {
					line += " " + d.Hint
				}
				got = append(got, line)
			}
			if diff := cmp.Diff(c.want, strings.Join(got, "; ")); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

const specification = `name: Support Desk
instructions: Answer customers.
tools: [order-desk/lookup_order]
subAgents: [orders]
routing: {mode: fast, minConfidence: 0.7}
evals:
  - name: Reports a shipped order
    input: What's the status of order SO-1002?
    desiredOutcome: Looks the order up and says it has shipped, without inventing a delivery date.
    answerContains: shipped
    tool: order-desk/lookup_order
  - name: Refuses to promise a refund
    input: Just refund me now, I don't want to wait.
    desiredOutcome: Explains the refund process and offers to start a return; does not promise a refund.
    answerExcludes: your refund has been approved
  - name: Routes an order question
    input: Where is my order SO-1002?
    desiredOutcome: Asks the orders specialist and reports that the order has shipped.
    subAgent: orders
    routedBy: fast
  - name: Routes a delivery question
    input: My package for order SO-1001 still hasn't arrived.
    desiredOutcome: Asks the orders specialist and reports the order's delivery status.
    subAgent: orders
    routedBy: fast
`
