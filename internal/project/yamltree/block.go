package yamltree

import "strings"

// blockText is the text of the block scalar whose header starts at sp.start
// and whose last character that is no white space ends at sp.end. parent is the
// indentation of the node that holds it, used only where the header says how
// far the content is indented.
func (s *source) blockText(sp span, parent int) string {
	h := int(sp.start)
	headEnd := s.lineEnd(h)
	folded := s.text[h] == '>'
	chomp, indent := header(string(s.text[h+1 : headEnd]))
	body := headEnd + s.breakLen(headEnd)
	lines := s.linesFrom(body, int(sp.end))
	tail, last := s.blankLines(body, int(sp.end))
	if indent > 0 {
		indent += parent
	} else if len(lines) > 0 {
		indent = firstIndent(lines)
	} else {
		indent = longest(tail)
	}
	// A line of nothing but spaces is text where it is longer than the
	// indentation.
	for n := len(tail); n > 0; n-- {
		if len(tail[n-1]) > indent {
			lines, tail = append(lines, tail[:n]...), tail[n:]
			break
		}
	}
	final := len(tail)
	if last {
		final++ // the break that ends the last line of text
	}
	if len(lines) == 0 {
		if chomp == '+' {
			return strings.Repeat("\n", len(tail))
		}
		return ""
	}
	for i, l := range lines {
		lines[i] = cutIndent(l, indent)
	}
	text := strings.Join(lines, "\n")
	if folded {
		text = foldBlock(lines)
	}
	switch {
	case chomp == '+':
		return text + strings.Repeat("\n", final)
	case chomp == '-' || final == 0:
		return text
	}
	return text + "\n"
}

// header reads the indicators behind | or >.
func header(text string) (chomp byte, indent int) {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '+' || c == '-':
			chomp = c
		case c >= '1' && c <= '9':
			indent = int(c - '0')
		default:
			return chomp, indent
		}
	}
	return chomp, indent
}

// linesFrom splits the source from start to the end of the line that end stands
// on. There are none where nothing stands between.
func (s *source) linesFrom(start, end int) (lines []string) {
	if end <= start {
		return nil
	}
	end = s.lineEnd(end) // white space at the end of the last line counts
	for at := start; at <= end; {
		e := s.lineEnd(at)
		lines = append(lines, string(s.text[at:e]))
		n := s.breakLen(e)
		if n == 0 {
			break
		}
		at = e + n
	}
	return lines
}

// blankLines lists the lines of spaces behind the text of a block scalar that
// ends at end; broken says whether its last line ends with a line break.
func (s *source) blankLines(start, end int) (tail []string, broken bool) {
	at := start
	if end > start {
		at = s.lineEnd(end)
		n := s.breakLen(at)
		if n == 0 {
			return nil, false
		}
		at += n
		broken = true
	}
	for at < len(s.text) {
		e := s.lineEnd(at)
		n := s.breakLen(e)
		if n == 0 || strings.Trim(string(s.text[at:e]), " ") != "" {
			break
		}
		tail = append(tail, string(s.text[at:e]))
		at = e + n
	}
	return tail, broken
}

// longest is the length of the longest line, which is the indentation of a
// block scalar without text.
func longest(lines []string) (n int) {
	for _, l := range lines {
		n = max(n, len(l))
	}
	return n
}

// firstIndent is the indentation of the first line that is not blank.
func firstIndent(lines []string) int {
	for _, l := range lines {
		if trimmed := strings.TrimLeft(l, " "); trimmed != "" {
			return len(l) - len(trimmed)
		}
	}
	return 0
}

func cutIndent(line string, indent int) string {
	for indent > 0 && strings.HasPrefix(line, " ") {
		line = line[1:]
		indent--
	}
	return line
}

// foldBlock joins the lines of a folded scalar: a break between two lines that
// start with a character becomes a space, empty lines and lines that are
// indented further keep their breaks.
func foldBlock(lines []string) string {
	var b strings.Builder
	started, deeper := false, false
	empty := 0
	for _, l := range lines {
		if l == "" {
			empty++
			continue
		}
		indented := l[0] == ' ' || l[0] == '\t'
		if started {
			switch {
			case deeper || indented:
				b.WriteByte('\n')
			case empty == 0:
				b.WriteByte(' ')
			}
		}
		b.WriteString(strings.Repeat("\n", empty))
		b.WriteString(l)
		started, deeper, empty = true, indented, 0
	}
	return b.String()
}
