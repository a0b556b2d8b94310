package workspace

import (
	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/rules"
)

// formProblems judges an uploaded resource alone. Only errors keep it out:
// coverage and warnings are validate's and the gate's business, so that cases
// can also be added one at a time.
func formProblems(r agent.Resource) []agent.Problem {
	in := rules.Input{Resource: r}
	if r.Kind == agent.KindSuite {
		// Rules see a suite through its agent, of which nothing is known here.
		in = rules.Input{Resource: agent.Resource{ID: agent.ID{Kind: agent.KindAgent, Key: r.Key}}, Evals: r.Body, Unreadable: true}
	}
	var out []agent.Problem
	for _, p := range rules.Judge(in).Problems() {
		if p.Severity == agent.Error {
			out = append(out, p)
		}
	}
	return out
}
