package yamltree

import (
	"bytes"
	"testing"
)

func TestSameElsewhere(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, before, after string
		edits               []Edit
		want                bool
	}{
		{"quoted", "a: 1\nb: 2\n", "a: \"1\"\nb: 2\n", []Edit{{3, 4, `"1"`}}, true},
		{"another value too", "a: 1\nb: 2\n", "a: \"1\"\nb: 3\n", []Edit{{3, 4, `"1"`}}, false},
		{"a key", "a: 1\nb: 2\n", "c: 1\nb: 2\n", []Edit{{0, 1, "c"}}, true},
		{"another key", "a: 1\nb: 2\n", "c: 1\nd: 2\n", []Edit{{0, 1, "c"}}, false},
		{"a value swallowed", "a: 1\nb: 2\n", "a: \"1\nb: 2\"\n", []Edit{{3, 4, "\"1"}, {8, 9, "2\""}}, false},
		{"a scalar made a list", "a: 1\n", "a: [1]\n", []Edit{{3, 4, "[1]"}}, false},
		{"a member removed", "a: 1\nb: 2\n", "b: 2\n", []Edit{{0, 5, ""}}, true},
		{"a member lost", "a: 1\nb: 2\n", "b: 2\n", []Edit{{0, 2, ""}}, false},
		{"unwrapped", "a: {b: [c]}\n", "a: [c]\n", []Edit{{3, 7, ""}, {10, 11, ""}}, true},
		{"an alias to it", "a: &x 1\nb: *x\n", "a: &x \"1\"\nb: *x\n", []Edit{{6, 7, `"1"`}}, false},
		{"an alias to text", "a: &x NO\nb: *x\n", "a: &x \"NO\"\nb: *x\n", []Edit{{6, 8, `"NO"`}}, true},
	} {
		before, _ := Parse([]byte(c.before))
		after, _ := Parse([]byte(c.after))
		if before == nil || after == nil {
			t.Fatalf("%s cannot be read", c.name)
		}
		if got := SameElsewhere(before, after, c.edits); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestOverlaps(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b Edit
		want bool
	}{
		{Edit{0, 2, ""}, Edit{2, 4, ""}, false},
		{Edit{0, 3, ""}, Edit{2, 4, ""}, true},
		{Edit{0, 4, ""}, Edit{1, 2, ""}, true},
		{Edit{2, 2, "x"}, Edit{2, 2, "y"}, true},
		{Edit{2, 2, "x"}, Edit{0, 2, "y"}, false},
		{Edit{2, 2, "x"}, Edit{1, 3, "y"}, true},
	} {
		if c.a.Overlaps(c.b) != c.want || c.b.Overlaps(c.a) != c.want {
			t.Errorf("%v and %v", c.a, c.b)
		}
	}
}

// FuzzApply holds that edits leave every other byte where it was.
func FuzzApply(f *testing.F) {
	f.Add([]byte("name: NO\r\n# why\r\n"), 0, 4, 6, 8, "a", "\"NO\"")
	f.Add([]byte("👋🏽"), 0, 0, 4, 4, "", "x")
	f.Fuzz(func(t *testing.T, text []byte, a, b, c, d int, x, y string) {
		if a < 0 || a > b || b > c || c > d || d > len(text) || a == c {
			t.Skip()
		}
		want := bytes.Join([][]byte{text[:a], []byte(x), text[b:c], []byte(y), text[d:]}, nil)
		kept := bytes.Clone(text)
		for _, edits := range [][]Edit{{{a, b, x}, {c, d, y}}, {{c, d, y}, {a, b, x}}} {
			if got := Apply(text, edits); !bytes.Equal(got, want) {
				t.Fatalf("%q, want %q", got, want)
			}
		}
		if !bytes.Equal(text, kept) {
			t.Fatal("the text itself was changed")
		}
	})
}
