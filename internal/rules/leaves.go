package rules

import (
	"errors"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// leaves makes faults of the library's errors: of those at the end of each
// chain of causes the ones that look deepest into the value, one a place.
// Alternatives are told of once, where they stand, and not branch by branch.
func leaves(err error) []fault {
	var ve *jsonschema.ValidationError
	if !errors.As(err, &ve) {
		return []fault{{message: "cannot be checked against the schema", hint: "make the schema simpler"}}
	}
	deepest := map[string]fault{}
	steps := 0
	var visit func(e *jsonschema.ValidationError)
	visit = func(e *jsonschema.ValidationError) {
		if steps++; steps > 10_000 {
			return
		}
		if f := leaf(e); f != nil {
			if old, ok := deepest[f.pointer]; !ok || f.message < old.message {
				deepest[f.pointer] = *f
			}
			return
		}
		for _, c := range e.Causes {
			visit(c)
		}
	}
	visit(ve)
	var out []fault
	for _, at := range keysOf(deepest) {
		if slices.ContainsFunc(keysOf(deepest), func(o string) bool { return strings.HasPrefix(o, at+"/") }) {
			continue // a branch that gave up early
		}
		out = append(out, deepest[at])
	}
	return out
}

// leaf is the fault that an error stands for; nil where its causes say more.
func leaf(e *jsonschema.ValidationError) *fault {
	at := e.InstanceLocation
	if plain, err := url.PathUnescape(at); err == nil {
		at = plain // the library escapes keys as addresses have it
	}
	keyword := e.KeywordLocation[strings.LastIndexByte(e.KeywordLocation, '/')+1:]
	switch {
	case (keyword == "anyOf" || keyword == "oneOf") && len(e.Causes) > 0:
		return &fault{
			pointer: at, message: "fits none of the alternatives: " + strings.Join(reasons(e.Causes), "; "),
			hint: "make it fit one of those under " + keyword,
		}
	case len(e.Causes) == 0:
		return &fault{pointer: at, message: ownWords(e.Message), hint: "see " + keyword + " in the schema"}
	}
	return nil
}

// reasons are why each of some alternatives does not fit, each once.
func reasons(causes []*jsonschema.ValidationError) (out []string) {
	for _, c := range causes {
		for len(c.Causes) > 0 {
			c = c.Causes[0]
		}
		if why := ownWords(c.Message); !slices.Contains(out, why) && len(out) < 4 {
			out = append(out, why)
		}
	}
	return out
}

var (
	missingKeys = regexp.MustCompile(`^missing properties: '(.*)'$`)
	strayKeys   = regexp.MustCompile(`^additionalProperties '(.*)' not allowed$`)
	otherType   = regexp.MustCompile(`^expected (\w+), but got (\w+)$`)
)

// ownWords says what the library says as the rest of caplo says it.
func ownWords(message string) string {
	if m := missingKeys.FindStringSubmatch(message); m != nil {
		return "the key " + strings.ReplaceAll(m[1], "', '", ", ") + " is missing"
	}
	if m := strayKeys.FindStringSubmatch(message); m != nil {
		return "unknown key " + strings.ReplaceAll(m[1], "', '", ", ")
	}
	if m := otherType.FindStringSubmatch(message); m != nil && slices.Contains(schemaTypes, m[1]) && slices.Contains(schemaTypes, m[2]) {
		return "must be " + names(types{m[1]}) + ", not " + names(types{m[2]})
	}
	return message
}
