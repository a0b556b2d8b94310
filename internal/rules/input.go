package rules

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// InputSchema is a tool's input schema, ready to check arguments by. It can be
// used by several goroutines.
type InputSchema struct {
	schema *jsonschema.Schema
	shape  *shape // nil where the schema uses keywords that only the library knows
}

// inputURL is the address that an input schema is compiled under. An https
// address keeps the working directory out of messages.
const inputURL = "https://docs.caplo.si/schema/input.json"

// fault is something wrong inside a value, at a pointer relative to it.
type fault struct {
	pointer, message, hint string
	onKey                  bool
}

// CompileInput reads a tool's input schema. The error says in a sentence what
// is wrong with it. No schema, or none at all, takes any object.
func CompileInput(schema json.RawMessage) (*InputSchema, error) {
	if len(bytes.TrimSpace(schema)) == 0 {
		schema = json.RawMessage(`{"type":"object"}`)
	}
	s, faults := compileInput(schema)
	if s == nil {
		f := faults[0]
		if f.pointer != "" {
			return nil, fmt.Errorf("the input schema is wrong at %s: %s", f.pointer, f.message)
		}
		return nil, errors.New("the input schema is wrong: " + f.message)
	}
	return s, nil
}

// Check holds a model's arguments against the schema and returns what does not
// fit, each in a sentence that a model can act upon. Nil means that they fit.
func (s *InputSchema) Check(args json.RawMessage) []string {
	v, err := decode(args)
	if err != nil {
		return []string{"the arguments cannot be read: " + short(err.Error())}
	}
	if _, ok := v.(map[string]any); !ok {
		return []string{"the arguments must be an object, not " + names(types{kindOf(v)})}
	}
	var out []string
	for _, f := range s.check(v) {
		where := strings.ReplaceAll(strings.TrimPrefix(f.pointer, "/"), "/", ".")
		sentence := f.message
		if where != "" && !f.onKey {
			sentence = where + " " + sentence
		}
		if strings.HasPrefix(f.hint, "did you mean") {
			sentence += "; " + f.hint
		}
		out = append(out, sentence)
	}
	return out
}

// maxFaults bounds what is said about one value.
const maxFaults = 20

// check returns nil where the value fits. The library decides; where it can,
// the walker says why.
func (s *InputSchema) check(v any) []fault {
	err := s.schema.Validate(v)
	if err == nil {
		return nil
	}
	var out []fault
	if s.shape != nil {
		w := &walker{root: s.shape}
		w.walk(s.shape, v, nil)
		for _, f := range w.found {
			out = append(out, fault{f.at.pointer(), f.Message, f.Hint, f.Ref.OnKey})
		}
	}
	if len(out) == 0 {
		out = leaves(err)
	}
	slices.SortStableFunc(out, func(a, b fault) int { return comparePointers(a.pointer, b.pointer) })
	return out[:min(len(out), maxFaults)]
}
