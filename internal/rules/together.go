package rules

import (
	"cmp"

	"github.com/caplo/caplo/internal/agent"
)

// Options say what a judgement of several resources goes by. The zero value is
// what holds where nobody says otherwise.
type Options struct {
	// RoutingCases is how many routing cases each direct sub-agent of an agent
	// with fast routing needs; 0 means RoutingCasesNeeded.
	RoutingCases int
	// Alone means that whatever a resource refers to exists: the project around
	// it is not at hand.
	Alone bool
}

// RoutingCasesNeeded is how many routing cases are asked for where nobody says
// otherwise, as in a workspace.
const RoutingCasesNeeded = 2

func (o Options) routingCases() int { return cmp.Or(o.RoutingCases, RoutingCasesNeeded) }

// Project judges resources one by one and together. It is everything that
// caplo validate asks for.
func Project(in []Input) []agent.Problem { return Together(judgeAll(in), Options{}) }

func judgeAll(in []Input) []*Judged {
	judged := make([]*Judged, len(in))
	for i := range in {
		judged[i] = Judge(in[i])
	}
	return judged
}

// Together is Project for resources that were judged one by one already, which
// can be done on several goroutines.
func Together(judged []*Judged, o Options) []agent.Problem {
	var all []agent.Problem
	for _, j := range judged {
		all = append(all, j.problems...)
	}
	found := across(judged, o)
	for _, j := range judged {
		j.original(found)
	}
	return fold(append(all, found...))
}

// LooksAround reports whether a rule holds a resource against others, so that
// it says nothing of one alone, or where the others cannot be read.
func LooksAround(rule string) bool {
	switch rule {
	case AmbiguousName, Cycle, UniqueAgent, MissingBase, MissingAgent, MissingTool, NoProvider, CaseTool, CaseSubAgent, RoutingCases, Uncovered:
		return true
	}
	return false
}
