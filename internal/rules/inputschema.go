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
	if f := schemaShape(v, "", 0); f != nil {
		return nil, []fault{*f}
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
func schemaShape(v any, at string, depth int) *fault {
	if depth > maxSchemaDepth {
		return &fault{pointer: at, message: "the schema is nested too deeply"}
	}
	m, ok := v.(map[string]any)
	if !ok {
		if _, isBool := v.(bool); !isBool {
			return &fault{pointer: at, message: "must be a schema, which is a mapping, but " + reads(v)}
		}
		return nil
	}
	if f := schemaType(m["type"], at); f != nil {
		return f
	}
	if ref, ok := m["$ref"].(string); ok && !strings.HasPrefix(ref, "#") {
		return &fault{pointer: at + "/$ref", message: errOutside.Error(), hint: "begin $ref with #/"}
	}
	for _, k := range []string{"properties", "$defs", "definitions", "patternProperties"} {
		below, there := m[k]
		props, ok := below.(map[string]any)
		if there && !ok {
			return &fault{pointer: at + "/" + k, message: "must be a mapping of names to schemas, but " + reads(below)}
		}
		for _, name := range keysOf(props) {
			if f := schemaShape(props[name], at+"/"+k+"/"+escapePointer(name), depth+1); f != nil {
				return f
			}
		}
	}
	if items, there := m["items"]; there {
		if _, tuple := items.([]any); !tuple {
			return schemaShape(items, at+"/items", depth+1)
		}
	}
	return nil
}

func schemaType(t any, at string) *fault {
	list, ok := t.([]any)
	if !ok {
		list = []any{t}
	}
	for _, e := range list {
		name, ok := e.(string)
		if e == nil && !ok && t == nil {
			return nil
		}
		if !ok || !slices.Contains(schemaTypes, name) {
			f := &fault{pointer: at + "/type", message: short(plainText(e)) + " is not a type; there is " + orList(schemaTypes)}
			if near := nearest(name, schemaTypes); near != "" {
				f.hint = "did you mean " + near + "?"
			}
			return f
		}
	}
	return nil
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
		}
		return out[:min(len(out), 1)]
	}
	var se *jsonschema.SchemaError
	if errors.As(err, &se) && se.Err != nil {
		return []fault{{message: "is not a JSON Schema that can be used: " + short(strings.TrimPrefix(se.Err.Error(), "jsonschema: "))}}
	}
	return []fault{{message: "is not a JSON Schema"}}
}
