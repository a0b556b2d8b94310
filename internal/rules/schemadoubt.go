package rules

import (
	"fmt"
	"slices"
)

// keywords are those of JSON Schema. Others are allowed, and ignored.
var keywords = []string{
	"$anchor", "$comment", "$defs", "$dynamicAnchor", "$dynamicRef", "$id", "$ref", "$schema", "$vocabulary", "additionalItems", "additionalProperties",
	"allOf", "anyOf", "const", "contains", "contentEncoding", "contentMediaType", "contentSchema", "default", "definitions", "dependencies", "dependentRequired",
	"dependentSchemas", "deprecated", "description", "else", "enum", "examples", "exclusiveMaximum", "exclusiveMinimum", "format", "if", "items",
	"maxContains", "maxItems", "maxLength", "maxProperties", "maximum", "minContains", "minItems", "minLength", "minProperties", "minimum",
	"multipleOf", "not", "oneOf", "pattern", "patternProperties", "prefixItems", "properties", "propertyNames", "readOnly", "required", "then", "title",
	"type", "unevaluatedItems", "unevaluatedProperties", "uniqueItems", "writeOnly",
}

// doubts looks for what a JSON Schema may say, and hardly means: a keyword that
// looks like another is ignored, and a required property that is not there
// cannot be filled in by a model that does not know it.
func doubts(v any, at string, depth int) (out []fault) {
	m, ok := v.(map[string]any)
	if !ok || depth > maxSchemaDepth {
		return nil
	}
	for _, k := range keysOf(m) {
		if near := nearest(k, keywords); !slices.Contains(keywords, k) && near != "" {
			out = append(out, fault{pointer: at + "/" + escapePointer(k), message: "JSON Schema does not know " + short(k) + " and ignores it", hint: "did you mean " + near + "?", onKey: true})
		}
	}
	out = append(out, unknownRequired(m, at)...)
	for _, k := range schemaMaps {
		below, _ := m[k].(map[string]any)
		for _, name := range keysOf(below) {
			out = append(out, doubts(below[name], at+"/"+k+"/"+escapePointer(name), depth+1)...)
		}
	}
	return append(out, doubts(m["items"], at+"/items", depth+1)...)
}

func unknownRequired(m map[string]any, at string) (out []fault) {
	props, _ := m["properties"].(map[string]any)
	required, _ := m["required"].([]any)
	if slices.ContainsFunc(composing, func(k string) bool { return m[k] != nil }) || props == nil && m["type"] != "object" {
		return nil
	}
	for i, e := range required {
		name, ok := e.(string)
		if _, there := props[name]; there || !ok {
			continue
		}
		f := fault{pointer: fmt.Sprintf("%s/required/%d", at, i), message: "there is no property " + shown(name), hint: "add it to properties, or remove it here"}
		if near := nearest(name, keysOf(props)); near != "" {
			f.hint = "did you mean " + near + "?"
		}
		out = append(out, f)
	}
	return out
}

// noObject says why a schema cannot be that of arguments, which are an object.
func noObject(v any) string {
	m, ok := v.(map[string]any)
	if !ok {
		if v == false {
			return "no arguments fit this"
		}
		return ""
	}
	switch t := m["type"].(type) {
	case string:
		if t != "object" && slices.Contains(schemaTypes, t) {
			return "a tool's arguments are an object, not " + names(types{t})
		}
	case []any:
		if !slices.Contains(t, any("object")) {
			return "a tool's arguments are an object"
		}
	}
	return ""
}
