package rehearsal

import (
	"encoding/json"
	"regexp"
	"slices"
	"sort"
	"strings"
)

// filling is a try at filling one tool's arguments.
type filling struct {
	text    string            // what the customer wrote
	known   map[string]string // values that earlier results give, by property
	used    set               // values taken, so that two properties do not share one
	solid   int               // how many were found by their form
	missing string            // the first required property that was not found
	lacks   *schema
}

// object fills an object's properties: all that are required, and of the
// others those that the message plainly holds.
func (f *filling) object(s *schema) (map[string]any, bool) {
	out := map[string]any{}
	required := s.requires()
	for _, name := range required {
		p := s.Properties[name]
		if p == nil {
			p = &schema{}
		}
		v, ok := f.value(name, p, true)
		if !ok {
			f.missing, f.lacks = name, p
			return nil, false
		}
		out[name] = v
	}
	for _, name := range sortedKeys(s.Properties) {
		if p := s.Properties[name]; p != nil && !slices.Contains(required, name) {
			if v, ok := f.value(name, p, false); ok {
				out[name] = v
			}
		}
	}
	return out, len(s.AnyOf) == 0 || s.anyOf(out)
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

func (f *filling) value(name string, s *schema, required bool) (any, bool) {
	switch {
	case s.Const != nil:
		return s.Const, required
	case len(s.Enum) > 0:
		return f.enum(s.Enum)
	}
	switch s.kind() {
	case "boolean":
		return f.boolean(name)
	case "integer", "number":
		return f.number(name, s, required)
	case "array":
		return f.array(name, s, required)
	case "object":
		inner := *f
		inner.missing, inner.lacks = "", nil
		v, ok := inner.object(s)
		ok = ok && (required || inner.solid > f.solid)
		if ok {
			f.solid = inner.solid
		}
		return v, ok
	case "string":
		return f.str(name, s, required)
	}
	return nil, false
}

// enum takes the choice whose words the message holds; the longest wins.
func (f *filling) enum(choices []any) (any, bool) {
	have := setOf(append(tokens(f.text), stems(f.text)...))
	var best any
	most := 0
	for _, c := range choices {
		s, ok := c.(string)
		words := tokens(s)
		all := ok && !slices.ContainsFunc(words, func(w string) bool { return !have[w] && !have[stem(w)] })
		if all && len(words) > most {
			best, most = c, len(words)
		}
	}
	if best != nil {
		f.solid++
	}
	return best, best != nil
}

// boolean is told only where the message speaks of the property by name.
func (f *filling) boolean(name string) (any, bool) {
	for _, clause := range clauses(f.text) {
		if _, hits := (weights{}).match(stems(humanise(name)), stemSet(clause)); hits > 0 {
			return !absence.MatchString(clause), true
		}
	}
	return nil, false
}

func (f *filling) array(name string, s *schema, required bool) (any, bool) {
	if s.Items == nil {
		return nil, false
	}
	var out []any
	for len(out) < 20 {
		v, ok := f.value(name, s.Items, required && len(out) == 0)
		if !ok || slices.ContainsFunc(out, func(o any) bool { return same(o, v) }) {
			break
		}
		out = append(out, v)
	}
	return out, len(out) > 0
}

func same(a, b any) bool {
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	return string(x) == string(y)
}

var camel = regexp.MustCompile(`([a-z0-9])([A-Z])`)

// humanise makes a key readable: dueDate and due_date are "due date".
func humanise(key string) string {
	key = camel.ReplaceAllString(key, "$1 $2")
	return strings.ToLower(strings.Join(strings.FieldsFunc(key, func(r rune) bool { return r == '_' || r == '-' || r == ' ' }), " "))
}
