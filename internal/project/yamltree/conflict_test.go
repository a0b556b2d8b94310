package yamltree

import (
	"fmt"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/diag"
)

func TestConflict(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text string
		want string // line and rule of each diagnostic
	}{
		"in keys":            {"a: 1\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> other\nc: 3\n", "2 yaml/conflict"},
		"with the base":      {"a: 1\n<<<<<<< HEAD\nb: 1\n||||||| 1234\nb: 0\n=======\nb: 2\n>>>>>>> other\nc: 3\n", "2 yaml/conflict"},
		"in a block":         {"a: |\n  x\n<<<<<<< HEAD\n  y\n=======\n  z\n>>>>>>> other\n  w\nc: 3\n", "3 yaml/conflict"},
		"at a block's start": {"a: |\n<<<<<<< HEAD\n  y\n=======\n  z\n>>>>>>> other\n  w\nc: 3\n", "2 yaml/conflict"},
		"in a list":          {"a:\n  - x\n<<<<<<< HEAD\n  - ours\n=======\n  - z\n>>>>>>> other\n  - w\nc: [\n", "3 yaml/conflict, 9 yaml/syntax"},
		"two":                {"<<<<<<< HEAD\na: 1\n=======\n>>>>>>> o\nb: 1\n<<<<<<< HEAD\nc: 1\n=======\nc: 2\n>>>>>>> o\n", "1 yaml/conflict, 6 yaml/conflict"},
		"nothing else":       {"<<<<<<< HEAD\n=======\na: 1\n>>>>>>> o\n", "1 yaml/conflict"},
		"a lone marker":      {"a: 1\n=======\nb: 2\n>>>>>>> other\n", "2 yaml/conflict"},
		"windows":            {"a: 1\r\n<<<<<<< HEAD\r\nb: 1\r\n=======\r\nb: 2\r\n>>>>>>> other\r\nc: 3\r\n", "2 yaml/conflict"},
		"text about them":    {"a: |\n  <<<<<<< HEAD\n  b\n  =======\n  c\n  >>>>>>> other\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc, ds := Parse([]byte(c.text))
			if got := lineAndRule(ds); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if doc == nil && name != "nothing else" {
				t.Fatal("nothing was read")
			}
			if doc != nil && string(doc.Source()) != c.text {
				t.Errorf("the source became %q", doc.Source())
			}
		})
	}
}

// TestConflictFirstSide: the side that came first is read.
func TestConflictFirstSide(t *testing.T) {
	t.Parallel()
	doc, _ := Parse([]byte("a: 1\n<<<<<<< HEAD\nb: ours\n=======\nb: theirs\n>>>>>>> other\nc: 3\n"))
	if b, _ := doc.Root().Member("b"); b.Text() != "ours" {
		t.Errorf("b is %q", b.Text())
	}
	if c, ok := doc.Root().Member("c"); !ok || c.Range().Start.Line != 7 {
		t.Error("c is not on its line")
	}
}

func TestConflictsMany(t *testing.T) {
	t.Parallel()
	_, ds := Parse([]byte(strings.Repeat("<<<<<<< a\n=======\n>>>>>>> b\n", 20_000)))
	if len(ds) > maxErrors {
		t.Errorf("%d diagnostics", len(ds))
	}
}

func lineAndRule(ds []diag.Diagnostic) string {
	out := make([]string, len(ds))
	for i, d := range ds {
		out[i] = fmt.Sprintf("%d %s", d.Range.Start.Line, d.Rule)
	}
	return strings.Join(out, ", ")
}
