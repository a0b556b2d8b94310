package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/caplo/caplo/internal/agent"
)

// crowd is a group of judged resources that refer to each other.
type crowd struct {
	alone      bool // what is not here may exist
	set        *agent.Set
	unreadable map[agent.ID]bool
	agents     []*Judged // sorted by key
	byKey      map[string]*Judged
	project    *Judged
	needed     int                        // routing cases for each sub-agent
	everyCase  bool                       // keep all the cases that name a tool, not one alone
	toolCases  map[string][]agent.CaseRef // the cases that name a tool
	casesLost  bool                       // some case could not be read, and may name any tool
	partly     map[string]bool            // tool packages of which some tool could not be read
	found      []agent.Problem
}

// across applies the rules that need more than one resource.
func across(judged []*Judged, o Options) []agent.Problem {
	c := gather(judged, o, false)
	c.uniqueNames()
	c.cycles()
	for _, j := range c.agents {
		c.references(j)
		c.ambiguous(j)
		c.model(j)
		c.cases(j)
		c.routing(j)
	}
	for _, j := range c.agents {
		c.uncovered(j)
	}
	c.projectModels()
	return c.found
}

// gather joins resources, agents sorted by key.
func gather(judged []*Judged, o Options, everyCase bool) *crowd {
	c := &crowd{
		everyCase: everyCase,
		alone:     o.Alone, needed: o.routingCases(), set: agent.NewSet(), unreadable: map[agent.ID]bool{},
		toolCases: map[string][]agent.CaseRef{}, partly: map[string]bool{}, byKey: map[string]*Judged{},
	}
	for _, j := range slices.SortedStableFunc(slices.Values(judged), func(a, b *Judged) int {
		return strings.Compare(a.ID.Key, b.ID.Key)
	}) {
		c.join(j)
	}
	return c
}

func (c *crowd) join(j *Judged) {
	switch {
	case j.Unreadable:
		c.unreadable[j.ID] = true
		c.casesLost = c.casesLost || j.ID.Kind == agent.KindAgent
	case j.agent != nil:
		c.set.Agents[j.ID.Key] = j.agent
		c.agents = append(c.agents, j)
		c.byKey[j.ID.Key] = j
		c.casesLost = c.casesLost || j.lacks("evals")
		for i, cs := range j.suite.cases {
			c.toolCase(cs.Tool, j, i)
		}
	case j.tools != nil:
		c.set.Tools[j.ID.Key] = j.tools
		c.partly[j.ID.Key] = j.lacks("tools")
	case j.base != nil:
		c.set.Knowledge[j.ID.Key] = j.base
	case j.project != nil:
		c.project = j
	}
}

// toolCase notes that a case names a tool.
func (c *crowd) toolCase(tool string, j *Judged, i int) {
	if tool != "" && (c.everyCase || c.toolCases[tool] == nil) {
		c.toolCases[tool] = append(c.toolCases[tool], j.caseRef(i))
	}
}

func (c *crowd) add(id agent.ID, rule, pointer, message, hint string) *agent.Problem {
	c.found = append(c.found, agent.Problem{
		Rule: rule, Severity: severities[rule], Message: message, Hint: hint,
		Ref: agent.Ref{ID: id, Pointer: pointer},
	})
	return &c.found[len(c.found)-1]
}

// keys lists the resources of a kind, readable or not.
func (c *crowd) keys(kind agent.Kind) []string {
	var out []string
	switch kind {
	case agent.KindAgent:
		out = keysOf(c.set.Agents)
	case agent.KindTools:
		out = keysOf(c.set.Tools)
	case agent.KindKnowledge:
		out = keysOf(c.set.Knowledge)
	}
	for id := range c.unreadable {
		if id.Kind == kind {
			out = append(out, id.Key)
		}
	}
	slices.Sort(out)
	return out
}

func (c *crowd) exists(id agent.ID) bool { return c.set.Holds(id) || c.hidden(id) }

// hidden reports whether a resource exists, or may exist, that nobody could
// look into.
func (c *crowd) hidden(id agent.ID) bool {
	return c.unreadable[id] || c.alone && !c.set.Holds(id)
}

func (c *crowd) uniqueNames() {
	first := map[string]*Judged{}
	for _, j := range c.agents {
		name := CaseName(j.agent.Name)
		if name == "" {
			continue
		}
		if other := first[name]; other != nil {
			p := c.add(j.ID, UniqueAgent, "/name", "two agents are called "+quoted(short(name)), "give one of them another name")
			p.Related = []agent.Related{{Ref: agent.Ref{ID: other.ID, Pointer: "/name"}, Message: "the other is here"}}
			continue
		}
		first[name] = j
	}
}

// references looks up what an agent refers to.
func (c *crowd) references(j *Judged) {
	for i, name := range j.agent.Tools {
		if name == "" {
			continue
		}
		pkg, _ := agent.SplitTool(name)
		if c.set.Tool(name) != nil || c.partly[pkg] || c.hidden(agent.ID{Kind: agent.KindTools, Key: pkg}) {
			continue
		}
		c.missing(j, MissingTool, fmt.Sprintf("/tools/%d", i), "tool", name, toolNames(c.set), "tools/"+placeholder(pkg)+".yaml")
	}
	for i, key := range j.agent.KnowledgeBases {
		if key != "" && !c.exists(agent.ID{Kind: agent.KindKnowledge, Key: key}) {
			c.missing(j, MissingBase, fmt.Sprintf("/knowledgeBases/%d", i), "knowledge base", key, c.keys(agent.KindKnowledge), "knowledge/"+placeholder(key)+"/")
		}
	}
	for i, sub := range j.agent.SubAgents {
		if sub.Agent == "" || sub.Agent == j.ID.Key || c.exists(agent.ID{Kind: agent.KindAgent, Key: sub.Agent}) {
			continue
		}
		others := slices.DeleteFunc(c.keys(agent.KindAgent), func(k string) bool { return k == j.ID.Key })
		c.missing(j, MissingAgent, subAgentAt(j, i), "agent", sub.Agent, others, "agents/"+placeholder(sub.Agent)+".yaml")
	}
}

func placeholder(key string) string {
	if agent.ValidKey(key) {
		return key
	}
	return "KEY"
}

// subAgentAt points at the key of a sub-agent in either form.
func subAgentAt(j *Judged, i int) string {
	if j.longForm(i) {
		return subAgentPointer(i) + "/agent"
	}
	return subAgentPointer(i)
}

func (c *crowd) missing(j *Judged, rule, at, what, word string, known []string, file string) {
	p := c.add(j.ID, rule, at, fmt.Sprintf("there is no %s %s", what, shown(word)), "")
	if near := nearest(word, known); near != "" {
		p.Hint, p.Replace = "did you mean "+near+"?", near
		return
	}
	p.Hint = didYouMean(word, known, "add "+file+", or remove it from the list")
}

// ambiguous refuses sub-agents of which one is called what another's key is.
func (c *crowd) ambiguous(j *Judged) {
	for i, sub := range j.agent.SubAgents {
		t := c.set.Agents[sub.Agent]
		if t == nil || t.Name == "" || t.Name == sub.Agent {
			continue
		}
		n := slices.IndexFunc(j.agent.SubAgents, func(o agent.SubAgent) bool { return o.Agent == t.Name })
		if n < 0 {
			continue
		}
		p := c.add(j.ID, AmbiguousName, subAgentAt(j, i),
			fmt.Sprintf("the sub-agent %s is called %s, which is the key of another sub-agent", sub.Agent, quoted(short(t.Name))), "give it another name")
		p.Related = []agent.Related{
			{Ref: agent.Ref{ID: agent.ID{Kind: agent.KindAgent, Key: sub.Agent}, Pointer: "/name"}, Message: "its name is here"},
			{Ref: agent.Ref{ID: j.ID, Pointer: subAgentAt(j, n)}, Message: "the other sub-agent is here"},
		}
	}
}

// cycles warns once of each group of agents that lead back to each other.
func (c *crowd) cycles() {
	told := map[string]bool{}
	for _, j := range c.agents {
		if told[j.ID.Key] {
			continue
		}
		way := c.back(j.ID.Key)
		if len(way) < 2 {
			continue
		}
		for _, k := range way {
			told[k] = true
		}
		i := slices.IndexFunc(j.agent.SubAgents, func(s agent.SubAgent) bool { return s.Agent == way[1] })
		c.add(j.ID, Cycle, subAgentAt(j, i), "the sub-agents lead back here: "+strings.Join(append(way, j.ID.Key), " → "),
			"remove one of the steps, unless the agents are meant to hand messages back")
	}
}

// back is the shortest way from an agent over others to itself, itself first.
func (c *crowd) back(start string) []string {
	from := map[string]string{}
	for queue := []string{start}; len(queue) > 0; queue = queue[1:] {
		key := queue[0]
		a := c.set.Agents[key]
		if a == nil {
			continue
		}
		for _, sub := range a.SubAgents {
			if sub.Agent == start && key != start {
				way := []string{key}
				for key != start {
					key = from[key]
					way = append([]string{key}, way...)
				}
				return way
			}
			if _, seen := from[sub.Agent]; !seen && sub.Agent != start {
				from[sub.Agent] = key
				queue = append(queue, sub.Agent)
			}
		}
	}
	return nil
}

// model warns of a model whose provider nobody knows.
func (c *crowd) model(j *Judged) { c.provider(j, j.agent.Model, "/model") }

func (c *crowd) projectModels() {
	if c.project == nil {
		return
	}
	for _, k := range keysOf(c.project.project.Models) {
		c.provider(c.project, c.project.project.Models[k], "/models/"+k)
	}
}

func (c *crowd) provider(j *Judged, model, at string) {
	name, _, ok := strings.Cut(model, "/")
	if !ok || c.project == nil || c.project.lacks("providers") {
		return
	}
	known := append(keysOf(c.project.project.Providers), knownProviders...)
	if slices.Contains(known, name) {
		return
	}
	hint := "name it under providers in caplo.yaml"
	if j.ID.Kind == agent.KindServer {
		hint = "name it under providers"
	}
	if near := nearest(name, known); near != "" {
		hint = "did you mean " + near + model[len(name):] + "?"
	}
	c.add(j.ID, NoProvider, at, "there is no provider "+short(name), hint)
}
