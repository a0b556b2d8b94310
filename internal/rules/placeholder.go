package rules

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"

	"github.com/caplo/caplo/internal/agent"
)

// argumentPlace is where a request takes an argument: {name}.
var argumentPlace = regexp.MustCompile(`\{([A-Za-z0-9_.-]+)\}`)

// placeholders holds a request against the tool's input: a place for an argument
// that the tool does not have stays empty in every call. Bodies are let be: in
// GraphQL, templates and the like braces mean something else.
func (j *Judged) placeholders(t *agent.Tool, at string) {
	if t.Request == nil {
		return
	}
	known, all := properties(t.Input)
	if !all {
		return
	}
	j.places(t.Request.Path, at+"/request/path", known)
	for _, name := range slices.Sorted(maps.Keys(t.Request.Query)) {
		j.places(t.Request.Query[name], at+"/request/query/"+escapePointer(name), known)
	}
}

func (j *Judged) places(text, at string, known []string) {
	for _, m := range argumentPlace.FindAllStringSubmatch(text, -1) {
		if slices.Contains(known, m[1]) {
			continue
		}
		hint := "add it to the tool's input, or name an argument that is there"
		if near := Nearest(m[1], known); near != "" {
			hint = "did you mean {" + near + "}?"
		}
		j.add(Placeholder, at, "the tool's input has no argument "+short(m[1]), hint)
	}
}

// composing are the keywords through which an input schema can have arguments
// that its properties do not name.
var composing = []string{"$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas", "patternProperties"}

// properties names the arguments of an input schema. all is false where it may
// have others.
func properties(input json.RawMessage) (names []string, all bool) {
	if len(input) == 0 {
		return nil, true
	}
	var s map[string]json.RawMessage
	if json.Unmarshal(input, &s) != nil {
		return nil, false
	}
	for _, k := range composing {
		if s[k] != nil {
			return nil, false
		}
	}
	if more := string(s["additionalProperties"]); more != "" && more != "false" {
		return nil, false
	}
	var members map[string]json.RawMessage
	if s["properties"] != nil && json.Unmarshal(s["properties"], &members) != nil {
		return nil, false
	}
	return slices.Sorted(maps.Keys(members)), true
}
