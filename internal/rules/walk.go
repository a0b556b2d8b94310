package rules

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/caplo/caplo/internal/agent"
)

// finding is a problem before it is known whose it is. bad means that the value
// it points at cannot be used.
type finding struct {
	agent.Problem
	at  *path
	bad bool
}

// walker holds a value against a shape and says what does not fit, each mistake
// once.
type walker struct {
	root  *shape
	found []finding
}

func (w *walker) add(at *path, rule, message, hint string) *finding {
	w.found = append(w.found, finding{at: at, bad: true, Problem: agent.Problem{
		Rule: rule, Severity: severities[rule], Message: message, Hint: hint,
	}})
	return &w.found[len(w.found)-1]
}

func (w *walker) walk(s *shape, v any, at *path) {
	s = s.deref(w.root)
	if s.never {
		w.add(at, Value, "nothing can stand here", "remove it")
		return
	}
	if len(s.oneOf) > 0 {
		w.branch(s, v, at)
		return
	}
	if !s.allows(kindOf(v)) {
		w.mistyped(s, s.types, v, at)
		return
	}
	if len(s.enum) > 0 && !slices.ContainsFunc(s.enum, func(e any) bool { return equal(e, v) }) {
		w.notAllowed(s, v, at)
		return
	}
	switch v := v.(type) {
	case string:
		w.text(s, v, at)
	case json.Number:
		w.number(s, v, at)
	case []any:
		w.list(s, v, at)
	case map[string]any:
		w.mapping(s, v, at)
	}
}

// branch chooses among alternatives by the kind of value they take, so that
// only one of them has a say.
func (w *walker) branch(s *shape, v any, at *path) {
	var want types
	for _, b := range s.oneOf {
		b = b.deref(w.root)
		if b.allows(kindOf(v)) {
			w.walk(b, v, at)
			return
		}
		want = append(want, b.types...)
	}
	w.mistyped(s, want, v, at)
}

func (w *walker) list(s *shape, v []any, at *path) {
	if s.maxItems >= 0 && len(v) > s.maxItems {
		f := w.add(at, Size, fmt.Sprintf("has %d entries; the limit is %d", len(v), s.maxItems), fmt.Sprintf("remove %d", len(v)-s.maxItems))
		f.bad = false
	}
	if s.minItems >= 0 && len(v) < s.minItems {
		w.add(at, Size, fmt.Sprintf("needs at least %d %s", s.minItems, plural(s.minItems, "entry", "entries")), "add one, or remove the key").bad = false
	}
	seen := map[string]int{}
	for i, e := range v {
		here := at.item(i)
		if s.items != nil {
			w.walk(s.items, e, here)
		}
		if text, ok := e.(string); ok && s.unique {
			if first, twice := seen[text]; twice {
				f := w.add(here, Twice, short(text)+" stands in the list twice", "remove one of them")
				f.bad = false
				f.Related = []agent.Related{{Ref: agent.Ref{Pointer: at.item(first).pointer()}, Message: "the first is here"}}
			} else {
				seen[text] = i
			}
		}
	}
}

func (w *walker) mapping(s *shape, v map[string]any, at *path) {
	missing := w.missing(s, v)
	for _, k := range keysOf(v) {
		here := at.member(k)
		if s.propNames != nil && s.propNames.pattern != nil && !s.propNames.pattern.MatchString(k) {
			w.add(here, Format, misformed(s.propNames, k), formatHint(s.propNames)).Ref.OnKey = true
		}
		switch p := s.properties[k]; {
		case p != nil:
			w.walk(p, v[k], here)
		case s.additional == nil:
		case s.additional.never:
			missing = w.unknown(s, v, k, here, missing)
		default:
			w.walk(s.additional, v[k], here)
		}
	}
	for _, k := range missing {
		w.add(at, Required, "the key "+k+" is missing", requiredHint(w.root, s.properties[k])).bad = false
	}
	w.count(s, v, at)
}

func (w *walker) missing(s *shape, v map[string]any) []string {
	var out []string
	for _, k := range s.required {
		if _, ok := v[k]; !ok {
			out = append(out, k)
		}
	}
	return out
}

func requiredHint(root, s *shape) string {
	if s == nil {
		return "add it"
	}
	d := s.deref(root).description
	if i := strings.IndexByte(d, '.'); i > 0 {
		d = d[:i]
	}
	if d == "" {
		return "add it"
	}
	return "add it: " + strings.ToLower(d[:1]) + d[1:]
}

// unknown reports a key that the schema does not know. Where it is a slip of a
// key that is missing, that is the same mistake, and not missing any more.
func (w *walker) unknown(s *shape, v map[string]any, k string, at *path, missing []string) []string {
	f := w.add(at, UnknownKey, "unknown key "+short(k), "")
	f.Ref.OnKey = true
	free := slices.DeleteFunc(slices.Clone(s.known), func(c string) bool { _, there := v[c]; return there })
	near := nearest(k, free)
	if near != "" {
		f.Replace = near
	} else {
		near = synonym(k, free)
	}
	switch {
	case near != "":
		f.Hint = "did you mean " + near + "?"
	case nearest(k, s.known) != "":
		f.Hint = "the key " + nearest(k, s.known) + " is there already; remove this one"
	default:
		f.Hint = w.elsewhere(k, s.known)
	}
	return slices.DeleteFunc(missing, func(m string) bool { return m == near })
}

// elsewhere says where a key belongs that is known, but not here.
func (w *walker) elsewhere(k string, known []string) string {
	for _, place := range keysOf(w.root.defs) {
		if w.root.defs[place].properties[k] != nil && place != "exportedCase" {
			return k + " belongs to " + placeName(place)
		}
	}
	if w.root.properties[k] != nil {
		return k + " belongs to the top of the file"
	}
	return "known here: " + strings.Join(known, ", ")
}

func placeName(def string) string {
	switch def {
	case "case":
		return "a case under evals"
	case "subAgent":
		return "an entry of subAgents"
	case "tool":
		return "an entry of tools"
	}
	return def
}

func (w *walker) count(s *shape, v map[string]any, at *path) {
	if s.maxProperties >= 0 && len(v) > s.maxProperties {
		w.add(at, Size, fmt.Sprintf("has %d keys; the limit is %d", len(v), s.maxProperties), choose(s, "keep")).bad = false
	}
	if s.minProperties >= 0 && len(v) < s.minProperties {
		w.add(at, Size, "must not be empty", choose(s, "write")).bad = false
	}
}

func choose(s *shape, verb string) string {
	if len(s.known) == 0 {
		return verb + " fewer"
	}
	return verb + " " + orList(s.known)
}
