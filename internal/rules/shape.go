package rules

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/schema"
)

// shape is a JSON Schema of the keywords that caplo's own schemas use. Tests
// hold it to what jsonschema makes of the same schemas.
type shape struct {
	Ref                  string            `json:"$ref"`
	Defs                 map[string]*shape `json:"$defs"`
	Type                 types             `json:"type"`
	Properties           map[string]*shape `json:"properties"`
	Required             []string          `json:"required"`
	AdditionalProperties *shape            `json:"additionalProperties"`
	PropertyNames        *shape            `json:"propertyNames"`
	Items                *shape            `json:"items"`
	OneOf                []*shape          `json:"oneOf"`
	Enum                 []any             `json:"enum"`
	MinLength            *int              `json:"minLength"`
	MaxLength            *int              `json:"maxLength"`
	MinItems             *int              `json:"minItems"`
	MaxItems             *int              `json:"maxItems"`
	MinProperties        *int              `json:"minProperties"`
	MaxProperties        *int              `json:"maxProperties"`
	Minimum              *float64          `json:"minimum"`
	Maximum              *float64          `json:"maximum"`
	UniqueItems          bool              `json:"uniqueItems"`
	Pattern              string            `json:"pattern"`

	// Annotations.
	Schema      string `json:"$schema"`
	ID          string `json:"$id"`
	Title       string `json:"title"`
	Description string `json:"description"`
	Default     any    `json:"default"`
	Examples    []any  `json:"examples"`
	Format      string `json:"format"`
	Comment     string `json:"$comment"`

	never   bool // the schema `false`
	pattern *regexp.Regexp
	known   []string // names of Properties, sorted
}

// types is a schema's type: one name or several.
type types []string

// UnmarshalJSON reads both forms.
func (t *types) UnmarshalJSON(data []byte) error {
	var one string
	if json.Unmarshal(data, &one) == nil {
		*t = types{one}
		return nil
	}
	return json.Unmarshal(data, (*[]string)(t))
}

// UnmarshalJSON reads a schema, true and false included. A keyword that shape
// does not know is an error, so that nothing is taken for checked that is not.
func (s *shape) UnmarshalJSON(data []byte) error {
	switch string(bytes.TrimSpace(data)) {
	case "true":
		return nil
	case "false":
		s.never = true
		return nil
	}
	type plain shape
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	dec.DisallowUnknownFields()
	return dec.Decode((*plain)(s))
}

// parseShape reads a schema and puts what its references name in their place.
func parseShape(data []byte) (*shape, error) {
	root := &shape{}
	if err := json.Unmarshal(data, root); err != nil {
		return nil, fmt.Errorf("read schema: %w", err)
	}
	if err := root.link(root, 0); err != nil {
		return nil, err
	}
	return root, nil
}

// maxLink bounds the depth of a schema and the length of a chain of references.
const maxLink = 100

// link compiles patterns. References are looked up as they are met, see deref.
func (s *shape) link(root *shape, depth int) error {
	if depth > maxLink {
		return fmt.Errorf("the schema is nested too deeply")
	}
	if s.Ref != "" && root.find(s.Ref) == nil {
		return fmt.Errorf("$ref %s leads nowhere", s.Ref)
	}
	if s.Pattern != "" {
		re, err := regexp.Compile(s.Pattern)
		if err != nil {
			return fmt.Errorf("pattern %s: %w", s.Pattern, err)
		}
		s.pattern = re
	}
	s.known = keysOf(s.Properties)
	below := []*shape{s.AdditionalProperties, s.PropertyNames, s.Items}
	below = append(below, s.OneOf...)
	for _, k := range s.known {
		below = append(below, s.Properties[k])
	}
	for _, k := range keysOf(s.Defs) {
		below = append(below, s.Defs[k])
	}
	for _, b := range below {
		if b == nil {
			continue
		}
		if err := b.link(root, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// find follows a reference inside the schema; nil where it leads nowhere.
func (s *shape) find(ref string) *shape {
	pointer, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return nil
	}
	parts := splitPointer(pointer)
	for len(parts) > 0 {
		name := parts[0]
		var next *shape
		switch {
		case len(parts) > 1 && name == "$defs":
			next, parts = s.Defs[parts[1]], parts[2:]
		case len(parts) > 1 && name == "properties":
			next, parts = s.Properties[parts[1]], parts[2:]
		case name == "items":
			next, parts = s.Items, parts[1:]
		}
		if next == nil {
			return nil
		}
		s = next
	}
	return s
}

// deref is the schema itself, or what its reference names.
func (s *shape) deref(root *shape) *shape {
	for range maxLink {
		if s.Ref == "" {
			return s
		}
		s = root.find(s.Ref)
	}
	return s
}

// allows reports whether a value's type is among the schema's.
func (s *shape) allows(kind string) bool {
	return len(s.Type) == 0 || slices.Contains(s.Type, kind) ||
		kind == "integer" && slices.Contains(s.Type, "number")
}

var shapes = map[agent.Kind]func() *shape{
	agent.KindAgent:   sync.OnceValue(func() *shape { return mustShape(schema.Agent) }),
	agent.KindTools:   sync.OnceValue(func() *shape { return mustShape(schema.Tools) }),
	agent.KindProject: sync.OnceValue(func() *shape { return mustShape(schema.Project) }),
	agent.KindKnowledge: sync.OnceValue(func() *shape {
		return mustShape([]byte(`{"type":"object","additionalProperties":false,"required":["documents"],"properties":{
			"documents":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["path","text"],"properties":{
				"path":{"type":"string","minLength":1},"text":{"type":"string"}}}}}}`))
	}),
}

func mustShape(data []byte) *shape {
	s, err := parseShape(data)
	if err != nil {
		panic(err) // one of caplo's own schemas, which tests read too
	}
	return s
}
