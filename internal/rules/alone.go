package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/caplo/caplo/internal/agent"
)

// alone applies the rules that need one resource only.
func (j *Judged) alone(v any) {
	j.secrets(v, nil)
	switch {
	case j.Unreadable:
	case j.agent != nil:
		j.subAgents()
		j.eachCase()
		j.consoleForm()
		j.neverFast()
	case j.tools != nil:
		j.toolPackage(v)
	case j.project != nil:
		j.providers()
	}
}

// subAgents judges the list of sub-agents without knowing who they are.
func (j *Judged) subAgents() {
	a := j.agent
	first := map[string]int{}
	for i, sub := range a.SubAgents {
		at := subAgentAt(j, i)
		if sub.Agent == "" {
			continue
		}
		if sub.Agent == j.ID.Key {
			j.add(OwnSubAgent, at, "an agent cannot be its own sub-agent", "remove it")
			continue
		}
		if n, twice := first[sub.Agent]; twice {
			p := j.add(SubAgentTwice, at, "the sub-agent "+short(sub.Agent)+" is listed twice", "keep one of the two")
			p.Related = []agent.Related{{Ref: agent.Ref{ID: j.ID, Pointer: subAgentAt(j, n)}, Message: "the first is here"}}
			continue
		}
		first[sub.Agent] = i
	}
	if a.FastRouting() && len(a.SubAgents) == 0 && !j.lacks("subAgents") {
		j.add(FastAlone, "/routing", "fast routing is on, but there is no sub-agent to route to", "list subAgents, or remove routing")
	}
}

func subAgentPointer(i int) string { return fmt.Sprintf("/subAgents/%d", i) }

// has reports whether the value at a pointer does not fit the schema.
func (j *Judged) has(pointer string) bool {
	return len(j.unfit) > 0 && j.unfit[j.originalRef(agent.Ref{ID: j.ID, Pointer: pointer}).Pointer]
}

// wrongAt reports whether an agent's key is in error, could not be read, or may
// be the one that an unknown key stands for, so that what it seems to say may
// not be so.
func (j *Judged) wrongAt(key string) bool {
	return j.lacks(key) || slices.ContainsFunc(j.problems, func(p agent.Problem) bool {
		parts := splitPointer(p.Ref.Pointer)
		if p.Severity != agent.Error || len(parts) == 0 {
			return false
		}
		meant, respelt := j.meantBy(parts[0])
		return meant == key && p.Rule != Twice && (len(parts) > 1 || !respelt) || len(parts) == 1 && p.Rule == UnknownKey && !respelt && j.mayMean(parts[0], key)
	})
}

func (j *Judged) mayMean(word, key string) bool { return shapes[j.ID.Kind]().mayMean(word, key) }

// meantBy is the key that one at the top is read as.
func (j *Judged) meantBy(key string) (meant string, respelt bool) {
	for _, s := range j.meant {
		if s.written == "/"+escapePointer(key) {
			return strings.TrimPrefix(s.read, "/"), true
		}
	}
	return key, false
}

// providers refuses to define again what caplo knows, since a key that is kept
// for a known provider must not go elsewhere.
func (j *Judged) providers() {
	for _, name := range keysOf(j.project.Providers) {
		if slices.Contains(knownProviders, name) {
			j.add(OwnProvider, "/providers/"+escapePointer(name), "the provider "+name+" is known and cannot be defined again",
				"give this one another name").Ref.OnKey = true
		}
	}
}

// knownProviders need no entry in caplo.yaml.
var knownProviders = []string{"anthropic", "openai"}
