package text

import "strings"

// Stem takes the commonest English endings off a folded word, so that order,
// orders and ordered are one: plurals, -ing, -ed, a last e and a doubled last
// consonant. It is no dictionary; both sides of a comparison must be stemmed.
// Words with anything but a to z in them come back as they are.
func Stem(w string) string {
	if len(w) < 4 || !lowerLatin(w) {
		return w
	}
	w = verbEnding(plural(w))
	if n := len(w); n > 3 && w[n-1] == 'e' {
		w = w[:n-1]
	}
	if n := len(w); n > 3 && w[n-1] == w[n-2] && !vowel(w[n-1]) {
		w = w[:n-1]
	}
	return w
}

func plural(w string) string {
	n := len(w)
	if n > 4 && strings.HasSuffix(w, "ies") {
		return w[:n-3] + "y"
	}
	if w[n-1] == 's' && !strings.ContainsRune("siu", rune(w[n-2])) {
		return w[:n-1]
	}
	return w
}

func verbEnding(w string) string {
	n := len(w)
	switch {
	case n > 4 && strings.HasSuffix(w, "ied"):
		return w[:n-3] + "y"
	case strings.HasSuffix(w, "ing") && n > 5 && hasVowel(w[:n-3]):
		return w[:n-3]
	case strings.HasSuffix(w, "ed") && !strings.HasSuffix(w, "eed") && n > 4 && hasVowel(w[:n-2]):
		return w[:n-2]
	}
	return w
}

func lowerLatin(w string) bool {
	for i := range len(w) {
		if w[i] < 'a' || w[i] > 'z' {
			return false
		}
	}
	return true
}

func hasVowel(w string) bool {
	for i := range len(w) {
		if vowel(w[i]) || w[i] == 'y' {
			return true
		}
	}
	return false
}

func vowel(b byte) bool {
	return b == 'a' || b == 'e' || b == 'i' || b == 'o' || b == 'u'
}
