package rules

import (
	"fmt"
	"slices"

	"github.com/caplo/caplo/internal/agent"
)

// Coverage says, for each agent that lists cases, which cases check its tools,
// sub-agents and actions, sorted by agent. What does not exist is left out:
// other rules report it.
func Coverage(judged []*Judged, o Options) []agent.Coverage {
	c := gather(judged, o, true)
	for _, j := range c.agents {
		c.cases(j) // a tool that a case misspells is covered nonetheless
	}
	out := []agent.Coverage{}
	for _, j := range c.agents {
		if n := len(j.suite.cases); n > 0 {
			out = append(out, agent.Coverage{Agent: j.ID.Key, Cases: n, Items: c.coverage(j)})
		}
	}
	return out
}

// uncovered warns of what no case covers.
func (c *crowd) uncovered(j *Judged) {
	for _, item := range c.coverage(j) {
		if item.Covered() || c.unread(item) {
			continue
		}
		switch item.Kind {
		case agent.CoveredTool:
			c.add(j.ID, Uncovered, item.Pointer, "no case covers the tool "+item.Name, "add a case with tool: "+item.Name)
		case agent.CoveredSubAgent:
			c.add(j.ID, Uncovered, item.Pointer, "no case covers the sub-agent "+item.Name, "add a case with subAgent: "+item.Name)
		case agent.CoveredAction:
			c.add(j.ID, Uncovered, item.Pointer, "no case covers the action "+item.Name,
				"add a case in which the customer asks for a person")
		}
	}
}

// unread reports whether a case that could not be read may cover the item.
func (c *crowd) unread(item agent.CoveredItem) bool {
	switch item.Kind {
	case agent.CoveredTool:
		return c.casesLost
	case agent.CoveredSubAgent:
		return c.byKey[item.Name].lacks("name") // a case may call it by its name
	}
	return false
}

// coverage lists what an agent's cases can cover, with the cases that do. An
// agent without cases is no matter of coverage.
func (c *crowd) coverage(j *Judged) []agent.CoveredItem {
	if len(j.suite.cases) == 0 || j.lacks("evals") {
		return nil
	}
	return slices.Concat(c.coveredTools(j), c.coveredSubAgents(j), coveredActions(j))
}

// coveredTools counts the cases of the whole project: a tool that a specialist
// lists is checked by the cases of the agent that meets the customer.
func (c *crowd) coveredTools(j *Judged) (out []agent.CoveredItem) {
	for i, tool := range j.agent.Tools {
		if tool != "" && c.set.Tool(tool) != nil {
			out = append(out, agent.CoveredItem{
				Kind: agent.CoveredTool, Name: tool, Pointer: fmt.Sprintf("/tools/%d", i), Cases: refsOf(c.toolCases[tool]),
			})
		}
	}
	return out
}

func (c *crowd) coveredSubAgents(j *Judged) (out []agent.CoveredItem) {
	routing := c.routingCases(j)
	by := map[string][]agent.CaseRef{}
	for i, cs := range j.suite.cases {
		if key := c.meant(j, cs.SubAgent); key != "" {
			by[key] = append(by[key], j.caseRef(i))
		}
	}
	for i, sub := range j.agent.SubAgents {
		if c.set.Agents[sub.Agent] == nil || sub.Agent == j.ID.Key {
			continue
		}
		item := agent.CoveredItem{Kind: agent.CoveredSubAgent, Name: sub.Agent, Pointer: subAgentAt(j, i), Cases: refsOf(by[sub.Agent])}
		if j.agent.FastRouting() {
			item.Routing = &agent.RoutingCount{Cases: routing[sub.Agent], Needed: c.needed}
		}
		out = append(out, item)
	}
	return out
}

func coveredActions(j *Judged) (out []agent.CoveredItem) {
	for i, action := range j.agent.Actions {
		if action != agent.ActionTransfer {
			continue
		}
		item := agent.CoveredItem{Kind: agent.CoveredAction, Name: action, Pointer: fmt.Sprintf("/actions/%d", i), Cases: []agent.CaseRef{}}
		for i, cs := range j.suite.cases {
			if cs.person {
				item.Cases = append(item.Cases, j.caseRef(i))
			}
		}
		out = append(out, item)
	}
	return out
}

// refsOf keeps an empty list from being null in JSON. The list is shared: a tool
// that many agents list has one list of cases, however many those are.
func refsOf(refs []agent.CaseRef) []agent.CaseRef {
	if refs == nil {
		return []agent.CaseRef{}
	}
	return slices.Clip(refs)
}

func (j *Judged) caseRef(i int) agent.CaseRef {
	return agent.CaseRef{Agent: j.ID.Key, Name: j.suite.cases[i].Name}
}
