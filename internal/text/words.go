package text

import (
	"unicode"
	"unicode/utf8"
)

// Word is one word of a text, folded.
type Word struct {
	// Text is the word: a run of letters and digits, a few neighbouring signs
	// of a script that puts no spaces between words, or one emoji.
	Text string
	// Digit reports that the word has a digit in it.
	Digit bool
	// Joined reports that only one of - . / : _ parts it from the word before,
	// as in SO-1002, 12:30 and 19.90.
	Joined bool
}

// Words folds a text and cuts it into words. Scripts that put no spaces between
// words give every run of neighbouring signs of one script, overlapping: pairs
// in Han and hiragana, three in Thai, Lao, Khmer and Burmese.
func Words(s string) []Word {
	s = Fold(s)
	words := make([]Word, 0, len(s)/5+1)
	end := -1 // where the last word ended
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if script, signs := unspaced(r); script != nil {
			n := scriptLen(s[i:], script)
			words = appendSigns(words, s[i:i+n], signs)
			i += n
			end = i
			continue
		}
		n := wordLen(s[i:], r, size)
		if n == 0 {
			i += size
			continue
		}
		w := Word{Text: s[i : i+n], Joined: end >= 0 && end == i-1 && joiner(s[end])}
		w.Digit = hasDigit(w.Text)
		if k := len(words) - 1; w.Text == "t" && end >= 0 && end == i-1 && s[end] == '\'' && !words[k].Digit {
			words[k].Text += "t" // don't is written dont, too
		} else {
			words = append(words, w)
		}
		i += n
		end = i
	}
	return words
}

// wordLen is the length in bytes of the word that s begins with, 0 for none.
func wordLen(s string, r rune, size int) int {
	switch {
	case unicode.Is(unicode.So, r):
		return size
	case !unicode.IsLetter(r) && !unicode.IsDigit(r):
		return 0
	}
	for i, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			return i
		}
		if script, _ := unspaced(r); script != nil {
			return i
		}
	}
	return len(s)
}

// unspaced returns the script of a letter where it puts no spaces between words,
// and how many signs make about a word.
func unspaced(r rune) (script *unicode.RangeTable, signs int) {
	if r < 0x0E00 || !unicode.IsLetter(r) {
		return nil, 0
	}
	for _, t := range []*unicode.RangeTable{unicode.Han, unicode.Hiragana} {
		if unicode.Is(t, r) {
			return t, 2
		}
	}
	for _, t := range []*unicode.RangeTable{unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar} {
		if unicode.Is(t, r) {
			return t, 3
		}
	}
	return nil, 0
}

// scriptLen is the length of the run of one script that s begins with.
func scriptLen(s string, script *unicode.RangeTable) int {
	for i, r := range s {
		if !unicode.IsMark(r) && (!unicode.IsLetter(r) || !unicode.Is(script, r)) {
			return i
		}
	}
	return len(s)
}

// appendSigns adds every run of n neighbouring signs, a sign being a letter with
// its marks; a shorter text is one word.
func appendSigns(words []Word, s string, n int) []Word {
	var starts []int
	for i, r := range s {
		if !unicode.IsMark(r) || i == 0 {
			starts = append(starts, i)
		}
	}
	starts = append(starts, len(s))
	if len(starts) <= n+1 {
		return append(words, Word{Text: s})
	}
	for i := 0; i+n < len(starts); i++ {
		words = append(words, Word{Text: s[starts[i]:starts[i+n]]})
	}
	return words
}

func joiner(b byte) bool {
	return b == '-' || b == '.' || b == '/' || b == ':' || b == '_'
}

func hasDigit(s string) bool {
	for _, r := range s {
		if unicode.IsDigit(r) {
			return true
		}
	}
	return false
}
