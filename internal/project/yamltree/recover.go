package yamltree

import (
	"bytes"
	"cmp"
	"slices"
)

// Hole is something at the top of a file that is written and could not be read,
// so that nobody should miss it.
type Hole struct {
	Key   string // empty where it cannot be told
	Whole bool   // all that stands under the key, not a part of it
}

// Holes lists what could not be read.
func (d *Doc) Holes() []Hole { return d.holes }

const (
	maxErrors   = 20      // syntax errors that are reported of one file
	maxReparsed = 1 << 20 // bytes that are parsed again for the sake of one file
)

// recoverer finds what else is wrong with a file once the parser has stopped:
// it takes the block of lines away that the parser stopped in, and lets it read
// the rest.
type recoverer struct {
	*layout
	cut    []block
	faults []Fault
	budget int // bytes that may still be parsed
}

// recovered reads what can be read of a file that stopped the parser.
func recovered(src *source, faults []Fault, stop Fault) (*Doc, []Fault) {
	alone := append(faults, stop)
	if !recoverable(stop) {
		return nil, alone
	}
	r := &recoverer{layout: newLayout(src), budget: maxReparsed}
	for next := stop; len(r.faults) < maxErrors && r.step(next); {
		rest := r.rest()
		r.budget -= len(rest.text)
		doc, found, again := parse(rest)
		switch {
		case doc != nil:
			doc.src, doc.holes = src, r.holes()
			return doc, r.sorted(found)
		case again.Rule == RuleEmpty:
			return nil, r.sorted(nil)
		case !recoverable(*again):
			return nil, r.sorted([]Fault{*again})
		}
		next = *again
	}
	if len(r.faults) == 0 {
		return nil, alone
	}
	return nil, r.sorted(nil)
}

// recoverable reports whether a fault is about a place, so that the rest of the
// file may be fine.
func recoverable(f Fault) bool {
	switch f.Rule {
	case RuleSyntax, RuleTab, RuleEscape, RuleKey, RuleTag, RuleInvisible:
		return f.span.end > 0
	}
	return false
}

func (r *recoverer) sorted(more []Fault) []Fault {
	out := append(r.faults, more...)
	slices.SortStableFunc(out, func(a, b Fault) int { return cmp.Compare(a.span.start, b.span.start) })
	return out
}

// step cuts out the block to blame for a fault. It is false where that cannot be
// told, or where it would take too long to go on.
func (r *recoverer) step(f Fault) bool {
	line := r.src.lineOf(f.span.start)
	if r.budget < len(r.src.text) || r.isCut(line) {
		return false
	}
	around := r.around(line)
	for _, b := range around {
		if own := r.alone(b); own != nil {
			return r.take(b, f)
		}
		for _, earlier := range r.before(b) {
			if r.isCut(earlier.from) {
				continue
			}
			if r.budget < 0 {
				return false
			}
			if own := r.alone(earlier); own != nil {
				return r.take(r.innermost(*own, earlier), *own)
			}
		}
	}
	// Each block is fine by itself: the fault is between them.
	return len(around) > 0 && r.take(around[0], f)
}

// take cuts a block, or, where nothing of a list would be left, the outermost
// block around it.
func (r *recoverer) take(b block, f Fault) bool {
	r.faults = append(r.faults, r.inside(b, f))
	r.cut = append(r.cut, b)
	if b.entry && !r.leavesEntry(b) {
		around := r.around(b.from)
		r.cut = append(r.cut, around[len(around)-1])
	}
	return true
}

// rest is the source with what is cut made into comments, which mean nothing
// wherever they stand; every other byte keeps its place.
func (r *recoverer) rest() *source {
	text := slices.Clone(r.src.text)
	for _, b := range r.cut {
		for i := b.from; i < b.to; i++ {
			start := int(r.src.lines[i])
			end := r.src.lineEnd(start)
			copy(text[start:end], bytes.Repeat([]byte{' '}, end-start))
			if end > start {
				text[start] = '#'
			}
		}
	}
	return newSource(text)
}

// holes names what is cut by the key at the top of the file.
func (r *recoverer) holes() (out []Hole) {
	for _, b := range r.cut {
		around := r.around(b.from)
		top := around[len(around)-1]
		out = append(out, Hole{Key: r.key(top), Whole: top.from == b.from})
	}
	return out
}
