package agent

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"sort"
	"strings"
)

// FieldChange is one value of a resource or case that differs between two states.
// A value that is not there is nil.
type FieldChange struct {
	Field  string          `json:"field"` // keys and names on the way to it, with dots between
	Before json.RawMessage `json:"before,omitempty"`
	After  json.RawMessage `json:"after,omitempty"`
}

// CompareBodies lists the values in which two bodies of a kind differ, sorted by
// field. What stands in a list under a name, such as a tool or a document, is
// compared with what has its name in the other.
func CompareBodies(kind Kind, before, after json.RawMessage) ([]FieldChange, error) {
	a, err := valueOf(before)
	if err != nil {
		return nil, err
	}
	b, err := valueOf(after)
	if err != nil {
		return nil, err
	}
	c := &comparison{out: []FieldChange{}}
	if kind == KindKnowledge {
		c.maps("", documents(a), documents(b))
	} else {
		c.values("", a, b)
	}
	return c.out, c.err
}

func valueOf(body json.RawMessage) (v any, err error) {
	canonical, err := Canonical(body)
	if err != nil {
		return nil, err
	}
	dec := json.NewDecoder(strings.NewReader(string(canonical)))
	dec.UseNumber()
	err = dec.Decode(&v)
	return v, err
}

// documents are the texts of a knowledge base by their paths.
func documents(v any) map[string]any {
	out := map[string]any{}
	m, _ := v.(map[string]any)
	list, _ := m["documents"].([]any)
	for _, d := range list {
		m, _ := d.(map[string]any)
		out[fmt.Sprint(m["path"])] = m["text"]
	}
	return out
}

type comparison struct {
	out []FieldChange
	err error
}

func (c *comparison) values(at string, a, b any) {
	if reflect.DeepEqual(a, b) {
		return
	}
	if x, ok := a.(map[string]any); ok {
		if y, ok := b.(map[string]any); ok {
			c.maps(at, x, y)
			return
		}
	}
	x, y := byName(a), byName(b)
	if x == nil || y == nil || reflect.DeepEqual(x, y) { // only the order differs: both are shown whole
		c.side(at, a, true, b, true)
		return
	}
	c.maps(at, x, y)
}

func (c *comparison) maps(at string, a, b map[string]any) {
	for _, key := range keysOf(a, b) {
		name := key
		if at != "" {
			name = at + "." + key
		}
		x, hasX := a[key]
		y, hasY := b[key]
		if hasX && hasY {
			c.values(name, x, y)
			continue
		}
		c.side(name, x, hasX, y, hasY)
	}
}

func (c *comparison) side(at string, a any, hasA bool, b any, hasB bool) {
	change := FieldChange{Field: at}
	if hasA {
		change.Before = c.encode(a)
	}
	if hasB {
		change.After = c.encode(b)
	}
	c.out = append(c.out, change)
}

func (c *comparison) encode(v any) json.RawMessage {
	body, err := CanonicalValue(v)
	if err != nil && c.err == nil {
		c.err = err
	}
	return body
}

// byName is a list whose entries all have a name of their own, by those names;
// nil where it is none.
func byName(v any) map[string]any {
	list, ok := v.([]any)
	if !ok {
		return nil
	}
	out := map[string]any{}
	for _, e := range list {
		name := nameOf(e)
		if _, twice := out[name]; twice || name == "" {
			return nil
		}
		out[name] = e
	}
	return out
}

func nameOf(entry any) string {
	m, _ := entry.(map[string]any)
	for _, key := range []string{"name", "agent"} {
		if name, ok := m[key].(string); ok {
			return name
		}
	}
	return ""
}

func keysOf(a, b map[string]any) []string {
	keys := make([]string, 0, len(a)+len(b))
	for k := range a {
		keys = append(keys, k)
	}
	for k := range b {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return slices.Compact(keys)
}

// CaseDiff is a case that differs between two suites.
type CaseDiff struct {
	Name   string        `json:"name"`
	Change Change        `json:"change"` // Created, Updated, or Deleted
	Fields []FieldChange `json:"fields"` // Updated: those that differ
}

// Deleted is what happens to what is there before and not after.
const Deleted Change = "deleted"

// DiffCases compares two lists of cases by name: first what both have or only
// the second, in its order, then what only the first has.
func DiffCases(before, after []Case) ([]CaseDiff, error) {
	old, now := casesByName(before), casesByName(after)
	out := []CaseDiff{}
	for _, c := range after {
		was, ok := old[NameKey(c.Name)]
		switch {
		case !ok:
			out = append(out, CaseDiff{c.Name, Created, []FieldChange{}})
		case CaseDigest(was) != CaseDigest(c):
			fields, err := caseChanges(was, c)
			if err != nil {
				return nil, err
			}
			out = append(out, CaseDiff{c.Name, Updated, fields})
		}
	}
	for _, c := range before {
		if _, ok := now[NameKey(c.Name)]; !ok {
			out = append(out, CaseDiff{c.Name, Deleted, []FieldChange{}})
		}
	}
	return out, nil
}

func casesByName(cases []Case) map[string]Case {
	out := map[string]Case{}
	for _, c := range cases {
		out[NameKey(c.Name)] = c
	}
	return out
}

func caseChanges(a, b Case) ([]FieldChange, error) {
	x, err := json.Marshal(a)
	if err != nil {
		return nil, err
	}
	y, err := json.Marshal(b)
	if err != nil {
		return nil, err
	}
	return CompareBodies(KindSuite, x, y)
}
