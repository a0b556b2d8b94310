package rehearsal

import (
	"encoding/json"
	"fmt"
	"regexp"
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
}

func readSchema(raw json.RawMessage) *schema {
	var s schema
	if json.Unmarshal(raw, &s) != nil {
		return &schema{}
	}
	return &s
}

// kind is the first type that is not null; a schema may list several.
func (s *schema) kind() string {
	var one string
	var many []string
	if json.Unmarshal(s.Type, &one) == nil && one != "" {
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

// forms are the formats that tell by themselves where a value stands.
var forms = map[string]func() *regexp.Regexp{
	"email":     lazily(`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`),
	"uri":       lazily(`https?://[^\s"'<>]+[^\s"'<>.,;:!?)]`),
	"uuid":      lazily(`[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}`),
	"time":      lazily(`\b(?:[01]?\d|2[0-3]):[0-5]\d\b`),
	"date":      lazily(`\b\d{4}-\d{2}-\d{2}\b`),
	"date-time": lazily(`\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})`),
}

var codeLike = lazily(`^(?:[A-Za-z]+[-_]?[A-Za-z0-9-]*\d[A-Za-z0-9-]*|\d[A-Za-z0-9-]{3,})$`)

// shown is a code that a schema's examples or description show, or "".
func (s *schema) shown() string {
	about := s.Description
	if len(s.Examples) > 0 {
		about = fmt.Sprint(s.Examples[0])
	}
	for _, w := range matching(about, codeLike()) {
		return w
	}
	return ""
}
