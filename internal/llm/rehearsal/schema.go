package rehearsal

import (
	"encoding/json"
	"slices"
)

// schema is the part of JSON Schema that says how to find a value in a message.
type schema struct {
	Type        json.RawMessage
	Description string
	Properties  map[string]*schema
	Required    []string
	Items       *schema
	Enum        []any
	Const       any
	Pattern     string
	Format      string
	Examples    []any
	Minimum     *float64
	Maximum     *float64
	MinLength   int
	MaxLength   *int
	AnyOf       []*schema
}

func readSchema(raw json.RawMessage) *schema {
	var s schema
	if json.Unmarshal(raw, &s) != nil {
		return nil
	}
	return &s
}

// kind is the first type that is not null; a schema may list several.
func (s *schema) kind() string {
	var one string
	var many []string
	if json.Unmarshal(s.Type, &one) == nil {
		return one
	}
	_ = json.Unmarshal(s.Type, &many)
	for _, t := range many {
		if t != "null" {
			return t
		}
	}
	if s.Properties != nil {
		return "object"
	}
	return "string"
}

// requires lists what must be there, each once.
func (s *schema) requires() []string {
	var out []string
	for _, name := range s.Required {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

func (s *schema) anyOf(have map[string]any) bool {
	return slices.ContainsFunc(s.AnyOf, func(alt *schema) bool {
		return alt != nil && !slices.ContainsFunc(alt.Required, func(n string) bool { _, ok := have[n]; return !ok })
	})
}
