package report_test

import (
	"encoding/json"
	"testing"

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
