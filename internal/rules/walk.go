package rules

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/caplo/caplo/internal/agent"
)

// finding is a problem before it is known whose it is. bad means that the value
// it points at cannot be used.
type finding struct {
	agent.Problem
	at      *path
	bad     bool
	missing string // the key that is required
	meant   string // the key that a misspelt one is read as, where its value fits that
}

// walker holds a value against a shape and says what does not fit, each mistake
// once.
type walker struct {
	root  *shape
	found []finding
	slips map[string]string // what nearest said of a word and the keys around it
}

func newWalker(root *shape) *walker { return &walker{root: root} }

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
		w.add(at, Required, "the key "+k+" is missing", requiredHint(w.root, s.properties[k])).lacks(k)
	}
	w.count(s, v, at)
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
