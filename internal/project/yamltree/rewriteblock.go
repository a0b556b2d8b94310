package yamltree

import (
	"regexp"
	"strings"
)

var blockHead = regexp.MustCompile(`^([|>])([-+1-9]*)(.*)$`)

// blockScalar changes the lines of a block scalar; those that say the same stay
// as they are. It is false where the text cannot stand in a block like this one.
func (r *rewriter) blockScalar(v Value, want string, p slot) bool {
	s, sp := r.src, v.entry().val
	head := s.lineEnd(int(sp.start))
	m := blockHead.FindStringSubmatch(s.str[sp.start:head])
	lines := s.linesFrom(head+s.breakLen(head), int(sp.end))
	if m == nil || !literalSafe(want) || len(lines) == 0 {
		return false
	}
	chomp, digits := header(m[2])
	indent := firstIndent(lines)
	if digits > 0 {
		indent = digits + max(p.col, 0)
	}
	body := strings.TrimRight(want, "\n")
	breaks := len(want) - len(body)
	if breaks > 1 && chomp != '+' {
		return false // blank lines that stand below would become text
	}
	style, out := m[1], relined(lines, strings.Split(body, "\n"), indent)
	if style == ">" {
		if folded := refold(lines, body, indent); folded != nil {
			out = folded
		} else {
			style = "|"
		}
	}
	end, atEnd := s.lineEnd(int(sp.end)), false
	if chomp == '+' {
		end = r.tailEnd(sp)
		out = append(out, make([]string, max(breaks-1, 0))...)
	}
	atEnd = s.breakLen(end) == 0
	out = append([]string{style + chomping(m[2], chomp, breaks, atEnd) + m[3]}, out...)
	text := strings.Join(out, r.eol)
	if atEnd && breaks > 0 {
		text += r.eol
	}
	r.edits = append(r.edits, Edit{From: int(sp.start), To: end, Text: KeepBreaks(s.str[sp.start:end], text)})
	return true
}

// chomping is the indicators of a block whose text ends with so many breaks;
// atEnd says that the file ends with the text, without a break.
func chomping(indicators string, chomp byte, breaks int, atEnd bool) string {
	bare := strings.Trim(indicators, "+-")
	switch {
	case breaks == 0 && chomp != '-' && !(chomp == 0 && atEnd):
		return bare + "-"
	case breaks > 0 && chomp == '-':
		return bare
	}
	return indicators
}

// relined indents lines of text, and takes those as they are written that stand
// before or behind all that changed.
func relined(old, lines []string, indent int) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		if out[i] = l; l != "" {
			out[i] = pad(indent) + l
		}
	}
	same := func(i, j int) bool { return cutIndent(old[i], indent) == lines[j] }
	n := 0
	for n < len(old) && n < len(lines) && same(n, n) {
		out[n] = old[n]
		n++
	}
	for i, j := len(old)-1, len(lines)-1; i >= n && j >= n && same(i, j); i, j = i-1, j-1 {
		out[j] = old[i]
	}
	return out
}

// refold writes a text as the lines of a folded scalar. Paragraphs that stay
// keep their lines. It is nil where folding would not give the text.
func refold(old []string, text string, indent int) (out []string) {
	have, width := paragraphs(old, indent)
	for i, par := range strings.Split(text, "\n") {
		if i > 0 {
			out = append(out, "")
		}
		switch lines := have[par]; {
		case par == "":
		case lines != nil:
			out = append(out, lines...)
		default:
			out = append(out, wrapped(par, width, indent)...)
		}
	}
	cut := make([]string, len(out))
	for i, l := range out {
		cut[i] = cutIndent(l, indent)
	}
	if foldBlock(cut) != text {
		return nil
	}
	return out
}

// paragraphs finds the lines of each paragraph by its text, and how wide they are.
func paragraphs(lines []string, indent int) (have map[string][]string, width int) {
	have = map[string][]string{}
	var par, raw []string
	for _, l := range append(lines, "") {
		width = max(width, len(l)-indent)
		if cut := cutIndent(l, indent); cut != "" {
			par, raw = append(par, cut), append(raw, l)
			continue
		}
		have[strings.Join(par, " ")] = raw
		par, raw = nil, nil
	}
	if width < 40 {
		width = 76 - indent
	}
	return have, max(width, 40)
}

// wrapped breaks a paragraph into lines, at single spaces.
func wrapped(par string, width, indent int) (out []string) {
	line := ""
	for i, word := range strings.Split(par, " ") {
		glued := i > 0 && (word == "" || line == "" || strings.HasSuffix(line, " "))
		if i > 0 && !glued && len(line)+1+len(word) > width {
			out = append(out, pad(indent)+line)
			line = word
			continue
		}
		if i > 0 {
			line += " "
		}
		line += word
	}
	return append(out, pad(indent)+line)
}
