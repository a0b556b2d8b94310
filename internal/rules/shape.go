package rules

import (
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
	ref                          string
	defs, properties             map[string]*shape
	types                        types
	required                     []string
	additional, propNames, items *shape
	oneOf                        []*shape
	enum                         []any
	minLength, maxLength         int // -1 where there is none, as below
	minItems, maxItems           int
	minProperties, maxProperties int
	minimum, maximum             *float64
	unique                       bool
	pattern                      *regexp.Regexp
	description                  string

	never bool     // the schema `false`
	known []string // names of properties, sorted
}

// types are the names of a schema's types.
type types []string

// parseShape reads a schema and checks that its references lead somewhere. A
// keyword that shape does not know is an error, so that nothing is taken for
// checked that is not.
func parseShape(data []byte) (*shape, error) {
	v, err := decode(data)
	if err != nil {
		return nil, fmt.Errorf("read schema: %w", err)
	}
	r := &shapeReader{}
	root := r.schema(v, 0)
	if r.err != nil {
		return nil, r.err
	}
	for _, ref := range r.refs {
		if root.find(ref) == nil {
			return nil, fmt.Errorf("$ref %s leads nowhere", ref)
		}
	}
	return root, nil
}

// shapeReader makes shapes of a decoded schema. It keeps the first error.
type shapeReader struct {
	err  error
	refs []string
}

func (r *shapeReader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}

func (r *shapeReader) schema(v any, depth int) *shape {
	s := &shape{minLength: -1, maxLength: -1, minItems: -1, maxItems: -1, minProperties: -1, maxProperties: -1}
	if is, ok := v.(bool); ok {
		s.never = !is
		return s
	}
	m, ok := v.(map[string]any)
	if !ok || depth > maxLink {
		r.fail("a schema is a mapping, nested up to %d deep", maxLink)
		return s
	}
	for k, v := range m {
		r.keyword(s, k, v, depth+1)
	}
	s.known = keysOf(s.properties)
	return s
}

func (r *shapeReader) keyword(s *shape, k string, v any, depth int) {
	switch k {
	case "$schema", "$id", "$comment", "title", "default", "examples", "format":
	case "description":
		s.description, _ = v.(string)
	case "$ref":
		s.ref, _ = v.(string)
		r.refs = append(r.refs, s.ref)
	case "$defs":
		s.defs = r.schemas(v, depth)
	case "properties":
		s.properties = r.schemas(v, depth)
	case "additionalProperties":
		s.additional = r.schema(v, depth)
	case "propertyNames":
		s.propNames = r.schema(v, depth)
	case "items":
		s.items = r.schema(v, depth)
	case "oneOf":
		list, _ := v.([]any)
		for _, e := range list {
			s.oneOf = append(s.oneOf, r.schema(e, depth))
		}
	case "type":
		if s.types = texts(v); s.types == nil {
			s.types = types{plainText(v)}
		}
	case "required":
		s.required = texts(v)
	case "enum":
		s.enum, _ = v.([]any)
	case "uniqueItems":
		s.unique, _ = v.(bool)
	case "pattern":
		re, err := regexp.Compile(plainText(v))
		if err != nil {
			r.fail("pattern %s: %w", plainText(v), err)
		}
		s.pattern = re
	default:
		r.bound(s, k, v)
	}
}

// bound reads a keyword whose value is a number.
func (r *shapeReader) bound(s *shape, k string, v any) {
	n, _ := v.(json.Number)
	f, err := n.Float64()
	if err != nil {
		r.fail("the keyword %s is not known", k)
		return
	}
	counts := map[string]*int{
		"minLength": &s.minLength, "maxLength": &s.maxLength, "minItems": &s.minItems, "maxItems": &s.maxItems,
		"minProperties": &s.minProperties, "maxProperties": &s.maxProperties,
	}
	switch {
	case counts[k] != nil:
		*counts[k] = int(f)
	case k == "minimum":
		s.minimum = &f
	case k == "maximum":
		s.maximum = &f
	default:
		r.fail("the keyword %s is not known", k)
	}
}

func (r *shapeReader) schemas(v any, depth int) map[string]*shape {
	m, _ := v.(map[string]any)
	out := make(map[string]*shape, len(m))
	for k, e := range m {
		out[k] = r.schema(e, depth)
	}
	return out
}

// texts reads a list of texts; nil for anything else.
func texts(v any) []string {
	list, ok := v.([]any)
	if !ok {
		return nil
	}
	out := make([]string, 0, len(list))
	for _, e := range list {
		out = append(out, plainText(e))
	}
	return out
}

// maxLink bounds the depth of a schema and the length of a chain of references.
const maxLink = 100

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
			next, parts = s.defs[parts[1]], parts[2:]
		case len(parts) > 1 && name == "properties":
			next, parts = s.properties[parts[1]], parts[2:]
		case name == "items":
			next, parts = s.items, parts[1:]
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
		if s.ref == "" {
			return s
		}
		s = root.find(s.ref)
	}
	return s
}

// kinds are the types that a schema names, in all its alternatives.
func (s *shape) kinds(root *shape) types {
	out := slices.Clone(s.types)
	for _, b := range s.oneOf {
		out = append(out, b.deref(root).types...)
	}
	return out
}

// allows reports whether a value's type is among the schema's.
func (s *shape) allows(kind string) bool {
	return len(s.types) == 0 || slices.Contains(s.types, kind) ||
		kind == "integer" && slices.Contains(s.types, "number")
}

var shapes = map[agent.Kind]func() *shape{
	agent.KindAgent:   sync.OnceValue(func() *shape { return mustShape(schema.Agent) }),
	agent.KindTools:   sync.OnceValue(func() *shape { return mustShape(schema.Tools) }),
	agent.KindProject: sync.OnceValue(func() *shape { return mustShape(schema.Project) }),
	agent.KindServer:  sync.OnceValue(func() *shape { return mustShape(schema.Server) }),
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
