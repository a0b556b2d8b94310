package knowledge

import "strings"

// block is a paragraph, a fenced block, or a heading of a level from 1.
type block struct {
	line  int
	level int
	text  string
}

// blocks reads a text as headings and what stands between empty lines. It is
// no Markdown parser: lists and tables are paragraphs, and stay as written.
func blocks(s string) []block {
	s = strings.ReplaceAll(strings.TrimPrefix(s, "\uFEFF"), "\r\n", "\n")
	s = strings.ReplaceAll(s, "\r", "\n")
	var r reader
	for i, line := range strings.Split(s, "\n") {
		r.read(i+1, line)
	}
	r.end()
	return r.out
}

// reader gathers lines into blocks.
type reader struct {
	out   []block
	first int
	lines []string
	fence string // what opened the fenced block at hand
}

func (r *reader) read(n int, line string) {
	trimmed := strings.TrimSpace(line)
	if r.fence != "" {
		r.lines = append(r.lines, line)
		if closes(trimmed, r.fence) {
			r.fence = ""
			r.end()
		}
		return
	}
	level, title := atx(line)
	switch {
	case trimmed == "":
		r.end()
	case level > 0:
		r.end()
		r.out = append(r.out, block{n, level, title})
	case len(r.lines) == 1 && underline(line) > 0:
		// A line under a line makes a heading of it.
		r.out = append(r.out, block{r.first, underline(line), strings.TrimSpace(r.lines[0])})
		r.lines = nil
	default:
		if f := fence(trimmed); f != "" {
			r.end()
			r.fence = f
		}
		if len(r.lines) == 0 {
			r.first = n
		}
		r.lines = append(r.lines, line)
	}
}

// end closes the block at hand.
func (r *reader) end() {
	if text := strings.TrimSpace(strings.Join(r.lines, "\n")); text != "" {
		r.out = append(r.out, block{line: r.first, text: text})
	}
	r.lines = nil
}

// atx reads a heading of the form "## Title ##".
func atx(line string) (level int, title string) {
	s := strings.TrimLeft(line, " ")
	if len(line)-len(s) > 3 {
		return 0, "" // indented text
	}
	title = strings.TrimLeft(s, "#")
	level = len(s) - len(title)
	if level < 1 || level > 6 || title != "" && title[0] != ' ' && title[0] != '\t' {
		return 0, ""
	}
	title = strings.TrimSpace(title)
	if bare := strings.TrimRight(title, "#"); bare == "" || strings.HasSuffix(bare, " ") {
		title = strings.TrimSpace(bare)
	}
	if title == "" {
		return 0, ""
	}
	return level, title
}

// underline is the level of a line of nothing but = (1) or - (2), else 0.
func underline(line string) int {
	s := strings.TrimSpace(line)
	switch {
	case len(s) >= 3 && strings.Trim(s, "=") == "":
		return 1
	case len(s) >= 3 && strings.Trim(s, "-") == "":
		return 2
	}
	return 0
}

// fence is what opens a fenced block, "" for other lines.
func fence(s string) string {
	for _, mark := range []string{"`", "~"} {
		if n := len(s) - len(strings.TrimLeft(s, mark)); n >= 3 {
			return s[:n]
		}
	}
	return ""
}

func closes(s, fence string) bool {
	return len(s) >= len(fence) && strings.Trim(s, fence[:1]) == ""
}
