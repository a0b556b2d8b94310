package grade

import (
	"fmt"
	"strings"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/trace"
)

// Resolve finds the direct sub-agent that a word of a case names, by key or by
// name, and returns its key.
type Resolve func(word string) (key string, ok bool)

// Resolver resolves words as the direct sub-agents of the agent of that key.
func Resolver(set *agent.Set, key string) Resolve {
	return func(word string) (string, bool) {
		a := set.Agents[key]
		if a == nil {
			return "", false
		}
		return set.ResolveSubAgent(a, word)
	}
}

// Checks judges the trace by everything that a run checks but the desired
// outcome, in the order in which checks are shown. Checks of fields that the
// case does not set are left out. It depends on its arguments alone.
func Checks(c agent.Case, resolve Resolve, tr trace.Trace) []trace.CheckResult {
	j := judged{Case: c, resolve: resolve, tr: tr}
	out := []trace.CheckResult{j.turnCompleted(), j.noAction(), j.withinLimits()}
	for _, o := range []struct {
		set   string
		check func() trace.CheckResult
	}{
		{c.AnswerContains, j.answerContains},
		{c.AnswerExcludes, j.answerExcludes},
		{c.Tool, j.toolCalled},
		{c.SubAgent, j.subAgent},
		{c.AvoidSubAgent, j.avoidSubAgent},
		{c.RoutedBy, j.routedBy},
	} {
		if o.set != "" {
			out = append(out, o.check())
		}
	}
	return out
}

// Passed reports whether all checks passed.
func Passed(checks []trace.CheckResult) bool {
	for _, c := range checks {
		if !c.Pass {
			return false
		}
	}
	return true
}

// DesiredOutcome is the check that the verdict decides.
func DesiredOutcome(c agent.Case, v trace.Verdict) trace.CheckResult {
	if v.NotJudged {
		return trace.CheckResult{Check: trace.CheckDesiredOutcome, Pass: true, Message: "outcome not judged"}
	}
	if v.Achieved {
		return pass(trace.CheckDesiredOutcome)
	}
	return fail(trace.CheckDesiredOutcome, "the reply did not achieve the desired outcome", c.DesiredOutcome, v.Rationale)
}

// NoReply is the desired outcome's check where there is no reply to judge.
func NoReply(c agent.Case) trace.CheckResult {
	return fail(trace.CheckDesiredOutcome, "there is no reply that could achieve the desired outcome", c.DesiredOutcome, noReply)
}

// noReply is what is seen of a reply that is not there.
const noReply = "no reply"

// judged is a case with the trace it is judged by.
type judged struct {
	agent.Case
	resolve Resolve
	tr      trace.Trace
}

func pass(check string) trace.CheckResult { return trace.CheckResult{Check: check, Pass: true} }

func fail(check, message, expected, seen string) trace.CheckResult {
	return trace.CheckResult{Check: check, Message: message, Expected: expected, Seen: seen}
}

func (j judged) turnCompleted() trace.CheckResult {
	if j.tr.Replied() {
		return pass(trace.CheckTurnCompleted)
	}
	seen := j.tr.End.Detail
	if seen == "" {
		seen = noReply
	}
	return fail(trace.CheckTurnCompleted, "the turn ended without a reply: "+ending(j.tr.End.Kind), "a reply", seen)
}

func ending(kind trace.EndKind) string {
	switch kind {
	case trace.EndReply, trace.EndEmpty:
		return "it was empty"
	case trace.EndLimit:
		return "a limit was reached"
	case trace.EndLength:
		return "the model's length limit was reached"
	case trace.EndRefused:
		return "the model refused"
	case trace.EndFiltered:
		return "a content filter stopped it"
	case trace.EndProvider:
		return "the model could not be asked"
	case trace.EndCanceled:
		return "it was stopped"
	}
	return "it ended in an unknown way"
}

// noAction goes by the ledger of all attempts. Anything but a read counts.
func (j judged) noAction() trace.CheckResult {
	var done []string
	for _, e := range j.tr.Ledger {
		if e.CarriedOut && e.Effect != agent.EffectRead {
			done = append(done, e.Tool)
		}
	}
	if len(done) == 0 {
		return pass(trace.CheckNoAction)
	}
	return fail(trace.CheckNoAction, "a write was carried out in a real system", "no write", strings.Join(done, ", "))
}

func (j judged) withinLimits() trace.CheckResult {
	if j.tr.End.Kind != trace.EndLimit {
		return pass(trace.CheckWithinLimits)
	}
	seen := j.tr.End.Path
	if seen == "" {
		seen = j.tr.End.Detail
	}
	return fail(trace.CheckWithinLimits, fmt.Sprintf("the limit %s was reached", j.tr.End.Limit), "a turn within its limits", seen)
}
