package yamltree

import (
	"strings"
	"testing"
)

func TestMissingDash(t *testing.T) {
	t.Parallel()
	const entry = "name: a\n    input: b\n    tool: c\n"
	for name, c := range map[string]struct {
		text  string
		lines []int
		dash  bool
	}{
		"one dash":           {"l:\n  - " + entry + "    " + entry, []int{5}, true},
		"two dashes":         {"l:\n  - " + entry + "    " + entry + "    " + entry, []int{5, 8}, true},
		"not in order":       {"l:\n  - " + entry + "    tool: c\n    name: a\n", []int{5, 6}, false},
		"one key":            {"l:\n  - " + entry + "    name: a\n", []int{5}, false},
		"no list":            {"name: a\ninput: b\nname: a\ninput: b\n", []int{3, 4}, false},
		"others in between":  {"l:\n  - " + entry + "    name: a\n    more: d\n    input: b\n", []int{5, 7}, false},
		"others come after":  {"l:\n  - " + entry + "    name: a\n    input: b\n    more: d\n    tool: c\n", []int{5}, true},
		"in an entry of one": {"l:\n  - name: a\n    name: b\n", []int{3}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, ds := Parse([]byte(c.text))
			if len(ds) != len(c.lines) {
				t.Fatalf("got %d diagnostics: %+v", len(ds), ds)
			}
			for i, d := range ds {
				if d.Rule != RuleDuplicate || d.Range.Start.Line != c.lines[i] || strings.Contains(d.Message, "dash") != c.dash {
					t.Errorf("got %+v", d)
				}
			}
		})
	}
}
