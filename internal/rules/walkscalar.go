package rules

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

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
	words := make([]string, len(s.enum))
	for i, e := range s.enum {
		words[i] = plainText(e)
	}
	given := plainText(v)
	f := w.add(at, Value, fmt.Sprintf("must be %s, not %s", orList(words), short(given)), "")
	if near := nearest(given, words); near != "" {
		f.Hint, f.Replace = "did you mean "+near+"?", near
	}
}

func (w *walker) text(s *shape, v string, at *path) {
	if strings.TrimSpace(v) == "" && (s.wants() == `\S` || s.minLength > 0) {
		if v != "" && s.wants() != `\S` {
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
	if s.minLength >= 0 || s.maxLength >= 0 {
		n = utf8.RuneCountInString(v)
	}
	switch {
	case s.maxLength >= 0 && n > s.maxLength:
		w.add(at, Length, fmt.Sprintf("has %d characters; the limit is %d", n, s.maxLength),
			fmt.Sprintf("make it %d shorter", n-s.maxLength))
	case s.minLength >= 0 && n < s.minLength:
		w.add(at, Length, fmt.Sprintf("has %d characters; at least %d are needed", n, s.minLength), "")
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
	what := "does not have the form " + s.wants()
	if f, ok := forms[s.wants()]; ok {
		what = f[0]
	}
	return short(v) + " " + what
}

// wants is the pattern as it is written.
func (s *shape) wants() string {
	if s.pattern == nil {
		return ""
	}
	return s.pattern.String()
}

func formatHint(s *shape) string { return forms[s.wants()][1] }

func (w *walker) number(s *shape, v json.Number, at *path) {
	f, err := v.Float64()
	if err != nil {
		w.add(at, Range, "the number "+short(v.String())+" is out of range", "")
		return
	}
	switch {
	case s.minimum != nil && f < *s.minimum, s.maximum != nil && f > *s.maximum:
		w.add(at, Range, fmt.Sprintf("%s is out of bounds", short(v.String())), bounds(s))
	}
}

func bounds(s *shape) string {
	switch {
	case s.minimum != nil && s.maximum != nil:
		return fmt.Sprintf("write a number from %g to %g", *s.minimum, *s.maximum)
	case s.minimum != nil:
		return fmt.Sprintf("write %g or more", *s.minimum)
	}
	return fmt.Sprintf("write %g or less", *s.maximum)
}
