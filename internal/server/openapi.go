package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/yaml"

	"github.com/caplo/caplo/internal/api"
)

// contractVersion is the version of the contract, not of the program.
var contractVersion = strconv.Itoa(api.Contract)

const generated = "# Generated from the handlers' types: UPDATE_GOLDEN=1 go test ./internal/server\n"

// OpenAPI is the contract as an OpenAPI 3.1 document in YAML, made from the
// handlers' types. It is what schema/openapi.yaml holds.
func OpenAPI() ([]byte, error) {
	doc := contract(http.NewServeMux(), Options{}).OpenAPI()
	doc.Info = &huma.Info{
		Title: "caplo workspace", Version: contractVersion,
		Description: "Drafts, cases and runs of customer-support agents. Error answers are RFC 9457 problems with a stable code; " +
			"lists are paged; times are RFC 3339 in UTC; answers may get further keys. docs/api.md tells the rest.",
	}
	doc.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		keyScheme: {
			Type: "http", Scheme: "bearer", BearerFormat: "caplo_…",
			Description: "An API key. Scopes do not nest: agents:write does not include agents:read.",
		},
	}
	data, err := json.Marshal(doc)
	if err != nil {
		return nil, fmt.Errorf("write the contract: %w", err)
	}
	var tree map[string]any
	if err := json.Unmarshal(data, &tree); err != nil {
		return nil, fmt.Errorf("write the contract: %w", err)
	}
	openAnswers(tree)
	anyProblem(tree)
	if data, err = json.Marshal(tree); err != nil {
		return nil, fmt.Errorf("write the contract: %w", err)
	}
	out := bytes.NewBufferString(generated)
	if err := yaml.Convert(out, bytes.NewReader(data)); err != nil {
		return nil, fmt.Errorf("write the contract: %w", err)
	}
	return out.Bytes(), nil
}

// openAnswers lets what is only answered have further keys, so that a client of
// today can read what a workspace of tomorrow says; its lists are never null.
func openAnswers(doc map[string]any) {
	schemas, _ := dig(doc, "components", "schemas").(map[string]any)
	sent := map[string]bool{}
	paths, _ := doc["paths"].(map[string]any)
	for _, item := range paths {
		operations, _ := item.(map[string]any)
		for _, o := range operations {
			mark(schemas, dig(o, "requestBody"), sent)
		}
	}
	for name, s := range schemas {
		if !sent[name] {
			open(s)
		}
	}
}

// anyProblem says of each operation that whatever else it answers is a problem.
func anyProblem(doc map[string]any) {
	paths, _ := doc["paths"].(map[string]any)
	for _, item := range paths {
		operations, _ := item.(map[string]any)
		for _, o := range operations {
			if answers, ok := dig(o, "responses").(map[string]any); ok {
				answers["default"] = map[string]any{"description": "Any other problem", "content": dig(answers, "400", "content")}
			}
		}
	}
}

// mark notes the schemas that a part of the document refers to, and what those
// refer to.
func mark(schemas map[string]any, part any, sent map[string]bool) {
	switch part := part.(type) {
	case []any:
		for _, p := range part {
			mark(schemas, p, sent)
		}
	case map[string]any:
		ref, _ := part["$ref"].(string)
		if name := strings.TrimPrefix(ref, "#/components/schemas/"); name != ref && !sent[name] {
			sent[name] = true
			mark(schemas, schemas[name], sent)
		}
		for _, p := range part {
			mark(schemas, p, sent)
		}
	}
}

func open(part any) {
	switch part := part.(type) {
	case []any:
		for _, p := range part {
			open(p)
		}
	case map[string]any:
		if part["additionalProperties"] == false {
			delete(part, "additionalProperties")
		}
		if types, ok := part["type"].([]any); ok && len(types) == 2 && types[0] == "array" {
			part["type"] = "array"
		}
		for _, p := range part {
			open(p)
		}
	}
}

// dig follows keys into a document; nil where they lead nowhere.
func dig(v any, keys ...string) any {
	for _, k := range keys {
		m, _ := v.(map[string]any)
		v = m[k]
	}
	return v
}
