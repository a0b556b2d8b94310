package rules

import (
	"slices"
	"strings"

	"github.com/caplo/caplo/internal/agent"
)

func (f *finding) lacks(key string) { f.bad, f.missing = false, key }

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
	f := finding{at: at, bad: true, Problem: agent.Problem{
		Rule: UnknownKey, Severity: severities[UnknownKey], Message: "unknown key " + short(k), Ref: agent.Ref{OnKey: true},
	}}
	free := slices.DeleteFunc(slices.Clone(s.known), func(c string) bool { _, there := v[c]; return there })
	g := w.guess(s, k, v[k], free)
	meant, home := g.word, w.home(s, k, v[k])
	f.Hint = w.unknownHint(s, k, v[k], g, home)
	if g.sure {
		f.Replace = meant
	}
	if g.near && (g.sure || home == "") && w.walkMeant(s.properties[meant], v[k], at) {
		f.meant = meant
	}
	w.found = append(w.found, f) // behind what it holds, which is taken out under its name
	return slices.DeleteFunc(missing, func(m string) bool { return m == meant })
}

// walkMeant judges what a misspelt key holds as what the key that was meant
// would hold. It is false where that is of another kind altogether, so that the
// key may not have been meant after all, and nothing is said.
func (w *walker) walkMeant(s *shape, v any, at *path) bool {
	if !w.fits(s, v) {
		return false
	}
	w.walk(s, v, at)
	return true
}

// fits reports whether a value is of a kind that a schema takes: a list, a
// mapping, or something else.
func (w *walker) fits(s *shape, v any) bool {
	if s == nil {
		return false
	}
	kinds := s.deref(w.root).kinds(w.root)
	switch v.(type) {
	case []any:
		return slices.Contains(kinds, "array")
	case map[string]any:
		return slices.Contains(kinds, "object")
	}
	return slices.ContainsFunc(kinds, func(k string) bool { return k != "array" && k != "object" })
}

// home is where a key belongs that is known, but not here, and that can hold
// such a value there. Empty where there is none.
func (w *walker) home(s *shape, k string, v any) string {
	if s.member(k) != nil {
		return ""
	}
	for _, place := range keysOf(w.root.defs) {
		if place != "exportedCase" && w.fits(w.root.defs[place].member(k), v) {
			return placeName(place)
		}
		for _, b := range w.root.defs[place].oneOf {
			if w.fits(b.member(k), v) {
				return placeName(place)
			}
		}
	}
	for _, top := range keysOf(w.root.properties) {
		if w.fits(w.root.properties[top].member(k), v) {
			return top
		}
	}
	if w.fits(w.root.member(k), v) {
		return "the top of the file"
	}
	return ""
}

// member is what stands under a key, however its words are joined.
func (s *shape) member(k string) *shape {
	for _, known := range s.known {
		if plainWord(known) == plainWord(k) {
			return s.properties[known]
		}
	}
	return nil
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
