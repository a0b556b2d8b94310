package rules

import "unicode"

// segmentPairs are the words of two names that stand in the same place, and the
// names as a whole.
func segmentPairs(a, b string) [][2]string {
	out := [][2]string{{plainWord(a), plainWord(b)}}
	as, bs := splitWords(a), splitWords(b)
	if len(as) == len(bs) {
		for i := range as {
			if as[i] != bs[i] {
				out = append(out, [2]string{as[i], bs[i]})
			}
		}
	}
	return out
}

// splitWords cuts a name into words, in lower case: subAgent, sub_agent and
// sub-agent alike.
func splitWords(name string) (out []string) {
	var word []rune
	end := func() {
		if len(word) > 0 {
			out, word = append(out, string(word)), nil
		}
	}
	lower := false
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) || unicode.IsUpper(r) && lower {
			end()
		}
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			word = append(word, unicode.ToLower(r))
		}
		lower = unicode.IsLower(r)
	}
	end()
	return out
}
