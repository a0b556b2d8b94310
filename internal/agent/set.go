package agent

import (
	"encoding/json"
	"fmt"
	"sort"
	"strings"
)

// Set is a group of decoded resources that refer to each other: a project, or
// what one run pinned.
type Set struct {
	Agents    map[string]*Agent
	Tools     map[string]*ToolPackage
	Knowledge map[string]*KnowledgeBase
}

// NewSet returns an empty set.
func NewSet() *Set {
	return &Set{
		Agents:    map[string]*Agent{},
		Tools:     map[string]*ToolPackage{},
		Knowledge: map[string]*KnowledgeBase{},
	}
}

// Add decodes a resource into the set.
func (s *Set) Add(r Resource) error {
	var err error
	switch r.Kind {
	case KindAgent:
		a := &Agent{Key: r.Key}
		err = json.Unmarshal(r.Body, a)
		s.Agents[r.Key] = a
	case KindTools:
		p := &ToolPackage{Key: r.Key}
		err = json.Unmarshal(r.Body, p)
		s.Tools[r.Key] = p
	case KindKnowledge:
		k := &KnowledgeBase{Key: r.Key}
		err = json.Unmarshal(r.Body, k)
		s.Knowledge[r.Key] = k
	default:
		return fmt.Errorf("%s is not a kind that a set holds", r.Kind)
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", r.ID, err)
	}
	return nil
}

// Refs lists what a resource refers to directly, sorted, each once. Only
// agents refer to anything.
func (s *Set) Refs(id ID) []ID {
	a := s.Agents[id.Key]
	if id.Kind != KindAgent || a == nil {
		return nil
	}
	seen := map[ID]bool{}
	for _, t := range a.Tools {
		pkg, _ := SplitTool(t)
		seen[ID{KindTools, pkg}] = true
	}
	for _, k := range a.KnowledgeBases {
		seen[ID{KindKnowledge, k}] = true
	}
	for _, sub := range a.SubAgents {
		seen[ID{KindAgent, sub.Agent}] = true
	}
	return sortedIDs(seen)
}

// Reach lists all that the agents reach, themselves included, whether or not
// the set holds it, sorted. Cycles are fine.
func (s *Set) Reach(keys ...string) []ID {
	seen := map[ID]bool{}
	var todo []ID
	for _, k := range keys {
		todo = append(todo, ID{KindAgent, k})
	}
	for len(todo) > 0 {
		id := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[id] {
			continue
		}
		seen[id] = true
		todo = append(todo, s.Refs(id)...)
	}
	return sortedIDs(seen)
}

// Holds reports whether the set holds the resource.
func (s *Set) Holds(id ID) bool {
	switch id.Kind {
	case KindAgent:
		return s.Agents[id.Key] != nil
	case KindTools:
		return s.Tools[id.Key] != nil
	case KindKnowledge:
		return s.Knowledge[id.Key] != nil
	}
	return false
}

// Tool finds a tool by its full name, package/tool. It returns nil where there
// is none.
func (s *Set) Tool(name string) *Tool {
	pkg, short := SplitTool(name)
	p := s.Tools[pkg]
	if p == nil {
		return nil
	}
	for i := range p.Tools {
		if p.Tools[i].Name == short {
			return &p.Tools[i]
		}
	}
	return nil
}

// SplitTool splits a full tool name into package key and tool name.
func SplitTool(name string) (pkg, tool string) {
	pkg, tool, _ = strings.Cut(name, "/")
	return pkg, tool
}

// ResolveSubAgent finds which direct sub-agent of a word names: a key wins over
// a name. It returns the key, or false where the word names none.
func (s *Set) ResolveSubAgent(a *Agent, word string) (string, bool) {
	for _, sub := range a.SubAgents {
		if sub.Agent == word {
			return word, true
		}
	}
	for _, sub := range a.SubAgents {
		if t := s.Agents[sub.Agent]; t != nil && t.Name == word {
			return sub.Agent, true
		}
	}
	return "", false
}

func sortedIDs(set map[ID]bool) []ID {
	out := make([]ID, 0, len(set))
	for id := range set {
		out = append(out, id)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Less(out[j]) })
	return out
}
