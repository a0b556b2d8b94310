package yamltree

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/caplo/caplo/internal/diag"
)

// hashes are warnings about comments that look like part of a text: they stand
// behind a plain scalar, or where one was meant, and have no space behind the #.
// Without them, "Order #1002 please" becomes "Order" and nobody hears of it.
func (d *Doc) hashes() (out []diag.Diagnostic) {
	var ends map[uint32]entry
	for _, sp := range d.src.comments {
		if !d.src.meantAsText(sp) {
			continue
		}
		if ends == nil {
			ends = d.plainEnds()
		}
		before := d.src.trimRight(int(sp.start))
		if e, ok := ends[uint32(before)]; ok && d.src.lineOf(e.val.end) == d.src.lineOf(sp.start) {
			out = append(out, d.hash(e, sp))
		}
	}
	return out
}

// meantAsText reports whether a comment begins like a word: #1002, #colleague.
// One that has its line to itself is no part of a value.
func (s *source) meantAsText(sp span) bool {
	if sp.len() < 2 {
		return false
	}
	text := s.str[sp.start:sp.end]
	if next, _ := utf8.DecodeRuneInString(text[1:]); strings.ContainsRune(" \t#!-=*", next) {
		return false
	}
	return !strings.HasPrefix(text, "#"+CommentMark) && !s.ownLine(sp)
}

// plainEnds finds the plain texts by where they end, and values that are
// missing by the end of the colon before them.
func (d *Doc) plainEnds() map[uint32]entry {
	ends := map[uint32]entry{}
	for _, e := range d.entries {
		switch {
		case e.style != StylePlain || e.bad():
		case e.kind == String && e.val.len() > 0:
			ends[e.val.end] = e
		case e.kind == Null && e.val.len() == 0 && e.key.len() > 0:
			colon := uint32(d.src.skipBlanks(int(e.key.end)))
			ends[colon+1] = entry{key: e.key, kind: Null, val: span{colon + 1, colon + 1}}
		}
	}
	return ends
}

func (d *Doc) hash(e entry, comment span) diag.Diagnostic {
	w := diag.Diagnostic{
		Rule: RuleHash, Severity: diag.Warning, Range: d.src.rangeOf(comment),
		Message: "a # behind a space begins a comment, so this is no part of the text",
	}
	start := e.val.start
	if e.kind == Null {
		start = comment.start
		w.Message = "a # behind a space begins a comment, so the key has no value"
	}
	meant := decodePlain(strings.TrimRight(d.src.str[start:comment.end], " \t"))
	w.Hint = "put a space behind the # if it is a comment; if it is text, put the whole in quotes"
	if len(meant) <= maxQuoted {
		w.Hint = fmt.Sprintf("put the whole in quotes if it is text: %s; put a space behind the # if it is a comment", Quote(meant))
	}
	return w
}

// maxQuoted is the length of a text that a hint repeats.
const maxQuoted = 120
