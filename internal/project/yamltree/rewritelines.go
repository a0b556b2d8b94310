package yamltree

import "strings"

// extent is where a value stands, an alias as such.
func (r *rewriter) extent(v Value) span {
	if sp, ok := r.doc.uses[v.i]; ok {
		return sp
	}
	return v.entry().val
}

// own lists the values that are written inside v, those of merge keys left out.
func (v Value) own() (out []Value) {
	v.each(func(kid Value, e *entry) bool {
		if !e.merged() {
			out = append(out, kid)
		}
		return true
	})
	return out
}

// contentEnd is the byte behind a value, blank lines that are text included; at
// is where it would begin if it were empty.
func (r *rewriter) contentEnd(v Value, at int) int {
	sp := r.extent(v)
	end := at
	if sp.len() > 0 {
		end = max(at, int(sp.end))
	}
	for {
		_, alias := r.doc.uses[v.i]
		switch {
		case alias:
			return end
		case v.holds() && v.Style() == StyleBlock:
			kids := v.own()
			if len(kids) == 0 {
				return end
			}
			v = kids[len(kids)-1]
			continue
		case v.Style() == StyleLiteral || v.Style() == StyleFolded:
			return max(end, r.tailEnd(v.entry().val))
		}
		return end
	}
}

// tailEnd is the end of a block scalar with the blank lines that are part of it.
func (r *rewriter) tailEnd(sp span) int {
	s := r.src
	head := s.lineEnd(int(sp.start))
	chomp, _ := header(s.str[sp.start+1 : head])
	tail, _ := s.blankLines(head+s.breakLen(head), int(sp.end))
	end := s.lineEnd(int(sp.end))
	if chomp != '+' && strings.Join(tail, "") == "" {
		return end
	}
	for range tail {
		end = s.lineEnd(end + s.breakLen(end))
	}
	return end
}

// entryEnd is the end of the last line of a member or an entry, comments that
// are indented further than it included.
func (r *rewriter) entryEnd(v Value, at, col int) int {
	s := r.src
	last := s.lineOf(uint32(s.lineEnd(r.contentEnd(v, at))))
	for i := last + 1; i < len(s.lines); i++ {
		in, comment := s.commentLine(i)
		if comment && in > col {
			last = i
		} else if !s.blankLine(i) {
			break
		}
	}
	return s.lineEnd(int(s.lines[last]))
}

// commentLine reports whether a line is a comment, and how far it is indented.
func (s *source) commentLine(i int) (indent int, ok bool) {
	line := s.line(i)
	text := strings.TrimLeft(line, " ")
	return len(line) - len(text), strings.HasPrefix(text, "#")
}

func (s *source) blankLine(i int) bool { return strings.Trim(s.line(i), " \t") == "" }

func (s *source) line(i int) string {
	start := int(s.lines[i])
	return s.str[start:s.lineEnd(start)]
}

// ownComments is the first line of a member or entry, its comments directly
// above included; those down to floor belong to what stands before.
func (r *rewriter) ownComments(start uint32, col, floor int) int {
	line, stop := r.src.lineOf(start), r.src.lineOf(uint32(floor))
	for line-1 > stop {
		if in, comment := r.src.commentLine(line - 1); !comment || in != col {
			break
		}
		line--
	}
	return line
}

// cutLines takes whole lines away, from one to the end of another, and a blank
// line where two would meet. What stands down to floor is no blank line.
func (r *rewriter) cutLines(first, end, floor int) {
	s := r.src
	from, to := int(s.lines[first]), end+s.breakLen(end)
	if to == end { // the last line has no break of its own: the one before it goes
		for from > 0 && (s.text[from-1] == '\n' || s.text[from-1] == '\r') && s.lineOf(uint32(from-1)) == first-1 {
			from--
		}
	}
	if first == 0 || s.blankLine(first-1) {
		for to < len(s.text) && s.blankLine(s.lineOf(uint32(to))) {
			to = s.lineEnd(to)
			to += s.breakLen(to)
		}
	}
	if to == len(s.text) {
		for line := first - 1; line > s.lineOf(uint32(floor)) && s.blankLine(line); line-- {
			from = int(s.lines[line])
		}
	}
	r.edits = append(r.edits, Edit{From: from, To: to})
}

// putAfter puts lines behind the line that ends at end.
func (r *rewriter) putAfter(end int, lines []string) {
	r.edits = append(r.edits, Edit{From: end, To: end, Text: r.eol + strings.Join(lines, r.eol)})
}

// putBefore puts lines in front of a line.
func (r *rewriter) putBefore(line int, lines []string) {
	at := int(r.src.lines[line])
	r.edits = append(r.edits, Edit{From: at, To: at, Text: strings.Join(lines, r.eol) + r.eol})
}
