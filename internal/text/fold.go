package text

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Fold makes spellings of one text equal: Unicode compatibility forms (full
// width letters, ligatures), case, Latin, Greek and Cyrillic accents, and
// typographic apostrophes. Invalid UTF-8 becomes U+FFFD. Marks that carry the
// sound of other scripts (Devanagari vowels, kana voicing) stay.
func Fold(s string) string {
	if ascii(s) {
		return strings.ToLower(s)
	}
	s = norm.NFKD.String(strings.ToValidUTF8(s, "\uFFFD"))
	s = cases.Fold().String(s)
	s = strings.Map(func(r rune) rune {
		switch {
		case r >= 0x0300 && r <= 0x036F:
			return -1 // accents: customers leave them out as often as not
		case r == '\u2019' || r == '\u2018' || r == '\u02BC':
			return '\''
		case r >= '\uFE00' && r <= '\uFE0F', r == '\u200D', r >= 0x1F3FB && r <= 0x1F3FF:
			return -1 // how an emoji is drawn, not which one it is
		}
		return r
	}, s)
	return norm.NFC.String(s)
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
