package rules

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/caplo/caplo/internal/agent"
)

// TestCaseFields holds the reading of a case to its JSON: a field that is added
// to one must be added to the other.
func TestCaseFields(t *testing.T) {
	t.Parallel()
	var want agent.Case
	fields := reflect.ValueOf(&want).Elem()
	for i := range fields.NumField() {
		fields.Field(i).SetString(fields.Type().Field(i).Name)
	}
	data, err := json.Marshal([]agent.Case{want})
	if err != nil {
		t.Fatal(err)
	}
	v, err := decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if got, ok := Cases(v); !ok || len(got) != 1 || got[0] != want {
		t.Errorf("got %+v, %v; want %+v", got, ok, want)
	}
}

func TestCases(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		evals  string
		n      int
		listed bool
	}{
		{`[]`, 0, true},
		{`[{"name":"a"},{"name":null},null]`, 3, true},
		{`{"cases":[{"id":"x","name":"a"}]}`, 1, true},
		{`{}`, 0, true},
		{`[{"name":7}]`, 0, false},
		{`["a"]`, 0, false},
		{`"a"`, 0, false},
		{`null`, 0, false},
	} {
		v, err := decode([]byte(c.evals))
		if err != nil {
			t.Fatal(err)
		}
		if got, listed := Cases(v); len(got) != c.n || listed != c.listed {
			t.Errorf("%s: %d cases, %v; want %d, %v", c.evals, len(got), listed, c.n, c.listed)
		}
	}
}
