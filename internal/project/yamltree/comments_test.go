package yamltree

import (
	"fmt"
	"testing"

	"github.com/caplo/caplo/internal/diag"
	"github.com/google/go-cmp/cmp"
)

func TestComments(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"behind a value", "a: b # one\n", "1:6 # one, about 1;"},
		{"above", "# one\na: b\n", "1:1 # one, about 2;"},
		{"a stack of them", "a:\n  # one\n  # two\n  - b # three\n", "2:3 # one, about 4; 3:3 # two, about 4; 4:7 # three, about 4;"},
		{"a blank line between", "# one\n\na: b\n", "1:1 # one, about 2;"},
		{"behind a key", "a: # one\n  b\n", "1:4 # one, about 1;"},
		{"behind a bar", "a: | # one\n  # text\n  b\n# two\nc: d\n", "1:6 # one, about 1; 4:1 # two, about 5;"},
		{"inside quotes", "a: \"b # c\"\nd: 'e # f' # one\n", "2:12 # one, about 2;"},
		{"inside a word", "a: b#c\nd: e #one\n", "2:6 #one, about 2;"},
		{"in brackets", "a: [b, # one\n  c] # two\n", "1:8 # one, about 1; 2:6 # two, about 2;"},
		{"behind wide characters", "a: 👋🏽 # one\r\n# two\r\nb: c", "1:7 # one, about 1; 2:1 # two, about 3;"},
		{"the last line", "a: b\n# one", "2:1 # one, about 3;"},
		{"a quoted line of text", "a: \"b\n  # c\n  d\" # one\n", "3:6 # one, about 3;"},
	} {
		doc, ds := Parse([]byte(c.text))
		if doc == nil {
			t.Errorf("%s: %+v", c.name, ds)
			continue
		}
		got := ""
		for i, m := range doc.Comments() {
			if i > 0 {
				got += " "
			}
			got += fmt.Sprintf("%d:%d %s, about %d;", m.Start.Line, m.Start.Column, m.Text, m.About)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: -want +got:\n%s", c.name, diff)
		}
	}
}

func TestOffset(t *testing.T) {
	t.Parallel()
	doc, _ := Parse([]byte("\ufeffa: 👋é\r\nb: c"))
	for _, c := range []struct {
		line, column, want int
		ok                 bool
	}{
		{1, 1, 0, true},
		{1, 4, 3, true},
		{1, 5, 7, true},
		{1, 6, 9, true},
		{1, 7, 0, false},
		{2, 1, 11, true},
		{2, 5, 15, true},
		{2, 6, 0, false},
		{3, 1, 0, false},
		{0, 1, 0, false},
		{1, 0, 0, false},
	} {
		if at, ok := doc.Offset(diag.Pos{Line: c.line, Column: c.column}); at != c.want || ok != c.ok {
			t.Errorf("%d:%d is %d %v, want %d %v", c.line, c.column, at, ok, c.want, c.ok)
		}
	}
}
