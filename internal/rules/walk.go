package rules

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

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
	if len(s.OneOf) > 0 {
		w.branch(s, v, at)
		return
	}
	if !s.allows(kindOf(v)) {
		w.mistyped(s, s.Type, v, at)
		return
	}
	if len(s.Enum) > 0 && !slices.ContainsFunc(s.Enum, func(e any) bool { return equal(e, v) }) {
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
	for _, b := range s.OneOf {
		b = b.deref(w.root)
		if b.allows(kindOf(v)) {
			w.walk(b, v, at)
			return
		}
		want = append(want, b.Type...)
	}
	w.mistyped(s, want, v, at)
}

func (w *walker) mistyped(s *shape, want types, v any, at *path) {
	kind := kindOf(v)
	if slices.Contains(want, "string") && kind != "object" && kind != "array" {
		f := w.add(at, Text, "must be text, but "+reads(v), "put it in quotes: "+quoted(v))
		if v == nil {
			f.Message, f.Hint = "must be text, but has no value", "write the text, or remove the key"
		}
		return
	}
	hint := ""
	switch {
	case v == nil && slices.Contains(want, "array"):
		hint = "write [] for an empty list, or remove the key"
	case v == nil:
		hint = "write the value, or remove the key"
	case slices.Contains(want, "array") && kind != "object":
		hint = "put it in a list: [" + short(plainText(v)) + "]"
	case len(s.known) > 0:
		hint = "it holds the keys " + strings.Join(s.known, ", ")
	case slices.Contains(want, "boolean"):
		hint = "write true or false"
	case kind == "string" && (slices.Contains(want, "integer") || slices.Contains(want, "number")):
		hint = "write the number in digits, without quotes"
	}
	w.add(at, Type, "must be "+names(want)+", but "+reads(v), hint)
}

func (w *walker) notAllowed(s *shape, v any, at *path) {
	words := make([]string, len(s.Enum))
	for i, e := range s.Enum {
		words[i] = plainText(e)
	}
	given := plainText(v)
	f := w.add(at, Value, fmt.Sprintf("must be %s, not %s", orList(words), short(given)), "")
	if near := nearest(given, words); near != "" {
		f.Hint, f.Replace = "did you mean "+near+"?", near
	}
}

func (w *walker) text(s *shape, v string, at *path) {
	if strings.TrimSpace(v) == "" && (s.Pattern == `\S` || s.MinLength != nil && *s.MinLength > 0) {
		if v != "" && s.Pattern != `\S` {
			return
		}
		message := "must not be empty"
		if v != "" {
			message = "must not be blank"
		}
		w.add(at, Blank, message, "write the text, or remove the key")
		return
	}
	n := -1
	if s.MinLength != nil || s.MaxLength != nil {
		n = utf8.RuneCountInString(v)
	}
	switch {
	case s.MaxLength != nil && n > *s.MaxLength:
		w.add(at, Length, fmt.Sprintf("has %d characters; the limit is %d", n, *s.MaxLength),
			fmt.Sprintf("make it %d shorter", n-*s.MaxLength))
	case s.MinLength != nil && n < *s.MinLength:
		w.add(at, Length, fmt.Sprintf("has %d characters; at least %d are needed", n, *s.MinLength), "")
	case s.pattern != nil && !s.pattern.MatchString(v):
		w.add(at, Format, misformed(s, v), formatHint(s)).bad = false // who looks it up says more
	}
}

// forms says what the patterns of caplo's own schemas ask for.
var forms = map[string][2]string{
	`^[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?$`:                    {"is not a key", "a key has lower-case letters, digits and dashes, up to 64, with no dash at either end"},
	`^[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?/[a-zA-Z0-9_]{1,48}$`: {"is not the name of a tool", "name it as package/tool, for example order-desk/lookup_order"},
	`^[a-zA-Z0-9_]{1,48}$`:                                    {"is not a tool's name", "use letters, digits and underscores, up to 48"},
	`^https?://\S+$`:                                          {"is not an address", "begin it with https:// or http://"},
	`^/`:                                                      {"is not a path", "begin it with /"},
	`^CAPLO_[A-Z0-9_]+$`:                                      {"cannot hold a key", "name a variable that begins with CAPLO_, in capitals, digits and underscores"},
	`^\S+$`:                                                   {"holds white space", "write it without spaces"},
}

func misformed(s *shape, v string) string {
	what := "does not have the form " + s.Pattern
	if f, ok := forms[s.Pattern]; ok {
		what = f[0]
	}
	return short(v) + " " + what
}

func formatHint(s *shape) string { return forms[s.Pattern][1] }

func (w *walker) number(s *shape, v json.Number, at *path) {
	f, err := v.Float64()
	if err != nil {
		w.add(at, Range, "the number "+short(v.String())+" is out of range", "")
		return
	}
	switch {
	case s.Minimum != nil && f < *s.Minimum, s.Maximum != nil && f > *s.Maximum:
		w.add(at, Range, fmt.Sprintf("%s is out of bounds", short(v.String())), bounds(s))
	}
}

func bounds(s *shape) string {
	switch {
	case s.Minimum != nil && s.Maximum != nil:
		return fmt.Sprintf("write a number from %g to %g", *s.Minimum, *s.Maximum)
	case s.Minimum != nil:
		return fmt.Sprintf("write %g or more", *s.Minimum)
	}
	return fmt.Sprintf("write %g or less", *s.Maximum)
}

func (w *walker) list(s *shape, v []any, at *path) {
	if s.MaxItems != nil && len(v) > *s.MaxItems {
		f := w.add(at, Size, fmt.Sprintf("has %d entries; the limit is %d", len(v), *s.MaxItems), fmt.Sprintf("remove %d", len(v)-*s.MaxItems))
		f.bad = false
	}
	if s.MinItems != nil && len(v) < *s.MinItems {
		w.add(at, Size, fmt.Sprintf("needs at least %d %s", *s.MinItems, plural(*s.MinItems, "entry", "entries")), "add one, or remove the key").bad = false
	}
	seen := map[string]int{}
	for i, e := range v {
		here := at.item(i)
		if s.Items != nil {
			w.walk(s.Items, e, here)
		}
		if text, ok := e.(string); ok && s.UniqueItems {
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
		if s.PropertyNames != nil && s.PropertyNames.pattern != nil && !s.PropertyNames.pattern.MatchString(k) {
			w.add(here, Format, misformed(s.PropertyNames, k), formatHint(s.PropertyNames)).Ref.OnKey = true
		}
		switch p := s.Properties[k]; {
		case p != nil:
			w.walk(p, v[k], here)
		case s.AdditionalProperties == nil:
		case s.AdditionalProperties.never:
			missing = w.unknown(s, v, k, here, missing)
		default:
			w.walk(s.AdditionalProperties, v[k], here)
		}
	}
	for _, k := range missing {
		w.add(at, Required, "the key "+k+" is missing", requiredHint(w.root, s.Properties[k])).bad = false
	}
	w.count(s, v, at)
}

func (w *walker) missing(s *shape, v map[string]any) []string {
	var out []string
	for _, k := range s.Required {
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
	d := s.deref(root).Description
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
	for _, place := range keysOf(w.root.Defs) {
		if w.root.Defs[place].Properties[k] != nil && place != "exportedCase" {
			return k + " belongs to " + placeName(place)
		}
	}
	if w.root.Properties[k] != nil {
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
	if s.MaxProperties != nil && len(v) > *s.MaxProperties {
		w.add(at, Size, fmt.Sprintf("has %d keys; the limit is %d", len(v), *s.MaxProperties), choose(s, "keep")).bad = false
	}
	if s.MinProperties != nil && len(v) < *s.MinProperties {
		w.add(at, Size, "must not be empty", choose(s, "write")).bad = false
	}
}

func choose(s *shape, verb string) string {
	if len(s.known) == 0 {
		return verb + " fewer"
	}
	return verb + " " + orList(s.known)
}
