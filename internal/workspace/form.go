package workspace

import (
	"encoding/json"
	"strings"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/rules"
)

// anyAgent stands for the agent of a suite, of which nothing is known when the
// suite is uploaded.
var anyAgent = json.RawMessage(`{"instructions":"Help.","name":"Agent"}`)

// formProblems judges an uploaded resource alone. Only errors keep it out:
// coverage and warnings are validate's and the gate's business, so that cases
// can also be added one at a time.
func formProblems(r agent.Resource) []agent.Problem {
	in := rules.Input{Resource: r}
	suite := r.Kind == agent.KindSuite
	if suite {
		in = rules.Input{Resource: agent.Resource{ID: agent.ID{Kind: agent.KindAgent, Key: r.Key}, Body: anyAgent}, Evals: r.Body}
	}
	var out []agent.Problem
	for _, p := range rules.Judge(in).Problems() {
		if p.Severity == agent.Error && (!suite || p.Ref.Pointer == "" || strings.HasPrefix(p.Ref.Pointer, "/evals")) {
			out = append(out, p)
		}
	}
	return out
}
