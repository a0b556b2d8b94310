package rehearsal

import (
	"encoding/json"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/caplo/caplo/internal/text"
)

// filling is a try at filling one tool's arguments from a message.
type filling struct {
	text    string
	used    bag // values taken, so that two properties do not share one
	solid   int // how many were found by their form
	missing string
	lacks   *schema // the first required property that was not found
}

// object fills an object's properties: all that are required, and of the
// others those that the message plainly holds.
func (f *filling) object(s *schema) (map[string]any, bool) {
	out := map[string]any{}
	for _, name := range s.Required {
		p := s.Properties[name]
		if p == nil {
			p = &schema{}
		}
		v, ok := f.value(name, p, true)
		if !ok && f.lacks == nil {
			f.missing, f.lacks = name, p
		}
		out[name] = v
	}
	for _, name := range sortedKeys(s.Properties) {
		if p := s.Properties[name]; p != nil && !slices.Contains(s.Required, name) {
			if v, ok := f.value(name, p, false); ok {
				out[name] = v
			}
		}
	}
	return out, f.lacks == nil
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
		// It is told only where the message speaks of it by name.
		return true, overlap(stems(humanise(name)), bagOf(f.text)) > 0
	case "integer", "number":
		return f.number(name, s, required)
	case "array":
		if s.Items == nil {
			return nil, false
		}
		v, ok := f.value(name, s.Items, required)
		return []any{v}, ok
	case "object":
		inner := filling{text: f.text, used: f.used}
		v, ok := inner.object(s)
		f.solid += inner.solid
		return v, ok && (required || inner.solid > 0)
	case "string":
		return f.str(name, s, required)
	}
	return nil, false
}

// enum takes the choice whose words the message holds; the longest wins.
func (f *filling) enum(choices []any) (any, bool) {
	have := bag{}
	for _, w := range text.Words(f.text) {
		have[text.Stem(w.Text)] = true
	}
	var best any
	most := 0
	for _, c := range choices {
		s, _ := c.(string)
		words := text.Words(s)
		all := !slices.ContainsFunc(words, func(w text.Word) bool { return !have[text.Stem(w.Text)] })
		if all && len(words) > most {
			best, most = c, len(words)
		}
	}
	if best != nil {
		f.solid++
	}
	return best, best != nil
}

// number takes the number beside the property's name, else, where one is
// required, the first that fits.
func (f *filling) number(name string, s *schema, required bool) (any, bool) {
	words, named, best := codes(f.text), stems(humanise(name)), ""
	for i, w := range words {
		w = strings.Trim(w, "€$£%")
		n, err := strconv.ParseFloat(w, 64)
		if err != nil || !json.Valid([]byte(w)) || f.used[w] || !s.within(n) || s.kind() == "integer" && strings.Contains(w, ".") {
			continue
		}
		near := overlap(named, bagOf(strings.Join(words[max(0, i-1):min(len(words), i+2)], " "))) > 0
		if best == "" && required || near {
			best = w
		}
		if near {
			break
		}
	}
	f.take(best)
	return json.Number(best), best != ""
}

func (s *schema) within(n float64) bool {
	return (s.Minimum == nil || n >= *s.Minimum) && (s.Maximum == nil || n <= *s.Maximum)
}
