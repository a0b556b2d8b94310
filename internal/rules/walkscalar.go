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
	w.add(at, Type, "must be "+names(want)+", but "+reads(v), typeHint(s, want, v))
}

// typeHint says how to write what is wanted in place of a value of another type.
func typeHint(s *shape, want types, v any) string {
	kind := kindOf(v)
	wants := func(t string) bool { return slices.Contains(want, t) }
	switch {
	case v == nil && wants("array"):
		return "write [] for an empty list, or remove the key"
	case v == nil:
		return "write the value, or remove the key"
	case wants("array") && kind != "object":
		return "put it in a list: [" + short(plainText(v)) + "]"
	case len(s.known) > 0:
		return "it holds the keys " + strings.Join(s.known, ", ")
	case wants("boolean"):
		return "write true or false"
	case wants("integer") || wants("number"):
		return "write the number in digits, without quotes"
	case wants("array"):
		return "write a list: a dash in front of each entry"
	case wants("object"):
		return "write a mapping: a key, a colon and a value on each line"
	case wants("string"):
		return "write one text"
	}
	return "write " + names(want)
}

func (w *walker) notAllowed(s *shape, v any, at *path) {
	words := make([]string, len(s.enum))
	for i, e := range s.enum {
		words[i] = plainText(e)
	}
	given := plainText(v)
	f := w.add(at, Value, fmt.Sprintf("must be %s, not %s", orList(words), shown(given)), "write one of them")
	if near := nearest(given, words); near != "" {
		f.Hint, f.Replace = "did you mean "+near+"?", near
	}
}

func (w *walker) text(s *shape, v string, at *path) {
	if strings.TrimSpace(v) == "" && s.refusesBlank(v) {
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
		w.add(at, Length, fmt.Sprintf("has %d characters; at least %d are needed", n, s.minLength), fmt.Sprintf("write %d more", s.minLength-n))
	case s.pattern != nil && !s.pattern.MatchString(v):
		w.add(at, Format, misformed(s, v), formatHint(s)).bad = false // who looks it up says more
	}
}

// refusesBlank reports whether a schema takes no text that is blank like v.
// People see more white space than \S does.
func (s *shape) refusesBlank(v string) bool {
	return v == "" && s.minLength > 0 || s.wants() == `\S` || s.pattern != nil && !s.pattern.MatchString(v)
}

// forms says what the patterns of caplo's own schemas ask for.
var forms = map[string][2]string{
	`^[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?$`:                    {"is not a key", "a key has lower-case letters, digits and dashes, up to 64, with no dash at either end"},
	`^[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?/[a-zA-Z0-9_]{1,48}$`: {"is not the name of a tool", "name it as package/tool, for example order-desk/lookup_order"},
	`^[a-zA-Z0-9_]{1,48}$`:                                    {"is not a tool's name", "use letters, digits and underscores, up to 48"},
	`^https?://\S+$`:                                          {"is not an address", "begin it with https:// or http://"},
	`^/`:                                                      {"is not a path", "begin it with /"},
	`^CAPLO_[A-Z0-9_]+$`:                                      {"cannot hold a key", "name a variable that begins with CAPLO_, in capitals, digits and underscores"},
	addressForm:                                               {"is not an address to listen at", "write it as host:port, for example 127.0.0.1:8080"},
	hostForm:                                                  {"is not the name of a host", "write the name alone, without https:// and port, for example caplo.example.com"},
	modelForm:                                                 {"names no model", "write it as provider/model, for example openai/gpt-5-mini, or rehearsal"},
	deciderForm:                                               {"names no model", "write builtin, or a model as provider/model, for example openai/gpt-5-mini"},
}

// The forms of models: the words that stand alone are what caplo brings along.
// Below them those of a server's config file.
const (
	modelForm   = `^(rehearsal|[^\s/]+/\S+)$`
	deciderForm = `^(builtin|[^\s/]+/\S+)$`

	addressForm = `^(\[[0-9A-Fa-f:.]+\]|[^\s:/\[\]]*):[0-9]{1,5}$`
	hostForm    = `^([A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|\[?[0-9A-Fa-f:]+\]?)$`
)

func misformed(s *shape, v string) string {
	what := "does not have the form " + s.wants()
	if f, ok := forms[s.wants()]; ok {
		what = f[0]
	}
	return shown(v) + " " + what
}

// wants is the pattern as it is written.
func (s *shape) wants() string {
	if s.pattern == nil {
		return ""
	}
	return s.pattern.String()
}

func formatHint(s *shape) string {
	if f, ok := forms[s.wants()]; ok {
		return f[1]
	}
	return "write it as the pattern " + short(s.wants()) + " has it"
}

func (w *walker) number(s *shape, v json.Number, at *path) {
	f, err := v.Float64()
	if err != nil {
		w.add(at, Range, "the number "+short(v.String())+" is out of range", "write a smaller number")
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
