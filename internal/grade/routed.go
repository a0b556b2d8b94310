package grade

import (
	"fmt"
	"strconv"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/trace"
)

// routedBy passes where the message came to the case's sub-agent on the route
// that the case asks for.
func (j judged) routedBy() trace.CheckResult {
	const check = trace.CheckRoutedBy
	if j.SubAgent == "" {
		return fail(check, "routedBy needs a subAgent to say where to", j.RoutedBy, "no subAgent")
	}
	key, ok := j.resolve(j.SubAgent)
	if !ok {
		return fail(check, unresolved(j.SubAgent), j.RoutedBy+" to "+j.SubAgent, noSubAgent)
	}
	expected, wanted := j.RoutedBy+" to "+key, j.RoutedBy
	if wanted == agent.RoutedAny {
		expected = "fast or model to " + key
	}
	var by string
	if r := j.tr.Route; r != nil {
		by = r.By
	}
	if j.called(key) && (wanted == by || wanted == agent.RoutedAny && by != "") {
		return pass(check)
	}
	seen := j.route()
	return fail(check, fmt.Sprintf("expected %s, was routed %s", expected, seen), expected, seen)
}

// route names the route that the message took, with the decider's figures.
func (j judged) route() string {
	r := j.tr.Route
	if r == nil {
		return "to no sub-agent"
	}
	var taken string
	switch {
	case r.By == "":
		taken = "to no sub-agent"
	case j.called(r.SubAgent):
		taken = r.By + " to " + r.SubAgent
	default:
		taken = r.By + " to " + r.SubAgent + ", which was not called"
	}
	if !r.Decided {
		return taken + "; fast routing did not decide"
	}
	p, least := figures(r.Confidence, r.MinConfidence)
	if r.By == agent.RoutedFast {
		return fmt.Sprintf("%s, with confidence %s against minConfidence %s", taken, p, least)
	}
	best := "its best candidate"
	if len(r.Candidates) > 0 {
		best = r.Candidates[0].SubAgent
	}
	return fmt.Sprintf("%s; fast routing gave %s confidence %s, below minConfidence %s", taken, best, p, least)
}

// figures writes two numbers with as many digits as it takes to tell them
// apart, two at least: 0.699 against 0.7 must not read "0.70 against 0.70".
func figures(a, b float64) (string, string) {
	for digits := 2; ; digits++ {
		x, y := strconv.FormatFloat(a, 'f', digits, 64), strconv.FormatFloat(b, 'f', digits, 64)
		if x != y || a == b || digits == 6 {
			return x, y
		}
	}
}
