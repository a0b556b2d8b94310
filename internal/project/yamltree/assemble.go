package yamltree

import (
	"bytes"
	"cmp"
	"slices"
)

// assemble makes edits in the order of the text; those that only put something
// in come before one that begins at the same place, and keep their order. It is
// false where two of them concern the same bytes.
func assemble(text []byte, edits []Edit) ([]byte, bool) {
	sorted := slices.Clone(edits)
	slices.SortStableFunc(sorted, func(a, b Edit) int {
		if c := cmp.Compare(a.From, b.From); c != 0 {
			return c
		}
		return cmp.Compare(min(a.To-a.From, 1), min(b.To-b.From, 1))
	})
	var out bytes.Buffer
	at := 0
	for _, e := range sorted {
		if e.From < at || e.To < e.From || e.To > len(text) {
			return nil, false
		}
		out.Write(text[at:e.From])
		out.WriteString(e.Text)
		at = e.To
	}
	out.Write(text[at:])
	return out.Bytes(), true
}
