package yamltree

import (
	"bytes"
	"maps"
	"reflect"
)

// Bounds within which a file is far from every limit of what is read, so that
// it need not be read as a whole to know that it can be.
const (
	easyBytes   = 1 << 20
	easyEntries = 5_000
)

// holds reports whether the rewritten text says what is wanted. Reading takes
// longer than all else, so entries of a long list that stand apart from every edit
// are left out of the text and of what is wanted alike: they are whole lines
// between whole lines, and were read before.
func (r *rewriter) holds(text []byte, want any) bool {
	root, isMap := want.(map[string]any)
	if !isMap || r.aliases || len(text) > easyBytes || len(r.doc.entries) > easyEntries || bytes.IndexByte(r.src.text, '&') >= 0 {
		return reads(text, want)
	}
	edits, less := r.edits, maps.Clone(root)
	for _, l := range r.lists {
		cuts, rest := r.apart(l)
		if len(cuts) == 0 {
			continue
		}
		edits = append(edits[:len(edits):len(edits)], cuts...)
		for key, list := range less {
			if sameList(list, l.want) {
				less[key] = rest
			}
		}
	}
	part, ok := r.assemble(edits)
	return ok && reads(part, less)
}

func sameList(a any, b []any) bool {
	list, ok := a.([]any)
	return ok && len(list) == len(b) && reflect.ValueOf(list).Pointer() == reflect.ValueOf(b).Pointer()
}

// apart finds the entries of a list that stand apart from every edit, with others
// between, and what is wanted without them.
func (r *rewriter) apart(l matched) (cuts []Edit, rest []any) {
	near := r.near(l.items)
	far := make([]bool, len(near))
	for i := 1; i+1 < len(near); i++ {
		if far[i] = !near[i-1] && !near[i] && !near[i+1]; far[i] {
			s := r.src
			from, to := s.lines[s.lineOf(uint32(l.items[i].dash))], s.lines[s.lineOf(uint32(l.items[i+1].dash))]
			cuts = append(cuts, Edit{From: int(from), To: int(to)})
		}
	}
	for j, i := range l.pairs {
		if i < 0 || !far[i] {
			rest = append(rest, l.want[j])
		}
	}
	return cuts, rest
}

// near says of each entry whether an edit concerns it or the lines up to the
// next one.
func (r *rewriter) near(items []item) []bool {
	out := make([]bool, len(items))
	for i := range items {
		if i+1 == len(items) {
			out[i] = true
			continue
		}
		s := r.src
		sp := span{s.lines[s.lineOf(uint32(items[i].dash))], uint32(items[i+1].dash)}
		for _, e := range r.edits {
			out[i] = out[i] || e.From <= int(sp.end) && int(sp.start) <= e.To
		}
	}
	return out
}
