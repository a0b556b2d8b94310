package agent

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCompareBodies: values are found by the names on the way to them, and lists
// whose entries have none are shown whole.
func TestCompareBodies(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		kind          Kind
		before, after string
		want          map[string][2]string
	}{
		"the same": {KindAgent, `{"name":"a","limits":{"toolCalls":1}}`, `{"limits":{"toolCalls":1},"name":"a"}`, nil},
		"a text, one more, one less": {
			KindAgent, `{"name":"a","model":"m"}`, `{"name":"b","description":"d"}`,
			map[string][2]string{"name": {`"a"`, `"b"`}, "model": {`"m"`, ""}, "description": {"", `"d"`}},
		},
		"null is a value": {KindTools, `{"x":null}`, `{}`, map[string][2]string{"x": {`null`, ""}}},
		"tools by name, in any order": {
			KindTools, `{"tools":[{"name":"a","effect":"read"},{"name":"b"}]}`, `{"tools":[{"name":"b"},{"name":"a","effect":"write"},{"name":"c"}]}`,
			map[string][2]string{"tools.a.effect": {`"read"`, `"write"`}, "tools.c": {"", `{"name":"c"}`}},
		},
		"the order alone": {
			KindAgent, `{"subAgents":[{"agent":"a"},{"agent":"b"}]}`, `{"subAgents":[{"agent":"b"},{"agent":"a"}]}`,
			map[string][2]string{"subAgents": {`[{"agent":"a"},{"agent":"b"}]`, `[{"agent":"b"},{"agent":"a"}]`}},
		},
		"a name twice": {
			KindTools, `{"tools":[{"name":"a"},{"name":"a"}]}`, `{"tools":[{"name":"a"}]}`,
			map[string][2]string{"tools": {`[{"name":"a"},{"name":"a"}]`, `[{"name":"a"}]`}},
		},
		"a list that becomes a text": {KindAgent, `{"tools":["a"]}`, `{"tools":"a"}`, map[string][2]string{"tools": {`["a"]`, `"a"`}}},
		"documents by path": {
			KindKnowledge, `{"documents":[{"path":"a.md","text":"x"},{"path":"b/c.md","text":"y"}]}`, `{"documents":[{"path":"b/c.md","text":"z"}]}`,
			map[string][2]string{"a.md": {`"x"`, ""}, "b/c.md": {`"y"`, `"z"`}},
		},
		"numbers as they are": {KindAgent, `{"routing":{"minConfidence":0.7}}`, `{"routing":{"minConfidence":0.70}}`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found, err := CompareBodies(c.kind, json.RawMessage(c.before), json.RawMessage(c.after))
			if err != nil {
				t.Fatal(err)
			}
			got := map[string][2]string{}
			for _, f := range found {
				got[f.Field] = [2]string{string(f.Before), string(f.After)}
			}
			want := c.want
			if want == nil {
				want = map[string][2]string{}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestDiffCases matches cases by name, whatever their order.
func TestDiffCases(t *testing.T) {
	t.Parallel()
	before := []Case{{Name: "é", Input: "x"}, {Name: "b", Input: "x"}, {Name: "gone"}}
	after := []Case{{Name: "new"}, {Name: "b", Input: "y", Tool: "t/a"}, {Name: " e\u0301", Input: "x"}}
	got, err := DiffCases(before, after)
	if err != nil {
		t.Fatal(err)
	}
	want := []CaseDiff{
		{"new", Created, []FieldChange{}},
		{"b", Updated, []FieldChange{
			{Field: "input", Before: json.RawMessage(`"x"`), After: json.RawMessage(`"y"`)},
			{Field: "tool", After: json.RawMessage(`"t/a"`)},
		}},
		{" e\u0301", Updated, []FieldChange{{Field: "name", Before: json.RawMessage(`"é"`), After: json.RawMessage("\" e\u0301\"")}}},
		{"gone", Deleted, []FieldChange{}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
