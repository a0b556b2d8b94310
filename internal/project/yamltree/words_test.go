package yamltree

import (
	"fmt"
	"strings"
	"testing"
)

// TestOwnWords: what is wrong is said in our words, not the library's, where
// the mistake begins.
func TestOwnWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, message, place string }{
		{"a: x\nb: \"First\nc: x\nd: \"y\"\n", `no closing "`, "2:4"},
		{"a: x\nl:\n  - b: \"4.90\n    c: d\n  - b: \"x\"\n    c: y\n", `no closing "`, "3:8"},
		{"a: x\nb: {c: d\ne: f\n", "this { is never closed", "2:4"},
		{"a: x\nl:\n  - b: {c: d\n    e: f\n  - g: h\n", "this { is never closed", "3:8"},
		{"{b:\n? x\t\n}", "", ""},
		{"? \n", "", ""},
		{"? ? ", "", ""},
		{"{&a }", "", ""},
		{"b:\n{}", "", ""},
	} {
		_, ds := Parse([]byte(c.text))
		if len(ds) == 0 {
			t.Fatalf("%q: nothing is wrong", c.text)
		}
		start := ds[0].Range.Start
		if got := place(start.Line, start.Column); c.place != "" && got != c.place {
			t.Errorf("%q: at %s, want %s", c.text, got, c.place)
		}
		if !strings.Contains(ds[0].Message, c.message) || strings.Contains(ds[0].Message, "could not") || strings.Contains(ds[0].Message, "unexpected map") {
			t.Errorf("%q: %s", c.text, ds[0].Message)
		}
	}
	if said := say(emptyBlock); strings.Contains(said.message, "content") || said.rule != RuleSyntax {
		t.Errorf("of a missing text: %s", said.message)
	}
}

func place(line, column int) string { return fmt.Sprintf("%d:%d", line, column) }
