package agent

import (
	"reflect"
	"testing"
)

// TestCanonicalCase: what is written at once is what JSON makes of a case, whatever
// its fields hold, and leaves none out.
func TestCanonicalCase(t *testing.T) {
	t.Parallel()
	fields := reflect.TypeFor[Case]().NumField()
	for _, text := range []string{
		"", "plain", "a<b>&c", `"quoted\"`, "CR\r\nLF\r", "tab\tnul\x00", "ü\u2028\u2029\ufffd", "\x7f", "\xff half", "  ",
	} {
		for i := range fields {
			c := Case{Name: "n"}
			reflect.ValueOf(&c).Elem().Field(i).SetString(text)
			if got, want := string(canonicalCase(c)), string(encodedCase(c)); got != want {
				t.Errorf("field %d as %q: %s, want %s", i, text, got, want)
			}
		}
		all := Case{}
		for i := range fields {
			reflect.ValueOf(&all).Elem().Field(i).SetString(text)
		}
		if got, want := string(canonicalCase(all)), string(encodedCase(all)); got != want {
			t.Errorf("all as %q: %s, want %s", text, got, want)
		}
	}
}
