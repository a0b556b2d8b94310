package rules

import (
	"encoding/json"

	"github.com/caplo/caplo/internal/agent"
)

func (j *Judged) decode(body json.RawMessage, evals any) {
	switch j.ID.Kind {
	case agent.KindAgent:
		j.agent = decoded(j, body, agent.Agent{Key: j.ID.Key})
		j.suite = readSuite(evals)
	case agent.KindTools:
		j.tools = decoded(j, body, agent.ToolPackage{Key: j.ID.Key})
	case agent.KindKnowledge:
		j.base = decoded(j, body, agent.KnowledgeBase{Key: j.ID.Key})
	case agent.KindProject, agent.KindServer:
		j.project = decoded(j, body, projectFile{})
	}
}

// decoded reads a resource into what start is. Should some key not decode, it
// becomes a hole and the others are read: one value must not hide all mistakes.
func decoded[T any](j *Judged, body json.RawMessage, start T) *T {
	out := start
	if json.Unmarshal(body, &out) == nil {
		return &out
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(body, &members) != nil {
		j.Unreadable = true
		return nil
	}
	out = start
	for _, k := range keysOf(members) {
		one, _ := json.Marshal(map[string]json.RawMessage{k: members[k]})
		next := out
		if json.Unmarshal(one, &next) != nil {
			j.holes = append(j.holes, Hole{Key: k, Whole: true})
			continue
		}
		out = next
	}
	return &out
}
