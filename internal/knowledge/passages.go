package knowledge

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// maxRunes bounds a passage: a few paragraphs, so that several fit a prompt.
const maxRunes = 1000

// passages cuts a document. A passage never crosses a heading; paragraphs under
// one heading share a passage while they fit.
func passages(d Document) []Passage {
	c := cutter{doc: d}
	var last heading
	for _, b := range blocks(d.Text) {
		if b.level == 0 {
			c.add(b)
			last = heading{}
			continue
		}
		// A heading with nothing under it is all that its author said.
		if last.level > 0 && b.level <= last.level {
			c.add(last.asText())
		}
		c.flush()
		c.open(b)
		last = heading(b)
	}
	if last.level > 0 {
		c.add(last.asText())
	}
	c.flush()
	return c.out
}

// heading is a block of a level.
type heading block

func (h heading) asText() block { return block{line: h.line, text: h.text} }

// cutter packs blocks into passages.
type cutter struct {
	doc      Document
	levels   []int
	headings []string
	text     strings.Builder
	runes    int
	line     int
	out      []Passage
}

// open enters the section of a heading and leaves those it ends.
func (c *cutter) open(b block) {
	n := len(c.levels)
	for n > 0 && c.levels[n-1] >= b.level {
		n--
	}
	c.levels = append(c.levels[:n], b.level)
	c.headings = append(c.headings[:n], b.text)
}

// add puts a block into the passage at hand, or into new ones.
func (c *cutter) add(b block) {
	for _, part := range split(b) {
		n := utf8.RuneCountInString(part.text)
		if c.runes > 0 && c.runes+2+n > maxRunes {
			c.flush()
		}
		if c.runes == 0 {
			c.line = part.line
		} else {
			c.text.WriteString("\n\n")
			c.runes += 2
		}
		c.text.WriteString(part.text)
		c.runes += n
	}
}

func (c *cutter) flush() {
	if c.runes == 0 {
		return
	}
	c.out = append(c.out, Passage{
		Base: c.doc.Base, Path: c.doc.Path, Line: c.line,
		Headings: slices.Clone(c.headings), Text: c.text.String(),
	})
	c.text.Reset()
	c.runes = 0
}

// split cuts a block that is too long for one passage: where a line ends, else
// a sentence, else a word, else anywhere.
func split(b block) []block {
	var out []block
	for utf8.RuneCountInString(b.text) > maxRunes {
		at := cutPoint(b.text)
		head, tail := b.text[:at], b.text[at:]
		rest := strings.TrimLeft(tail, " \t\n")
		skipped := head + tail[:len(tail)-len(rest)]
		if head = strings.TrimRight(head, " \t\n"); head != "" {
			out = append(out, block{line: b.line, text: head})
		}
		b = block{line: b.line + strings.Count(skipped, "\n"), text: rest}
	}
	if b.text == "" {
		return out
	}
	return append(out, b)
}

// cutPoint is the best place to end a passage among the first maxRunes
// characters of a longer text; not in their first half, where there is another.
func cutPoint(s string) int {
	limit := 0
	for i, n := 0, 0; n <= maxRunes; n++ {
		limit = i
		_, size := utf8.DecodeRuneInString(s[i:])
		i += size
	}
	head := s[:limit]
	for _, sep := range []string{"\n", ". ", "? ", "! ", "。", " "} {
		if i := strings.LastIndex(head, sep); i >= limit/2 {
			return i + len(sep)
		}
	}
	return limit
}
