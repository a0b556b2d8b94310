package turn

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/llm"
	"github.com/caplo/caplo/internal/trace"
)

// offer is a tool that an agent's model may call.
type offer struct {
	kind trace.StepKind
	name string // as it stands in a step
	tool llm.Tool
}

var (
	schemaNone     = json.RawMessage(`{"type":"object","properties":{}}`)
	schemaQuery    = json.RawMessage(`{"type":"object","properties":{"query":{"type":"string","description":"What to look for, in plain words."}},"required":["query"],"additionalProperties":false}`)
	schemaMessage  = json.RawMessage(`{"type":"object","properties":{"message":{"type":"string","description":"The customer's message, with all that is needed to answer it."}},"required":["message"],"additionalProperties":false}`)
	schemaTransfer = json.RawMessage(`{"type":"object","properties":{"reason":{"type":"string","description":"Why a person should take over."}},"additionalProperties":false}`)
)

// offers lists what an agent's model may call, in the order of its file. A tool
// or sub-agent that the set does not hold is an error: without it nobody can
// tell what the agent would have done.
func offers(set *agent.Set, a *agent.Agent) ([]offer, error) {
	var out []offer
	for _, name := range a.Tools {
		t := set.Tool(name)
		if t == nil {
			return nil, fmt.Errorf("agent %s lists the tool %s, which does not exist", a.Key, name)
		}
		input := t.Input
		if len(input) == 0 {
			input = schemaNone
		}
		out = append(out, offer{trace.StepTool, name, llm.Tool{
			Name: agent.ModelTool(name), Description: t.Description, Input: input,
		}})
	}
	if len(a.KnowledgeBases) > 0 {
		out = append(out, offer{trace.StepKnowledge, agent.ModelToolKnowledge, llm.Tool{
			Name: agent.ModelToolKnowledge, Description: aboutKnowledge, Input: schemaQuery,
		}})
	}
	for _, c := range Candidates(set, a) {
		if set.Agents[c.Key] == nil {
			return nil, fmt.Errorf("agent %s lists the sub-agent %s, which does not exist", a.Key, c.Key)
		}
		out = append(out, offer{trace.StepDelegate, c.Key, llm.Tool{
			Name: agent.ModelDelegate(c.Key), Description: aboutDelegate(c), Input: schemaMessage,
		}})
	}
	if slices.Contains(a.Actions, agent.ActionTransfer) {
		out = append(out, offer{trace.StepTransfer, agent.ModelToolTransfer, llm.Tool{
			Name: agent.ModelToolTransfer, Description: aboutTransfer, Input: schemaTransfer,
		}})
	}
	return out, nil
}
