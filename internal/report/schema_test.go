package report_test

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/caplo/caplo/internal/report"
	"github.com/caplo/caplo/schema"
)

// TestValidationSchemaIsDescribed: the schema is the format's documentation.
func TestValidationSchemaIsDescribed(t *testing.T) {
	t.Parallel()
	var s map[string]any
	if err := json.Unmarshal(schema.Validation, &s); err != nil {
		t.Fatal(err)
	}
	described(t, "", s)
}

// described fails where a schema, or one below it, has no description.
func described(t *testing.T, at string, s map[string]any) {
	t.Helper()
	if s["description"] == nil {
		t.Errorf("%s has no description", at)
	}
	for _, below := range []string{"properties", "$defs"} {
		members, _ := s[below].(map[string]any)
		for name, m := range members {
			described(t, at+"/"+below+"/"+name, m.(map[string]any))
		}
	}
}

// valid fails where a document does not fit a JSON Schema.
func valid(t *testing.T, schemaText, doc []byte) {
	t.Helper()
	c := jsonschema.NewCompiler()
	if err := c.AddResource("https://caplo.example/s.json", bytes.NewReader(schemaText)); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("https://caplo.example/s.json")
	if err != nil {
		t.Fatal(err)
	}
	var value any
	if err := json.Unmarshal(doc, &value); err != nil {
		t.Fatalf("%v in %s", err, doc)
	}
	if err := s.Validate(value); err != nil {
		t.Errorf("%#v", err)
	}
}

// withoutID takes a schema's own address away, under which it would be looked
// for.
func withoutID(t *testing.T, text []byte) []byte {
	t.Helper()
	var s map[string]any
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	delete(s, "$id")
	delete(s, "id")
	out, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func empty() *report.Validation { return report.NewValidation("dev", nil) }

func TestJSONFitsItsSchema(t *testing.T) {
	t.Parallel()
	for _, v := range []*report.Validation{validation(t), empty()} {
		got := write(t, v, "json")
		valid(t, withoutID(t, schema.Validation), got)
		if bytes.Contains(got, []byte("null")) {
			t.Errorf("null in %s", got)
		}
	}
}

// TestSARIFFitsItsSchema checks the part of SARIF that is written against a
// schema that is stricter than the standard's own. Where CAPLO_SARIF_SCHEMA
// names the standard's (sarif-schema-2.1.0.json, which cannot be copied under
// this project's licence), it is checked against that too.
func TestSARIFFitsItsSchema(t *testing.T) {
	t.Parallel()
	compact, err := os.ReadFile("testdata/sarif.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	all := [][]byte{compact}
	if name := os.Getenv("CAPLO_SARIF_SCHEMA"); name != "" {
		official, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, official)
	}
	for _, v := range []*report.Validation{validation(t), empty()} {
		for _, s := range all {
			valid(t, withoutID(t, s), write(t, v, "sarif"))
		}
	}
}
