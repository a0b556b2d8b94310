package yamltree

import "strings"

// replace writes a value anew. It is false where the value is the whole file.
func (r *rewriter) replace(v Value, want any, p slot) bool {
	r.gone(v, p.at)
	switch p.kind {
	case atRoot:
		return false
	case inFlow:
		return r.replaceFlow(v, want, p)
	}
	return r.replaceBlock(v, want, p)
}

func (r *rewriter) replaceFlow(v Value, want any, p slot) bool {
	text := r.w.flow(want, p.shape, true)
	sp := r.extent(v)
	if sp.len() == 0 {
		if p.at == 0 || r.src.text[p.at-1] != ':' {
			return false
		}
		sp, text = at(p.at), " "+text
	}
	r.edit(sp, text)
	return true
}

// replaceBlock puts a value behind its colon or dash. The comments on the lines
// where the old one begins and ends stay.
func (r *rewriter) replaceBlock(v Value, want any, p slot) bool {
	s := r.src
	end := r.contentEnd(v, p.at)
	first, ok := r.headComment(v, p)
	lineEnd := s.lineEnd(end)
	rest := s.str[end:lineEnd]
	last := strings.Trim(rest, " \t")
	if !ok || last != "" && last[0] != '#' {
		return false
	}
	lines := r.w.after(want, p.shape, Value{}, p.col, p.kind == behindDash)
	if first == "" && last != "" && len(lines) == 1 {
		r.edits = append(r.edits, Edit{From: p.at, To: end, Text: lines[0]})
		return true
	}
	if comment := strings.TrimSpace(first + " " + last); comment != "" {
		lines[0] += " " + comment
	}
	r.edits = append(r.edits, Edit{From: p.at, To: lineEnd, Text: strings.Join(lines, r.eol)})
	return true
}

// headComment is the comment on the line of the colon or dash, where the value
// goes on below. It is false where something else stands there than a value and
// what belongs to it.
func (r *rewriter) headComment(v Value, p slot) (string, bool) {
	s := r.src
	end := s.lineEnd(p.at)
	sp := r.extent(v)
	inside := v.entry().style == StyleLiteral || v.entry().style == StyleFolded
	if sp.len() == 0 || int(sp.start) < end && !inside {
		return "", true
	}
	if inside {
		head := s.str[sp.start:s.lineEnd(int(sp.start))]
		if i := strings.Index(head, " #"); i >= 0 {
			return strings.TrimSpace(head[i:]), true
		}
		return "", true
	}
	for _, c := range s.comments {
		if int(c.start) >= p.at && int(c.end) <= end && s.lineOf(c.start) == s.lineOf(uint32(p.at)) {
			return s.str[c.start:c.end], true
		}
	}
	return "", true
}
