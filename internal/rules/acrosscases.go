package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/caplo/caplo/internal/agent"
)

// cases looks up what an agent's cases refer to.
func (c *crowd) cases(j *Judged) {
	if len(j.suite.cases) == 0 {
		return
	}
	tools, sure := c.reachedTools(j.ID.Key)
	for i, cs := range j.suite.cases {
		if cs.Tool != "" && sure && !slices.Contains(tools, cs.Tool) {
			c.caseTool(j, i, cs.Tool, tools)
		}
		sub := c.caseSubAgent(j, i, "subAgent", cs.SubAgent)
		avoid := c.caseSubAgent(j, i, "avoidSubAgent", cs.AvoidSubAgent)
		if sub != "" && sub == avoid {
			p := c.add(j.ID, SameSubAgent, j.suite.pointer(i, "avoidSubAgent"),
				"subAgent and avoidSubAgent are the same sub-agent, "+sub, "remove one of the two")
			p.Related = []agent.Related{{Ref: agent.Ref{ID: j.ID, Pointer: j.suite.pointer(i, "subAgent")}, Message: "required here"}}
		}
		if cs.RoutedBy == agent.RoutedFast && !j.agent.FastRouting() && !j.wrongAt("routing") {
			c.add(j.ID, FastOff, j.suite.pointer(i, "routedBy"), "routedBy is fast, but the agent has no fast routing",
				"add routing: {mode: fast} to the agent, or write routedBy: model")
		}
	}
}

// reachedTools lists the tools of an agent and of all sub-agents it reaches. It
// is unsure where one of those cannot be read.
func (c *crowd) reachedTools(key string) (tools []string, sure bool) {
	sure = true
	for _, id := range c.set.Reach(key) {
		if id.Kind != agent.KindAgent {
			continue
		}
		a := c.set.Agents[id.Key]
		if a == nil {
			sure = false // hidden, or missing, which is said once and elsewhere
			continue
		}
		if j := c.byKey[id.Key]; j.wrongAt("tools") || j.wrongAt("subAgents") {
			sure = false
		}
		tools = append(tools, a.Tools...)
		tools = append(tools, c.meantTools(a)...)
	}
	slices.Sort(tools)
	return slices.DeleteFunc(slices.Compact(tools), func(t string) bool { return t == "" }), sure
}

// meantTools lists the tools that an agent's misspelt ones stand for.
func (c *crowd) meantTools(a *agent.Agent) (out []string) {
	for _, t := range a.Tools {
		if t != "" && c.set.Tool(t) == nil {
			if near := nearest(t, toolNames(c.set)); near != "" {
				out = append(out, near)
			}
		}
	}
	return out
}

func (c *crowd) caseTool(j *Judged, i int, tool string, reached []string) {
	who := "the agent"
	if len(j.agent.SubAgents) > 0 {
		who = "neither the agent nor a sub-agent it reaches"
	}
	message := fmt.Sprintf("%s lists the tool %s", who, shown(tool))
	if who == "the agent" {
		message = fmt.Sprintf("the agent does not list the tool %s", shown(tool))
	}
	p := c.add(j.ID, CaseTool, j.suite.pointer(i, "tool"), message, "")
	if near := nearest(tool, reached); near != "" {
		p.Hint, p.Replace = "did you mean "+near+"?", near
		c.toolCase(near, j, i)
		return
	}
	if c.set.Tool(tool) != nil {
		p.Hint = "add it to the agent's tools"
		return
	}
	p.Hint = didYouMean(tool, reached, "name a tool as the agent's tools list does")
}

// caseSubAgent resolves a case's sub-agent to the key of a direct one. It is
// empty where there is none to resolve, or none such.
func (c *crowd) caseSubAgent(j *Judged, i int, field, word string) string {
	if word == "" {
		return ""
	}
	if key, ok := c.set.ResolveSubAgent(j.agent, word); ok {
		return key
	}
	if c.unsure(j.agent) || j.wrongAt("subAgents") {
		return ""
	}
	p := c.add(j.ID, CaseSubAgent, j.suite.pointer(i, field), shown(word)+" is no direct sub-agent of the agent", "")
	known := directWords(c.set, j.agent)
	switch near := nearest(word, known); {
	case near != "":
		p.Hint, p.Replace = "did you mean "+near+"?", near
	case len(j.agent.SubAgents) == 0:
		p.Hint = "the agent has no subAgents; list it there, or remove the key"
	case c.set.Agents[word] != nil:
		p.Hint = "list it under the agent's subAgents, or name one that is: " + strings.Join(directKeys(j.agent), ", ")
	default:
		p.Hint = "the direct sub-agents are " + strings.Join(directKeys(j.agent), ", ")
	}
	return ""
}

// meant is the key of the direct sub-agent that a word names, or is a slip of.
func (c *crowd) meant(j *Judged, word string) string {
	if key, ok := c.set.ResolveSubAgent(j.agent, word); ok {
		return key
	}
	key, _ := c.set.ResolveSubAgent(j.agent, nearest(word, directWords(c.set, j.agent)))
	return key
}

// unsure reports whether a direct sub-agent could not be read, so that the word
// may be its name.
func (c *crowd) unsure(a *agent.Agent) bool {
	return slices.ContainsFunc(a.SubAgents, func(s agent.SubAgent) bool {
		return s.Agent == "" || c.set.Agents[s.Agent] == nil || c.byKey[s.Agent].lacks("name")
	})
}

func directKeys(a *agent.Agent) []string {
	var out []string
	for _, s := range a.SubAgents {
		if s.Agent != "" {
			out = append(out, s.Agent)
		}
	}
	return out
}

// directWords lists the keys and names of the direct sub-agents.
func directWords(set *agent.Set, a *agent.Agent) []string {
	out := directKeys(a)
	for _, k := range out {
		if t := set.Agents[k]; t != nil && t.Name != "" {
			out = append(out, t.Name)
		}
	}
	return out
}
