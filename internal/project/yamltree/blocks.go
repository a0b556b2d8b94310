package yamltree

import (
	"bytes"
	"regexp"
	"strings"
)

// block is a run of lines, numbered from 0: one key with what stands below it,
// or one entry of a list. It is found by indentation alone.
type block struct {
	from, to int // to is the first line behind it
	indent   int
	entry    bool // it begins with a dash
}

// unindented is the indentation of lines that begin no block: blank ones, comments,
// what is indented by tabs, and closing brackets.
const unindented = 1 << 20

// layout is the indentation of a source's lines.
type layout struct {
	src    *source
	indent []int
	dash   []bool
}

func newLayout(src *source) *layout {
	l := &layout{src: src, indent: make([]int, len(src.lines)), dash: make([]bool, len(src.lines))}
	for i := range src.lines {
		line := l.line(i)
		text := bytes.TrimLeft(line, " ")
		l.indent[i] = len(line) - len(text)
		if len(text) == 0 || bytes.IndexByte([]byte("#\t]},"), text[0]) >= 0 {
			l.indent[i] = unindented
		}
		l.dash[i] = len(text) > 0 && text[0] == '-' && (len(text) == 1 || isSpace(text[1]))
	}
	return l
}

// line is a line's text without the break that ends it.
func (l *layout) line(i int) []byte {
	start := int(l.src.lines[i])
	return l.src.text[start:l.src.lineEnd(start)]
}

// marker reports whether a line belongs to the file as a whole.
func (l *layout) marker(i int) bool {
	line := l.line(i)
	return bytes.HasPrefix(line, []byte("---")) || bytes.HasPrefix(line, []byte("...")) || bytes.HasPrefix(line, []byte("%"))
}

// at is the block that begins on a line: it ends before the next line at the
// same or lesser indentation. A list may stand as far to the left as its key.
func (l *layout) at(i int) block {
	b := block{from: i, to: i + 1, indent: l.indent[i], entry: l.dash[i]}
	for ; b.to < len(l.indent); b.to++ {
		in := l.indent[b.to]
		if in < b.indent || in == b.indent && (b.entry || !l.dash[b.to]) || in != unindented && l.marker(b.to) {
			break
		}
	}
	return b
}

// around lists the blocks that hold a line and can be done without: entries of
// lists, from the innermost outwards, then the outermost block of all.
func (l *layout) around(line int) (out []block) {
	for line > 0 && l.indent[line] == unindented {
		line--
	}
	if l.indent[line] == unindented || l.marker(line) {
		return nil
	}
	for at := line; ; {
		up := l.above(at)
		if l.dash[at] || up < 0 {
			out = append(out, l.at(at))
		}
		if up < 0 {
			return out
		}
		at = up
	}
}

// above is the line that a line stands below of, or -1.
func (l *layout) above(line int) int {
	for i := line - 1; i >= 0 && !(l.indent[i] != unindented && l.marker(i)); i-- {
		if l.indent[i] < l.indent[line] || l.indent[i] == l.indent[line] && l.dash[line] && !l.dash[i] {
			return i
		}
	}
	return -1
}

// before lists the blocks in front of one that stand below the same line, the
// nearest first.
func (l *layout) before(b block) (out []block) {
	up := l.above(b.from)
	for i := b.from - 1; i > up; i-- {
		if l.indent[i] == b.indent && l.dash[i] == b.entry && !l.marker(i) {
			out = append(out, l.at(i))
		}
	}
	return out
}

// span is where a block's bytes stand.
func (l *layout) span(b block) span {
	end := uint32(len(l.src.text))
	if b.to < len(l.src.lines) {
		end = l.src.lines[b.to]
	}
	return span{l.src.lines[b.from], end}
}

var leadingKey = regexp.MustCompile(`^(?:"([^"]+)"|'([^']+)'|([^\s"'#:{}\[\],&*!|>%@-][^:#]*?))\s*:(?:\s|$)`)

// key is the key that a block seems to begin with; empty if it seems to have
// none.
func (l *layout) key(b block) string {
	m := leadingKey.FindSubmatch(l.line(b.from))
	if m == nil {
		return ""
	}
	return strings.TrimSpace(string(bytes.Join(m[1:], nil)))
}
