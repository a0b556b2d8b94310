package project

import (
	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/project/yamltree"
)

// named is a list of names: each is one entry or another, never one changed.
var named = &yamltree.Shape{Name: "name"}

// caseShape is an eval case as people write it.
var caseShape = &yamltree.Shape{Keys: []string{
	"id", "name", "input", "desiredOutcome", "answerContains", "answerExcludes", "tool", "subAgent",
	"avoidSubAgent", "routedBy", "uncertainty", "prohibitedAction",
}}

var caseList = &yamltree.Shape{Name: "name", Item: caseShape, Of: map[string]*yamltree.Shape{
	"cases": {Name: "name", Item: caseShape},
}}

var agentShape = &yamltree.Shape{
	Keys: []string{
		"name", "description", "model", "instructions", "tools", "knowledgeBases", "subAgents", "routing", "actions", "limits", "evals",
	},
	Of: map[string]*yamltree.Shape{
		"tools": named, "knowledgeBases": named, "actions": named,
		"subAgents": {Name: "agent", Item: &yamltree.Shape{Keys: []string{"agent", "when", "examples"}}},
		"routing":   {Keys: []string{"mode", "minConfidence"}},
		"limits":    {Keys: []string{"toolCalls", "delegations"}},
		"evals":     caseList,
	},
}

var toolsShape = &yamltree.Shape{
	Keys: []string{"name", "connection", "tools"},
	Of: map[string]*yamltree.Shape{
		"connection": {Keys: []string{"http", "mcp"}, Of: map[string]*yamltree.Shape{
			"http": {Keys: []string{"baseUrl", "headers"}},
			"mcp":  {Keys: []string{"url", "command"}},
		}},
		"tools": {Name: "name", Item: &yamltree.Shape{
			Keys: []string{"name", "description", "effect", "input", "request", "examples"},
			Of: map[string]*yamltree.Shape{
				"input":    schemaShape(3),
				"request":  {Keys: []string{"method", "path", "query", "body"}},
				"examples": {Item: &yamltree.Shape{Keys: []string{"input", "output"}}},
			},
		}},
	},
}

// schemaShape is a JSON Schema as people write it, to a depth; below it keys
// are sorted.
func schemaShape(depth int) *yamltree.Shape {
	s := &yamltree.Shape{Keys: []string{"type", "description", "additionalProperties", "required", "enum", "properties", "items"}}
	if depth > 0 {
		below := schemaShape(depth - 1)
		s.Of = map[string]*yamltree.Shape{"properties": {Item: below}, "items": below, "required": named}
	}
	return s
}

func shapeOf(kind agent.Kind) *yamltree.Shape {
	if kind == agent.KindTools {
		return toolsShape
	}
	return agentShape
}
