package yamltree

import (
	"bytes"
	"slices"
)

// The lines that a merge leaves where two sides changed the same thing.
const (
	markOurs   = "<<<<<<<"
	markBase   = "|||||||"
	markParted = "======="
	markTheirs = ">>>>>>>"
)

// conflict is a stretch of lines with the markers of a merge.
type conflict struct {
	at   span   // the marker that is reported
	gone []span // what is taken away to read the rest: the markers and one side
}

// conflicts finds the complete conflicts of a file: first and last marker both
// stand at the start of a line, where no block scalar has text.
func conflicts(s *source) (out []conflict) {
	if !bytes.Contains(s.text, []byte(markOurs)) || !bytes.Contains(s.text, []byte(markTheirs)) {
		return nil
	}
	var c *conflict
	var parted uint32
	for i := range s.lines {
		line := s.lineSpan(i)
		switch mark := s.marker(line); {
		case mark == markOurs:
			c, parted = &conflict{at: line, gone: []span{line}}, 0
		case c == nil:
		case mark == markBase || mark == markParted:
			if parted == 0 {
				parted = line.start
			}
		case mark == markTheirs:
			if parted == 0 {
				parted = line.start
			}
			c.gone = append(c.gone, span{parted, line.end})
			out, c = append(out, *c), nil
		}
	}
	return out
}

// leftovers finds single markers, which mean something only in a file that
// cannot be read otherwise. They are one mistake, at the first of them.
func leftovers(s *source) []conflict {
	var c conflict
	for i := range s.lines {
		if line := s.lineSpan(i); s.marker(line) != "" {
			if c.gone == nil {
				c.at = line
			}
			c.gone = append(c.gone, line)
		}
	}
	if c.gone == nil {
		return nil
	}
	return []conflict{c}
}

func (s *source) lineSpan(i int) span {
	start := s.lines[i]
	return span{start, uint32(s.lineEnd(int(start)))}
}

// marker is the marker that a line consists of, with a name behind it or not.
func (s *source) marker(line span) string {
	text := s.text[line.start:line.end]
	if len(text) < len(markOurs) || len(text) > len(markOurs) && text[len(markOurs)] != ' ' {
		return ""
	}
	switch mark := string(text[:len(markOurs)]); mark {
	case markOurs, markBase, markParted, markTheirs:
		return mark
	}
	return ""
}

// maxBreaks is how many bytes are made into line breaks, which cost more to read
// than spaces.
const maxBreaks = 64 << 10

// without is the source with line breaks for what conflicts take away; every
// other byte keeps its place, but not its line. Comments would end a block
// scalar, and spaces at its start would count as its indentation.
func (s *source) without(cs []conflict) *source {
	text := slices.Clone(s.text)
	n := 0
	for _, c := range cs {
		for _, sp := range c.gone {
			blank := byte('\n')
			if n += sp.len(); n > maxBreaks {
				blank = ' '
			}
			for i := sp.start; i < sp.end; i++ {
				if text[i] != '\n' && text[i] != '\r' {
					text[i] = blank
				}
			}
		}
	}
	return newSource(text)
}

// readFile parses a source as far as it can be read, conflicts set aside.
func readFile(src *source) (*Doc, []Fault) {
	if cs := conflicts(src); cs != nil {
		return setAside(src, cs)
	}
	doc, faults, stop := parse(src)
	if stop == nil {
		return doc, faults
	}
	if cs := leftovers(src); cs != nil && recoverable(*stop) {
		return setAside(src, cs)
	}
	return recovered(src, faults, *stop)
}

// setAside reads what is left of a source without its conflicts. Whatever the
// sides hold, a file with a conflict is not what anybody means.
func setAside(src *source, cs []conflict) (*Doc, []Fault) {
	rest := src.without(cs)
	doc, faults, stop := parse(rest)
	if stop != nil && stop.Rule == RuleEmpty {
		faults = nil
	} else if stop != nil {
		doc, faults = recovered(rest, faults, *stop)
	}
	if doc != nil {
		doc.written, doc.src.lines = src.text, src.lines
	}
	for _, c := range cs[:min(len(cs), maxErrors)] {
		faults = append(faults, Fault{
			Rule: RuleConflict, span: c.at,
			Message: "a merge conflict was left here",
			Hint:    "choose one of the two sides and remove the three marker lines",
		})
	}
	slices.SortStableFunc(faults, func(a, b Fault) int { return int(a.span.start) - int(b.span.start) })
	return doc, faults
}
