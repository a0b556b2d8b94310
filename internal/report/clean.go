package report

import (
	"strings"
	"unicode"
)

// Clean makes text that somebody else wrote safe for a terminal: control and
// format characters, which could move the cursor, colour, or reorder what is
// read, become visible or go. Line feeds stay; tabs become a space.
func Clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r == '\t' || r == '\u2028' || r == '\u2029':
			return ' '
		case r == '\u200d': // joins emoji
			return r
		case unicode.IsControl(r):
			return '\u00b7'
		case unicode.Is(unicode.Cf, r), r == unicode.ReplacementChar:
			return '\u00b7'
		}
		return r
	}, strings.ReplaceAll(s, "\r\n", "\n"))
}

// CleanLine is Clean for what must stay on one line.
func CleanLine(s string) string {
	return strings.Join(strings.Fields(Clean(s)), " ")
}
