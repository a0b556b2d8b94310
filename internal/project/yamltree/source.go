package yamltree

import (
	"bytes"
	"sort"
	"unicode/utf8"
	"unsafe"

	"github.com/caplo/caplo/internal/diag"
)

// span is a stretch of the source, in bytes.
type span struct{ start, end uint32 }

func (sp span) len() int { return int(sp.end - sp.start) }

func at(offset int) span { return span{uint32(offset), uint32(offset)} }

// source is the text of a file with an index of its lines.
type source struct {
	text  []byte
	str   string   // the same memory, so that a text is a part of it and no copy
	lines []uint32 // where each line starts

	runaway  *span  // the first quoted text that seems to run past its own lines
	comments []span // as the lexer met them
}

// newSource takes the text over: nobody may write to it from here on.
func newSource(text []byte) *source {
	breaks := bytes.Count(text, []byte{'\n'})
	s := &source{text: text, str: unsafe.String(unsafe.SliceData(text), len(text)), lines: make([]uint32, 1, breaks+1)}
	for i, c := range text {
		// A carriage return alone ends a line too, as YAML has it.
		if c == '\n' || c == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			s.lines = append(s.lines, uint32(i+1))
		}
	}
	return s
}

// lineOf returns the index, from 0, of the line that holds the offset.
func (s *source) lineOf(offset uint32) int {
	return sort.Search(len(s.lines), func(i int) bool { return s.lines[i] > offset }) - 1
}

func (s *source) pos(offset uint32) diag.Pos {
	offset = min(offset, uint32(len(s.text)))
	line := s.lineOf(offset)
	return diag.Pos{
		Line:   line + 1,
		Column: utf8.RuneCount(s.text[s.lines[line]:offset]) + 1,
	}
}

func (s *source) rangeOf(sp span) diag.Range {
	return diag.Range{Start: s.pos(sp.start), End: s.pos(max(sp.start, sp.end))}
}

// lineEnd returns the offset of the line break that ends the line, or of the
// end of the file.
func (s *source) lineEnd(offset int) int {
	for offset < len(s.text) && s.text[offset] != '\n' && s.text[offset] != '\r' {
		offset++
	}
	return offset
}

// breakLen is the length of the line break at the offset, 0 if there is none.
func (s *source) breakLen(offset int) int {
	switch {
	case offset >= len(s.text):
		return 0
	case s.text[offset] == '\n':
		return 1
	case s.text[offset] != '\r':
		return 0
	case offset+1 < len(s.text) && s.text[offset+1] == '\n':
		return 2
	}
	return 1
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
