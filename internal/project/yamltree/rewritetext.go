package yamltree

import "strings"

// text makes a scalar a text, in the style that it has where that can hold it.
// It is false where the scalar is better written anew.
func (r *rewriter) text(v Value, want string, p slot) bool {
	e := v.entry()
	if e.val.len() == 0 || r.tagged(v) {
		return false
	}
	flow := p.kind == inFlow
	if e.style == StyleLiteral || e.style == StyleFolded {
		return !r.w.plain && r.blockScalar(v, want, p)
	}
	if r.w.plain {
		r.edit(e.val, double(want))
		return true
	}
	if !flow && r.w.asLines(want) && (e.style != StyleDouble || !strings.Contains(v.Text(), "\n")) {
		return false // it becomes a block of lines
	}
	if e.style == StylePlain && !flow && isLong(want) && !plainSafe(want, false) && literalSafe(want) && !strings.Contains(want, "\n") {
		return r.longLine(v, want, p)
	}
	r.edit(e.val, r.inStyle(e.style, want, flow))
	return true
}

// inStyle writes a text on one line, in the style asked for if that can hold it.
func (r *rewriter) inStyle(style Style, text string, flow bool) string {
	switch style {
	case StyleSingle:
		if s, ok := single(text); ok {
			return s
		}
	case StylePlain:
		return oneLine(text, flow)
	}
	return double(text)
}

// longLine writes a long text that needs quotes as a block of one line, which
// needs none.
func (r *rewriter) longLine(v Value, text string, p slot) bool {
	sp := v.entry().val
	rest := r.src.str[sp.end:r.src.lineEnd(int(sp.end))]
	if strings.TrimSpace(rest) != "" || r.src.lineOf(sp.start) != r.src.lineOf(uint32(p.at)) {
		r.edit(sp, oneLine(text, false))
		return true
	}
	lines := literal(text, max(p.col, 0)+r.w.step)
	sp.end += uint32(len(rest))
	r.edit(sp, strings.TrimPrefix(strings.Join(lines, r.eol), " "))
	return true
}
