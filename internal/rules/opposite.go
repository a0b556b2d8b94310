package rules

import (
	"slices"
	"strings"
)

// A word that is close to another by its letters may mean the opposite:
// answerIncludes is two letters away from answerExcludes. Such a guess is worse
// than none, so wherever it is in doubt there is none.

// turners turn the meaning of what they stand in front of, or in.
var turners = []string{"not", "non", "never", "avoid", "without", "dont", "doesnt", "forbid", "omit", "exclude", "no", "min", "max"}

// turningPrefixes turn the meaning of a word that begins with them.
var turningPrefixes = []string{"un", "in", "ex", "im", "dis", "de", "non", "no", "anti", "out", "up", "down", "over", "under", "pre", "post"}

// opposites are words that stand against each other.
var opposites = [][2]string{
	{"contain", "exclude"},
	{"includ", "exclud"},
	{"min", "max"},
	{"read", "write"},
	{"fast", "model"},
	{"fast", "slow"},
	{"get", "set"},
	{"start", "stop"},
	{"attach", "detach"},
	{"open", "close"},
	{"add", "remove"},
	{"add", "delete"},
	{"allow", "deny"},
	{"enabl", "disabl"},
	{"lock", "unlock"},
	{"credit", "debit"},
	{"buy", "sell"},
	{"push", "pull"},
	{"send", "receive"},
	{"before", "after"},
	{"first", "last"},
	{"true", "false"},
	{"lower", "upper"},
	{"old", "new"},
	{"public", "private"},
	{"sync", "async"},
	{"show", "hide"},
	{"accept", "reject"},
	{"on", "off"},
	{"give", "take"},
	{"increase", "decrease"},
	{"inbound", "outbound"},
	{"attract", "detract"},
	{"past", "post"},
	{"pause", "resume"},
	{"grant", "revoke"},
	{"win", "lose"},
}

// opposed reports whether two words may well mean the opposite of each other.
func opposed(a, b string) bool {
	x, y := plainWord(a), plainWord(b)
	if x == y {
		return false
	}
	if turned(x, y) || turned(y, x) || contrary(splitWords(a), splitWords(b)) {
		return true
	}
	for _, p := range segmentPairs(a, b) {
		if prefixed(p[0], p[1]) {
			return true
		}
	}
	return false
}

// turned reports whether x is nearer to y without a turner that y does not have.
func turned(x, y string) bool {
	d := distance([]rune(x), []rune(y))
	for _, t := range turners {
		if !strings.Contains(x, t) || strings.Contains(y, t) {
			continue
		}
		if rest := strings.Replace(x, t, "", 1); distance([]rune(rest), []rune(y)) < d {
			return true
		}
	}
	return false
}

// contrary reports whether one has a word whose opposite the other has, or a
// turner that the other has not.
func contrary(as, bs []string) bool {
	for _, o := range opposites {
		if against(as, bs, o[0], o[1]) || against(as, bs, o[1], o[0]) {
			return true
		}
	}
	return turner(as, bs) || turner(bs, as)
}

// turner reports whether one has a turner as a word of its own, of which the
// other has not so much as a slip in the same place.
func turner(as, bs []string) bool {
	for i, w := range as {
		if slices.Contains(turners, w) && !slices.Contains(bs, w) &&
			(len(as) != len(bs) || distance([]rune(w), []rune(bs[i])) > 1) {
			return true
		}
	}
	return false
}

func against(as, bs []string, one, other string) bool {
	return has(as, one) && has(bs, other) && !has(as, other) && !has(bs, one)
}

// has reports whether a word is among others, or for longer ones in them.
func has(words []string, word string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return w == word || len(word) > 3 && strings.Contains(w, word) })
}

// prefixed reports whether two words differ by a turning prefix: that one has
// none, or another.
func prefixed(a, b string) bool {
	d := distance([]rune(a), []rune(b))
	for _, x := range stripped(a) {
		for _, y := range stripped(b) {
			if x.prefix == y.prefix {
				continue
			}
			if near := distance([]rune(x.rest), []rune(y.rest)); near == 0 || near == 1 && d > 2 {
				return true
			}
		}
	}
	return false
}

type strippedWord struct{ prefix, rest string }

// stripped are a word and what is left of it without a turning prefix.
func stripped(word string) []strippedWord {
	out := []strippedWord{{"", word}}
	for _, p := range turningPrefixes {
		if rest, ok := strings.CutPrefix(word, p); ok && len(rest) > 2 {
			out = append(out, strippedWord{p, rest})
		}
	}
	return out
}
