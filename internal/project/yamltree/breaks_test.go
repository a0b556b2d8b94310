package yamltree

import "testing"

func TestKeepBreaks(t *testing.T) {
	t.Parallel()
	for _, c := range [][3]string{
		{"a\r\nb\nc\r\n", "a\nx\nc\n", "a\r\nx\nc\r\n"},
		{"a\nb\r\nc\n", "a\nx\nc\n", "a\nx\r\nc\n"},
		{"a\r\nb\nc\r\nd\n", "new\na\nb\nc\nd\n", "new\r\na\r\nb\nc\r\nd\n"},
		{"a\nb\r\nc\nd\r\ne\n", "a\nx\nc\nd\ny\nz\ne\n", "a\nx\nc\nd\r\ny\r\nz\r\ne\n"},
		{"a\r\nb\r\n", "a\nb\nc", "a\r\nb\r\nc"},
		{"a\r\nb", "a\nb\nc\n", "a\r\nb\r\nc\r\n"},
		{"a\nb\r\n", "a\nc\r\nb\n", "a\nc\nb\r\n"},
		{"", "a\nb\n", "a\nb\n"},
		{"a", "a\r\nb\n", "a\r\nb\n"},
		{"a\r\n", "", ""},
	} {
		before, after, want := c[0], c[1], c[2]
		if got := KeepBreaks(before, after); got != want {
			t.Errorf("%q in place of %q: %q, want %q", after, before, got, want)
		}
	}
}

func TestKeepBreaksInBlock(t *testing.T) {
	t.Parallel()
	doc, _ := Parse([]byte("a: |\n  one\r\n  two\n  three\r\nb: 1\r\n"))
	got, err := doc.Rewrite(map[string]any{"a": "one\nzwei\nthree\n", "b": "x"}, nil)
	if want := "a: |\n  one\r\n  zwei\n  three\r\nb: x\r\n"; err != nil || string(got) != want {
		t.Errorf("%q, want %q (%v)", got, want, err)
	}
}
