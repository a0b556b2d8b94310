package rules

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"

	"github.com/caplo/caplo/internal/agent"
)

// argumentPlace is where a request takes an argument: {name}.
var argumentPlace = regexp.MustCompile(`\{([A-Za-z0-9_.-]+)\}`)

// placeholders holds a request against the tool's input: a place for an argument
// that the tool does not have stays empty in every call.
func (j *Judged) placeholders(t *agent.Tool, at string) {
	if t.Request == nil {
		return
	}
	known := properties(t.Input)
	j.places(t.Request.Path, at+"/request/path", known)
	for _, name := range slices.Sorted(maps.Keys(t.Request.Query)) {
		j.places(t.Request.Query[name], at+"/request/query/"+escapePointer(name), known)
	}
	var body any
	if json.Unmarshal(t.Request.Body, &body) == nil {
		j.bodyPlaces(body, at+"/request/body", known)
	}
}

func (j *Judged) bodyPlaces(v any, at string, known []string) {
	switch v := v.(type) {
	case string:
		j.places(v, at, known)
	case []any:
		for i, e := range v {
			j.bodyPlaces(e, fmt.Sprintf("%s/%d", at, i), known)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			j.bodyPlaces(v[name], at+"/"+escapePointer(name), known)
		}
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

// properties names the arguments of an input schema.
func properties(input json.RawMessage) []string {
	var s struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if json.Unmarshal(input, &s) != nil {
		return nil
	}
	return slices.Sorted(maps.Keys(s.Properties))
}
