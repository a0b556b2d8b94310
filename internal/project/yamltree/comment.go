package yamltree

import (
	"strings"

	"github.com/caplo/caplo/internal/diag"
)

// CommentMark is what a comment begins with that speaks to caplo.
const CommentMark = "caplo:"

// Comment is a comment that speaks to caplo.
type Comment struct {
	Range diag.Range
	Text  string // without the #, trimmed
	Line  int    // the line it is about: its own, or the next if it stands alone
}

// Comments lists the comments that begin with CommentMark.
func (d *Doc) Comments() []Comment {
	var out []Comment
	for _, sp := range d.told {
		c := Comment{
			Range: d.src.rangeOf(sp),
			Text:  strings.TrimSpace(strings.TrimLeft(string(d.src.text[sp.start:sp.end]), "#")),
		}
		if !strings.HasPrefix(c.Text, CommentMark) {
			continue
		}
		c.Line = c.Range.Start.Line
		before := d.src.text[d.src.lines[c.Line-1]:sp.start]
		if strings.TrimSpace(string(before)) == "" {
			c.Line++
		}
		out = append(out, c)
	}
	return out
}
