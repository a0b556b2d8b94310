package yamltree

import (
	"bytes"
	"fmt"

	"github.com/caplo/caplo/internal/diag"
)

// CommentMark is what a comment begins with that speaks to caplo.
const CommentMark = "caplo:"

// checkComments limits how much is said to caplo, each of which may be a mistake.
func checkComments(s *source) *Fault {
	n := 0
	for _, sp := range s.comments {
		if !bytes.Contains(s.text[sp.start:sp.end], []byte(CommentMark)) {
			continue
		}
		if n++; n > MaxComments {
			return &Fault{
				Rule: RuleLimit, span: sp,
				Message: fmt.Sprintf("the file has more than %d comments that speak to caplo", MaxComments), Hint: "mend what they are about",
			}
		}
	}
	return nil
}

// Comment is a comment, from its # to the end of the line.
type Comment struct {
	Text  string
	Start diag.Pos
	// About is the line that the comment speaks of: its own, or, where it has
	// that to itself, the next that is more than a comment.
	About int
}

// Comments lists the file's comments in order. A # inside a value is none.
func (d *Doc) Comments() []Comment {
	s := d.src
	out := make([]Comment, len(s.comments))
	for i := len(out) - 1; i >= 0; i-- {
		sp := s.comments[i]
		c := Comment{Text: string(s.text[sp.start:sp.end]), Start: s.pos(sp.start)}
		c.About = c.Start.Line
		if s.ownLine(sp) {
			c.About++
			if i+1 < len(out) && out[i+1].Start.Line == c.About {
				c.About = out[i+1].about(s, s.comments[i+1])
			}
		}
		out[i] = c
	}
	return out
}

// about is what a comment on the line above speaks of as well.
func (c Comment) about(s *source, sp span) int {
	if s.ownLine(sp) {
		return c.About
	}
	return c.Start.Line
}

// ownLine reports whether nothing but white space stands in front of a comment.
func (s *source) ownLine(sp span) bool {
	return len(bytes.TrimSpace(s.text[s.lines[s.lineOf(sp.start)]:sp.start])) == 0
}

// Offset is the first byte at a position. It is false for a position that is
// not in the file.
func (d *Doc) Offset(p diag.Pos) (int, bool) {
	s := d.src
	if p.Line < 1 || p.Line > len(s.lines) || p.Column < 1 {
		return 0, false
	}
	at := int(s.lines[p.Line-1])
	end := s.lineEnd(at)
	for n := p.Column; n > 1; n-- {
		if at >= end {
			return 0, false
		}
		at += runeLen(s.text[at:])
	}
	return at, true
}
