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
	lines, final := s.blockLines(body, int(sp.end))
	if len(lines) == 0 {
		if chomp == '+' {
			return strings.Repeat("\n", final)
		}
		return ""
	}
	if indent > 0 {
		indent += parent
	} else {
		indent = firstIndent(lines)
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

// blockLines splits the content into lines and counts the line breaks behind
// it, up to the next line that is not empty.
func (s *source) blockLines(start, end int) (lines []string, final int) {
	if end > start {
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
	} else {
		end = start
	}
	for at := end; at < len(s.text) && isSpace(s.text[at]); {
		if n := s.breakLen(at); n > 0 {
			final++
			at += n
		} else {
			at++
		}
	}
	return lines, final
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
