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
	if f.Replace != "" {
		f.respelt = w.walkMeant(s.properties[f.Replace], v[k], at)
	}
	w.found = append(w.found, f) // behind what it holds, which is taken out under its name
	return slices.DeleteFunc(missing, func(m string) bool { return m == near })
}

// walkMeant judges what a misspelt key holds as what the key that was meant
// would hold. It is false where that is of another kind altogether, so that the
// key may not have been meant after all, and nothing is said.
func (w *walker) walkMeant(s *shape, v any, at *path) bool {
	kinds := s.deref(w.root).kinds(w.root)
	switch v.(type) {
	case []any:
		if !slices.Contains(kinds, "array") {
			return false
		}
	case map[string]any:
		if !slices.Contains(kinds, "object") {
			return false
		}
	default:
		if !slices.ContainsFunc(kinds, func(k string) bool { return k != "array" && k != "object" }) {
			return false
		}
	}
	w.walk(s, v, at)
	return true
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
