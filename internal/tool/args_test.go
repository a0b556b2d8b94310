package tool

import (
	"strings"
	"testing"
)

func TestReadArgs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, raw, want, wrong string }{
		{"nothing at all", "", "{}", ""},
		{"white space", " \n", "{}", ""},
		{"object", ` { "id" : "a" } `, `{"id":"a"}`, ""},
		{"members that only look alike", `{"id":1,"ID":2}`, `{"id":1,"ID":2}`, ""},
		{"the same name further down", `{"a":{"id":1},"id":2}`, `{"a":{"id":1},"id":2}`, ""},
		{"cut off", `{"{"order_id": "W1"}`, "", "not JSON"},
		{"prose", `order W1`, "", "not JSON"},
		{"array", `["W1"]`, "", "not a JSON object"},
		{"null", `null`, "", "not a JSON object"},
		{"encoded twice", `"{\"id\":\"a\"}"`, "", "not a JSON object"},
		{"two objects", `{"id":"a"}{"id":"b"}`, "", "not JSON"},
		{"a member twice", `{"id":"a","id":"b"}`, "", `hold "id" twice`},
		{"a member twice, written differently", `{"id":"a","\u0069d":"b"}`, "", `hold "id" twice`},
		{"not UTF-8", "{\"id\":\"\xff\"}", "", "UTF-8"},
		{"endless", `{"id":"` + strings.Repeat("a", maxArgs) + `"}`, "", "longer than"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := ReadArgs(c.raw)
			if (err != nil) != (c.wrong != "") || string(got) != c.want {
				t.Fatalf("got %s, %v", got, err)
			}
			if err != nil && !strings.Contains(err.Error(), c.wrong) {
				t.Errorf("got %v, want something of %q", err, c.wrong)
			}
		})
	}
}
