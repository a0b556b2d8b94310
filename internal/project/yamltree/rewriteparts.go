package yamltree

import (
	"regexp"
	"strings"
)

var (
	// A comma between two parts, with the comment of the first behind it.
	commaComment = regexp.MustCompile(`^[ \t]*,([ \t]*#[^\r\n]*)?\s*$`)
	// The comment of a part, behind its comma if it has one.
	partComment = regexp.MustCompile(`^([ \t]*,)?[ \t]*#`)
)

// addPart puts text behind a part that stays, or in front of the first.
func (r *rewriter) addPart(parts []part, before int, text string) {
	sep := r.separator(parts)
	put := func(at int, text string) { r.edits = append(r.edits, Edit{From: at, To: at, Text: text}) }
	if before < 0 {
		put(parts[0].from, text+sep)
		return
	}
	end := parts[before].end
	lineEnd := r.src.lineEnd(end)
	comma := partComment.FindStringSubmatch(r.src.str[end:lineEnd])
	switch {
	case comma == nil || sep == ", ":
		put(end, sep+text)
	case comma[1] != "": // the comment stays behind its part
		put(lineEnd, strings.TrimPrefix(sep, ",")+text+",")
	default:
		put(end, ",")
		put(lineEnd, strings.TrimPrefix(sep, ",")+text)
	}
}

// separator is what stands between parts: each has a line of its own where the
// first two have.
func (r *rewriter) separator(parts []part) string {
	if len(parts) < 2 || r.src.lineOf(uint32(parts[0].end)) == r.src.lineOf(uint32(parts[1].from)) {
		return ", "
	}
	return "," + r.eol + pad(r.src.column(uint32(parts[1].from)))
}

// cutParts takes away what is not kept, with the comma on one side of it.
func (r *rewriter) cutParts(parts []part) bool {
	last := -1
	for i, q := range parts {
		if q.keep {
			last = i
		}
	}
	if last < 0 {
		return false
	}
	for i, q := range parts {
		if q.keep {
			continue
		}
		before := q.from
		if i > 0 {
			before = parts[i-1].end
		}
		r.gone(q.Value, before)
		e, ok := r.cutLastPart(parts[max(i-1, 0)], q)
		if i < last {
			e = Edit{From: q.from, To: parts[i+1].from}
			ok = commaComment.MatchString(r.src.str[q.end:e.To])
		}
		if !ok {
			return false
		}
		r.edits = append(r.edits, e)
	}
	return true
}

// cutLastPart takes a part away that none follows. A comment of the one before
// stays, with the comma in front of it, which may end a list.
func (r *rewriter) cutLastPart(before, q part) (Edit, bool) {
	s := r.src
	e := Edit{From: before.end, To: q.end}
	between := s.str[before.end:max(q.from, before.end)]
	if strings.Contains(between, "#") {
		e.From = s.lineEnd(before.end)
		if rest := s.str[q.end:s.lineEnd(q.end)]; partComment.MatchString(rest) {
			e.To += len(rest)
		}
	}
	return e, commaComment.MatchString(between)
}
