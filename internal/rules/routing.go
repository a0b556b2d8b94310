package rules

import (
	"fmt"

	"github.com/caplo/caplo/internal/agent"
)

// routingCases counts an agent's routing cases by sub-agent. Those whose
// sub-agent cannot be told stand under "".
func (c *crowd) routingCases(j *Judged) map[string]int {
	have := map[string]int{}
	for i, cs := range j.suite.cases {
		if cs.RoutedBy != "" || j.has(j.suite.pointer(i, "routedBy")) {
			have[c.meant(j, cs.SubAgent)]++
		}
	}
	return have
}

// routing asks for routing cases for each direct sub-agent. An empty list lists
// none, so it asks for none.
func (c *crowd) routing(j *Judged) {
	if !j.agent.FastRouting() || len(j.suite.cases) == 0 || j.lacks("evals") {
		return
	}
	have := c.routingCases(j)
	told := map[string]bool{}
	for i, sub := range j.agent.SubAgents {
		id := agent.ID{Kind: agent.KindAgent, Key: sub.Agent}
		n := have[sub.Agent]
		if c.hidden(id) {
			n += have[""] // they may call it by its name, which nobody could look up
		}
		if sub.Agent == "" || sub.Agent == j.ID.Key || n >= c.needed || told[sub.Agent] || !c.exists(id) {
			continue
		}
		told[sub.Agent] = true
		left := c.needed - n
		c.add(j.ID, RoutingCases, subAgentAt(j, i),
			fmt.Sprintf("the sub-agent %s has %d of %d routing cases; %d %s missing", sub.Agent, n, c.needed, left, plural(left, "is", "are")),
			fmt.Sprintf("add %s with subAgent: %s and routedBy: fast", someCases(left), sub.Agent))
	}
}

func someCases(n int) string {
	switch n {
	case 1:
		return "a case"
	case 2:
		return "two cases"
	}
	return fmt.Sprintf("%d cases", n)
}
