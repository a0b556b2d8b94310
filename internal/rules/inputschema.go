package rules

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

func compileInput(data []byte) (*InputSchema, []fault) {
	v, err := decode(data)
	if err != nil {
		return nil, []fault{{message: "is not JSON: " + short(err.Error())}}
	}
	if faults := schemaShape(v, "", 0); len(faults) > 0 {
		return nil, faults[:min(len(faults), maxFaults)]
	}
	c := jsonschema.NewCompiler()
	c.LoadURL = func(string) (io.ReadCloser, error) { return nil, errOutside }
	if err := c.AddResource(inputURL, bytes.NewReader(data)); err != nil {
		return nil, []fault{{message: "is not a JSON Schema"}}
	}
	compiled, err := c.Compile(inputURL)
	if err != nil {
		return nil, schemaFaults(err)
	}
	s := &InputSchema{schema: compiled}
	if sh, err := parseShape(data); err == nil {
		s.shape = sh
	}
	return s, nil
}

var errOutside = errors.New("a schema may refer only to itself")

// maxSchemaDepth bounds how deep a schema is nested.
const maxSchemaDepth = 60

// schemaTypes are the types that JSON Schema knows.
var schemaTypes = []string{"array", "boolean", "integer", "null", "number", "object", "string"}

// schemaShape looks for the mistakes that people make most in schemas, to say
// them better than the library does.
func schemaShape(v any, at string, depth int) (out []fault) {
	if depth > maxSchemaDepth {
		return []fault{{pointer: at, message: "the schema is nested too deeply"}}
	}
	m, ok := v.(map[string]any)
	if !ok {
		if _, isBool := v.(bool); !isBool {
			out = append(out, fault{pointer: at, message: "must be a schema, which is a mapping, but " + reads(v), hint: "write {type: string}, or another type"})
		}
		return out
	}
	out = schemaType(m["type"], at)
	if ref, ok := m["$ref"].(string); ok && !strings.HasPrefix(ref, "#") {
		out = append(out, fault{pointer: at + "/$ref", message: errOutside.Error(), hint: "begin $ref with #/"})
	}
	for _, k := range schemaMaps {
		below, there := m[k]
		props, ok := below.(map[string]any)
		if there && !ok {
			out = append(out, fault{pointer: at + "/" + k, message: "must be a mapping of names to schemas, but " + reads(below), hint: "write a name, a colon and a schema on each line"})
		}
		for _, name := range keysOf(props) {
			out = append(out, schemaShape(props[name], at+"/"+k+"/"+escapePointer(name), depth+1)...)
		}
	}
	if items, there := m["items"]; there {
		if _, tuple := items.([]any); !tuple {
			out = append(out, schemaShape(items, at+"/items", depth+1)...)
		}
	}
	return out
}

// schemaMaps are the keywords that hold schemas by name.
var schemaMaps = []string{"properties", "$defs", "definitions", "patternProperties"}

func schemaType(t any, at string) (out []fault) {
	list, ok := t.([]any)
	if !ok {
		list = []any{t}
	}
	for _, e := range list {
		name, ok := e.(string)
		if t == nil || ok && slices.Contains(schemaTypes, name) {
			continue
		}
		f := fault{pointer: at + "/type", message: short(plainText(e)) + " is not a type; there is " + orList(schemaTypes), hint: "write one of them"}
		if near := nearest(name, schemaTypes); near != "" {
			f.hint = "did you mean " + near + "?"
		}
		out = append(out, f)
	}
	return out
}

// schemaFaults says why a schema does not compile.
func schemaFaults(err error) []fault {
	if errors.Is(err, errOutside) {
		return []fault{{message: errOutside.Error(), hint: "begin $ref with #/"}}
	}
	var ve *jsonschema.ValidationError
	if errors.As(err, &ve) {
		out := leaves(err)
		for i := range out {
			out[i].message = "is not valid in a JSON Schema: " + out[i].message
			out[i].hint = "write what JSON Schema takes there, or remove it"
		}
		return out[:min(len(out), 1)]
	}
	var se *jsonschema.SchemaError
	if errors.As(err, &se) && se.Err != nil {
		return []fault{{message: "is not a JSON Schema that can be used: " + short(strings.TrimPrefix(se.Err.Error(), "jsonschema: ")), hint: "make it simpler, or mend what is named"}}
	}
	return []fault{{message: "is not a JSON Schema"}}
}
