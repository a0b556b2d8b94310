package yamltree

import (
	"bytes"
	"slices"
)

// innermost is the smallest block around a fault that is faulty by itself.
func (r *recoverer) innermost(f Fault, otherwise block) block {
	for _, b := range r.around(r.src.lineOf(f.span.start)) {
		if b.from >= otherwise.from && b.to <= otherwise.to && r.alone(b) != nil {
			return b
		}
	}
	return otherwise
}

func (r *recoverer) isCut(line int) bool {
	return slices.ContainsFunc(r.cut, func(b block) bool { return b.from <= line && line < b.to })
}

// inside moves a fault that stands behind a block, where something was missed,
// to the end of its text.
func (r *recoverer) inside(b block, f Fault) Fault {
	sp := r.span(b)
	if f.span.start >= sp.end {
		text := bytes.TrimRight(r.src.text[sp.start:sp.end], " \t\r\n")
		f.span = at(int(sp.start) + len(text))
	}
	return f
}

// leavesEntry reports whether the list that a block is an entry of has another
// that is not cut.
func (r *recoverer) leavesEntry(b block) bool {
	up := r.above(b.from)
	if up < 0 {
		return true
	}
	list := r.at(up)
	for i := up + 1; i < list.to; i++ {
		if r.dash[i] && r.indent[i] == b.indent && !r.isCut(i) {
			return true
		}
	}
	return false
}

// alone is what is wrong with a block read by itself; nil if nothing is.
func (r *recoverer) alone(b block) *Fault {
	sp := r.span(b)
	r.budget -= int(sp.end - sp.start)
	doc, _, stop := parse(newSource(r.src.text[sp.start:sp.end]))
	if stop != nil {
		if !recoverable(*stop) {
			return nil
		}
		f := stop.moved(sp.start)
		return &f
	}
	want := Map
	if b.entry {
		want = List
	}
	if root := doc.Root(); root.Kind() != want || root.len() != 1 {
		said := say("non-map value is specified")
		start := sp.start + uint32(b.indent)
		return &Fault{Rule: said.rule, Message: said.message, Hint: said.hint, span: firstLine(r.src, span{start, sp.end})}
	}
	return nil
}

// moved is a fault of a part of a file, which starts at an offset, as one of the
// file.
func (f Fault) moved(by uint32) Fault {
	f.span = span{f.span.start + by, f.span.end + by}
	f.Related = slices.Clone(f.Related)
	for i := range f.Related {
		f.Related[i].span = span{f.Related[i].span.start + by, f.Related[i].span.end + by}
	}
	return f
}
