package yamltree

import (
	"strings"
	"testing"
)

func TestHashes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, hint string }{
		{"a: Order #1002 please\n", `"Order #1002 please"`},
		{"a: Order one\n  more #1002 please\n", `"Order one more #1002 please"`},
		{"l:\n  - Order #1002\n", `"Order #1002"`},
		{"a: #colleague\nb: x\n", `"#colleague"`},
		{"a: Order # a comment\n", ""},
		{"a: Order #! x\n", ""},
		{"a: Order ## x\n", ""},
		{"a: Order #-----\n", ""},
		{"a: Order #caplo:ignore x\n", ""},
		{"a: \"Order\" #1002\n", ""},
		{"a: |  #x\n  Order #1002\n", ""},
		{"a: Order#1002\n", ""},
		{"a: #x\n  b: c\n", ""},
		{"a: Order\n#1002\nb: x\n", ""},
		{"a: 5 #five\n", ""},
	} {
		_, ds := Parse([]byte(c.text))
		switch {
		case c.hint == "" && len(ds) > 0:
			t.Errorf("%q: %+v", c.text, ds)
		case c.hint != "" && (len(ds) != 1 || ds[0].Rule != RuleHash || !strings.Contains(ds[0].Hint, c.hint)):
			t.Errorf("%q: got %+v, want a hint with %s", c.text, ds, c.hint)
		}
	}
}
