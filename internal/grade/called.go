package grade

import (
	"fmt"
	"slices"
	"strings"

	"github.com/caplo/caplo/internal/trace"
)

// toolCalled passes where the tool was called by the agent or by a sub-agent
// that it called. A simulated write counts, and so does a call that the tool
// itself failed; a refused call does not, since the tool was never asked.
func (j judged) toolCalled() trace.CheckResult {
	called, why := false, ""
	var others []string
	trace.Walk(j.tr.Steps, func(s trace.Step) bool {
		switch {
		case s.Kind == trace.StepTool && s.Name == j.Tool && s.Refused == "" && s.Readable():
			called = true
		case s.Kind == trace.StepTool && s.Name == j.Tool:
			why = refusal(s)
		case s.Kind == trace.StepTool && !slices.Contains(others, s.Name):
			others = append(others, s.Name)
		}
		return !called
	})
	if called {
		return pass(trace.CheckTool)
	}
	if why != "" {
		return fail(trace.CheckTool, fmt.Sprintf("%s was %s", j.Tool, why), j.Tool, why)
	}
	return fail(trace.CheckTool, j.Tool+" was not called", j.Tool, listed("tools called: ", others, "no tool was called"))
}

// refusal says how a call went that was not carried out.
func refusal(s trace.Step) string {
	if !s.Readable() {
		return "called with unreadable arguments"
	}
	return "called, but refused: " + s.Refused
}

func listed(before string, names []string, none string) string {
	if len(names) == 0 {
		return none
	}
	return before + strings.Join(names, ", ")
}

// subAgent passes where the agent itself called the sub-agent: that is what its
// routing is tested for.
func (j judged) subAgent() trace.CheckResult {
	const check = trace.CheckSubAgent
	key, ok := j.resolve(j.SubAgent)
	if !ok {
		return fail(check, unresolved(j.SubAgent), j.SubAgent, noSubAgent)
	}
	if j.called(key) {
		return pass(check)
	}
	for _, s := range j.tr.Steps {
		if s.Kind == trace.StepDelegate && s.Name == key {
			return fail(check, fmt.Sprintf("%s was %s", key, refusal(s)), key, refusal(s))
		}
	}
	return fail(check, key+" was not called", key, listed("sub-agents called: ", j.calledAgents(), "no sub-agent was called"))
}

// avoidSubAgent looks at the whole tree, and at attempts too: a message that
// reaches the sub-agent another way is still where it must not be.
func (j judged) avoidSubAgent() trace.CheckResult {
	const check = trace.CheckAvoidSubAgent
	key, ok := j.resolve(j.AvoidSubAgent)
	if !ok {
		return fail(check, unresolved(j.AvoidSubAgent), "no call of "+j.AvoidSubAgent, noSubAgent)
	}
	found := ""
	trace.Walk(j.tr.Steps, func(s trace.Step) bool {
		if s.Kind == trace.StepDelegate && s.Name == key {
			found = fmt.Sprintf("%s called %s", s.Agent, key)
			if s.Refused != "" {
				found = fmt.Sprintf("%s tried to call %s (%s)", s.Agent, key, s.Refused)
			}
		}
		return found == ""
	})
	if found == "" {
		return pass(check)
	}
	return fail(check, key+" must not be called", "no call of "+key, found)
}

const noSubAgent = "no such sub-agent"

func unresolved(word string) string {
	return fmt.Sprintf("%q names no direct sub-agent of this agent", word)
}

// called reports whether the agent called the sub-agent itself.
func (j judged) called(key string) bool { return slices.Contains(j.calledAgents(), key) }

// calledAgents lists the sub-agents that the agent called itself, each once.
func (j judged) calledAgents() []string {
	var out []string
	for _, s := range j.tr.Steps {
		if s.Kind == trace.StepDelegate && s.Refused == "" && !slices.Contains(out, s.Name) {
			out = append(out, s.Name)
		}
	}
	return out
}
