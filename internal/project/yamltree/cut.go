package yamltree

import (
	"bytes"
	"regexp"

	"github.com/caplo/caplo/internal/diag"
)

// RangeOf is where the bytes that an edit replaces stand.
func (d *Doc) RangeOf(e Edit) diag.Range {
	return d.src.rangeOf(span{uint32(e.From), uint32(e.To)})
}

var (
	colonOnly = regexp.MustCompile(`^:[ \t]*$`)
	commaOnly = regexp.MustCompile(`^\s*,\s*$`)
	dashOnly  = regexp.MustCompile(`^ *(?:- +)+$`)
	flowOpen  = regexp.MustCompile(`^\{\s*(?:[A-Za-z]+|"[A-Za-z]+"|'[A-Za-z]+')\s*:\s*$`)
	flowClose = regexp.MustCompile(`^\s*,?\s*\}$`)
)

// Cut is the edit that takes a member out of its mapping and leaves everything
// else as it is, comments included. It is false where that is not certain: the
// value is no scalar on the key's line, is shared, or is all that the mapping
// holds.
func (v Value) Cut(name string) (Edit, bool) {
	if v.Kind() != Map {
		return Edit{}, false
	}
	kids := v.kids()
	for i, kid := range kids {
		e := kid.entry()
		if e.key.end <= e.key.start || v.doc.key(e) != name {
			continue
		}
		text := v.doc.src.text
		plain := !kid.holds() && (e.style == StylePlain || e.style == StyleSingle || e.style == StyleDouble)
		if len(kids) < 2 || !plain || !inOrder(kids) || e.val.start < e.key.end || e.val.start == e.val.end ||
			!colonOnly.Match(text[e.key.end:e.val.start]) || bytes.ContainsAny(text[e.val.start:e.val.end], "\r\n") {
			return Edit{}, false
		}
		if v.Style() == StyleFlow {
			return v.doc.cutFlow(kids, i)
		}
		return v.doc.cutBlock(kids, i)
	}
	return Edit{}, false
}

// inOrder reports whether members stand one behind the other, which those that
// a merge key brings do not.
func inOrder(kids []Value) bool {
	for i := 1; i < len(kids); i++ {
		last := kids[i-1].entry()
		if kids[i].entry().key.start < max(last.key.end, last.val.end) {
			return false
		}
	}
	return true
}

func (d *Doc) cutFlow(kids []Value, i int) (Edit, bool) {
	e := kids[i].entry()
	if i+1 < len(kids) {
		next := kids[i+1].entry()
		return Edit{From: int(e.key.start), To: int(next.key.start)}, commaOnly.Match(d.src.text[e.val.end:next.key.start])
	}
	last := kids[i-1].entry()
	return Edit{From: int(last.val.end), To: int(e.val.end)}, last.val.end > last.val.start && commaOnly.Match(d.src.text[last.val.end:e.key.start])
}

func (d *Doc) cutBlock(kids []Value, i int) (Edit, bool) {
	s, e := d.src, kids[i].entry()
	from, to := int(e.key.start), int(e.val.end)
	before := s.text[s.lines[s.lineOf(e.key.start)]:from]
	if len(bytes.TrimSpace(before)) == 0 {
		return s.cutLine(from, to), true
	}
	if !dashOnly.Match(before) || i != 0 {
		return Edit{}, false
	}
	next := int(kids[1].entry().key.start)
	rest := s.text[to:s.lineEnd(to)]
	switch {
	case len(bytes.TrimSpace(s.text[to:next])) == 0:
		return Edit{From: from, To: next}, true
	case len(bytes.TrimSpace(rest)) == 0: // a comment stands between the lines
		return Edit{From: s.trimRight(from), To: to + len(rest)}, true
	}
	return Edit{From: from, To: s.skipBlanks(to)}, true
}

// cutLine takes what stands from one byte to another out of a line that begins
// with it: the whole line, unless a comment follows.
func (s *source) cutLine(from, to int) Edit {
	end := s.lineEnd(to)
	if len(bytes.TrimSpace(s.text[to:end])) > 0 {
		return Edit{From: from, To: s.skipBlanks(to)}
	}
	start := int(s.lines[s.lineOf(uint32(from))])
	if n := s.breakLen(end); n > 0 {
		return Edit{From: start, To: end + n}
	}
	for start > 0 && (s.text[start-1] == '\n' || s.text[start-1] == '\r') && s.lineOf(uint32(start-1)) == s.lineOf(uint32(from))-1 {
		start-- // the last line has no break of its own: the one before it goes
	}
	return Edit{From: start, To: end}
}

func (s *source) skipBlanks(at int) int {
	for at < len(s.text) && (s.text[at] == ' ' || s.text[at] == '\t') {
		at++
	}
	return at
}

func (s *source) trimRight(at int) int {
	for at > 0 && (s.text[at-1] == ' ' || s.text[at-1] == '\t') {
		at--
	}
	return at
}

// Unwrap lists the edits that put the only member of a mapping in the mapping's
// place. It is false where that is not certain.
func (v Value) Unwrap() ([]Edit, bool) {
	if v.Kind() != Map || len(v.kids()) != 1 || v.Shared() {
		return nil, false
	}
	kid := v.kids()[0]
	s, e := v.doc.src, kid.entry()
	if e.key.end <= e.key.start || e.val.start < e.key.end {
		return nil, false
	}
	if v.Style() == StyleFlow {
		all := v.entry().val
		open, shut := Edit{From: int(all.start), To: int(e.val.start)}, Edit{From: int(e.val.end), To: int(all.end)}
		return []Edit{open, shut}, flowOpen.Match(s.text[open.From:open.To]) && flowClose.Match(s.text[shut.From:shut.To])
	}
	between := s.text[e.key.end:e.val.start]
	if len(bytes.TrimSpace(s.text[s.lines[s.lineOf(e.key.start)]:e.key.start])) > 0 || !onlyComments(between) {
		return nil, false
	}
	if colonOnly.Match(between) {
		return []Edit{{From: int(e.key.start), To: int(e.val.start)}}, true
	}
	return []Edit{s.cutLine(int(e.key.start), int(e.key.end)+1)}, true
}

// onlyComments reports whether a colon is followed by nothing but comments.
func onlyComments(text []byte) bool {
	if len(text) == 0 || text[0] != ':' {
		return false
	}
	for _, line := range bytes.FieldsFunc(text[1:], func(r rune) bool { return r == '\n' || r == '\r' }) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			return false
		}
	}
	return true
}
