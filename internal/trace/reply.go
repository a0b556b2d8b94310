package trace

import (
	"strings"
	"unicode"
)

// Replied reports whether the turn ended with a reply that is not empty.
// Nothing else of a turn may be taken for a reply.
func (t Trace) Replied() bool { return t.End.Kind == EndReply && Visible(t.Reply) }

// Visible reports whether a reader sees anything of text: white space and
// invisible characters (zero-width spaces, controls) are nothing.
func Visible(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsGraphic(r) && !unicode.IsSpace(r)
	})
}
