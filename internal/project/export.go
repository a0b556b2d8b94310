package project

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/project/yamltree"
)

// ExportCase is a case with the id under which a workspace keeps it.
type ExportCase struct {
	ID string
	agent.Case
}

// Export is the text of an agent's file in the form that the console exports:
// cases below evals: cases:, each with its id, and the empty list where there are
// none. It fails where YAML cannot hold the agent.
func Export(body json.RawMessage, cases []ExportCase) ([]byte, error) {
	value, err := decoded(body)
	if err != nil {
		return nil, err
	}
	want, ok := value.(map[string]any)
	if !ok {
		return nil, errors.New("the body of an agent is no object")
	}
	list := []any{}
	for _, c := range cases {
		m, err := caseValue(c.Case)
		if err != nil {
			return nil, err
		}
		m["id"] = c.ID
		list = append(list, m)
	}
	want["evals"] = map[string]any{"cases": list}
	text, err := yamltree.Write(want, agentShape)
	if err != nil {
		return nil, fmt.Errorf("write the agent: %w", err)
	}
	return text, nil
}
