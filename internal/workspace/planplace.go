package workspace

import (
	"fmt"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/rules"
)

// unmet are the places of a pushed agent that refer to what is not there, by the
// rules that find them in files.
func (p *planner) unmet(d agent.Digested, there func(agent.ID) bool) []agent.Problem {
	body, err := p.body(d.Digest)
	if err != nil {
		return nil // the sentence says enough without them
	}
	set := agent.NewSet()
	if set.Add(agent.Resource{ID: d.ID, Body: body}) != nil || set.Agents[d.Key] == nil {
		return nil
	}
	var out []agent.Problem
	add := func(list string, at int, to agent.ID, rule, name string) {
		if there(to) {
			return
		}
		out = append(out, agent.Problem{
			Rule: rule, Severity: agent.Error, Ref: agent.Ref{ID: d.ID, Pointer: fmt.Sprintf("/%s/%d", list, at)},
			Message: fmt.Sprintf("the workspace has no %q", name), Hint: "push " + to.String() + " first, or remove the reference",
		})
	}
	a := set.Agents[d.Key]
	for i, t := range a.Tools {
		pkg, _ := agent.SplitTool(t)
		add("tools", i, agent.ID{Kind: agent.KindTools, Key: pkg}, rules.MissingTool, t)
	}
	for i, k := range a.KnowledgeBases {
		add("knowledgeBases", i, agent.ID{Kind: agent.KindKnowledge, Key: k}, rules.MissingBase, k)
	}
	for i, s := range a.SubAgents {
		add("subAgents", i, agent.ID{Kind: agent.KindAgent, Key: s.Agent}, rules.MissingAgent, s.Agent)
	}
	return out
}
