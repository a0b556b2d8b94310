package yamltree

import (
	"bytes"
	"cmp"
	"slices"
)

// assemble makes edits in the order of the text; those that only put something
// in come before one that begins at the same place, and keep their order. What
// several take away is gone once. It is false where two edits concern the same
// bytes in another way.
func assemble(text []byte, edits []Edit) ([]byte, bool) {
	sorted := slices.Clone(edits)
	slices.SortStableFunc(sorted, func(a, b Edit) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(min(a.To-a.From, 1), min(b.To-b.From, 1)))
	})
	var out bytes.Buffer
	at, cut := 0, false
	for _, e := range sorted {
		if e.From < at && cut && e.Text == "" && e.To > e.From {
			at = max(at, e.To)
			continue
		}
		if e.From < at || e.To < e.From || e.To > len(text) {
			return nil, false
		}
		out.Write(text[at:e.From])
		out.WriteString(e.Text)
		at = e.To
		cut = e.Text == "" && e.To > e.From
	}
	out.Write(text[at:])
	return out.Bytes(), true
}

// bare reports whether no break ends the file.
func (s *source) bare() bool {
	n := len(s.text)
	return n > 0 && s.text[n-1] != '\n' && s.text[n-1] != '\r'
}

// assemble makes edits, and ends the file with a break or without.
func (r *rewriter) assemble(edits []Edit) ([]byte, bool) {
	text, ok := assemble(r.src.text, edits)
	switch {
	case r.bare:
		text = bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r"))
	case r.src.bare() && len(text) > 0 && text[len(text)-1] != '\n':
		text = append(text, r.eol...)
	}
	return text, ok
}
