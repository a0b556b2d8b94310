package project

import (
	"strings"
	"testing"
)

// lines are the rules of what is wrong with an agent file, with their lines.
func ruleLines(text string) string {
	var out []string
	for _, d := range LoadFile("a.yaml", []byte(text)).Check() {
		out = append(out, d.Rule+"@"+itoa(d.Range.Start.Line))
	}
	return strings.Join(out, " ")
}

func itoa(n int) string { return string(rune('0' + n)) }

func TestSharedIsWrongOnce(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"a scalar", "name: &n 5\ndescription: *n\ninstructions: x\n", "schema/text@1"},
		{"wrong at the alias only", "name: &n x\ninstructions: x\nlimits: {toolCalls: *n}\n", "schema/type@3"},
	} {
		if got := ruleLines(c.text); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestLateMark(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"name: NO # see caplo:ignore yaml/ambiguous\ninstructions: x\n":                 "yaml/ambiguous@1 ignore/unused@1",
		"name: NO # caplo:ignore yaml/ambiguous -- not caplo:ignore\ninstructions: x\n": "",
		"name: x # a caplo:ignored word\ninstructions: x\n":                             "",
	} {
		if got := ruleLines(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
