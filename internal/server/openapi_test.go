package server_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"

	"github.com/caplo/caplo/internal/server"
)

const contractFile = "../../schema/openapi.yaml"

// TestContractFile: what is checked in is what the handlers are. UPDATE_GOLDEN=1
// writes it.
func TestContractFile(t *testing.T) {
	t.Parallel()
	want, err := server.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(contractFile, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(contractFile)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("schema/openapi.yaml (-handlers +file):\n%s", diff)
	}
}

// readContract is the contract, decoded.
func readContract(t *testing.T) map[string]any {
	t.Helper()
	data, err := server.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	var doc map[string]any
	if err := yaml.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	return doc
}

// eachOperation visits every operation of the contract.
func eachOperation(t *testing.T, visit func(method, path string, o map[string]any)) {
	t.Helper()
	n := 0
	for path, item := range readContract(t)["paths"].(map[string]any) {
		for method, o := range item.(map[string]any) {
			visit(strings.ToUpper(method), path, o.(map[string]any))
			n++
		}
	}
	if n < 15 {
		t.Fatalf("the contract has %d operations", n)
	}
}

func TestContractIsWhole(t *testing.T) {
	t.Parallel()
	doc := readContract(t)
	if v, _ := doc["openapi"].(string); !strings.HasPrefix(v, "3.1.") {
		t.Errorf("the document is OpenAPI %q", v)
	}
	var refs func(v any)
	refs = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, e := range v {
				refs(e)
			}
		case map[string]any:
			if ref, ok := v["$ref"].(string); ok && !leads(doc, ref) {
				t.Errorf("%s leads nowhere", ref)
			}
			for _, e := range v {
				refs(e)
			}
		}
	}
	refs(doc)
}

// leads reports whether a reference leads to a part of the document.
func leads(doc any, ref string) bool {
	parts := strings.Split(ref, "/")
	if parts[0] != "#" {
		return false
	}
	for _, p := range parts[1:] {
		m, _ := doc.(map[string]any)
		doc = m[p]
	}
	return doc != nil
}

func TestEveryOperationIsDescribed(t *testing.T) {
	t.Parallel()
	ids := map[string]string{}
	eachOperation(t, func(method, path string, o map[string]any) {
		at := method + " " + path
		id, _ := o["operationId"].(string)
		if id == "" || ids[id] != "" {
			t.Errorf("%s has the id %q, as %q", at, id, ids[id])
		}
		ids[id] = at
		for _, key := range []string{"summary", "description"} {
			if text, _ := o[key].(string); text == "" {
				t.Errorf("%s has no %s", at, key)
			}
		}
		if tags, _ := o["tags"].([]any); len(tags) != 1 || tags[0] == "" {
			t.Errorf("%s has the tags %v", at, tags)
		}
		named := map[string]bool{}
		parameters, _ := o["parameters"].([]any)
		for _, p := range parameters {
			parameter := p.(map[string]any)
			named[fmt.Sprint(parameter["in"], " ", parameter["name"])] = true
		}
		for _, part := range strings.Split(path, "/") {
			if name, ok := strings.CutPrefix(part, "{"); ok && !named["path "+strings.TrimSuffix(name, "}")] {
				t.Errorf("%s has no parameter %s", at, part)
			}
		}
		if strings.HasPrefix(id, "list-") != named["query cursor"] {
			t.Errorf("%s: a list has pages, and nothing else has", at)
		}
		if security, _ := o["security"].([]any); len(security) == 0 {
			t.Errorf("%s does not say how to sign in", at)
		}
		answers, _ := o["responses"].(map[string]any)
		for _, status := range []string{"400", "401", "403", "405", "421", "500", "default"} {
			problem, _ := answers[status].(map[string]any)
			content, _ := problem["content"].(map[string]any)
			if content["application/problem+json"] == nil {
				t.Errorf("%s does not say that %s is a problem", at, status)
			}
		}
	})
}
