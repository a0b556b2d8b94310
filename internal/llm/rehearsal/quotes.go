package rehearsal

import "strings"

var (
	straight = strings.NewReplacer("“", `"`, "”", `"`, "„", `"`, "«", `"`, "»", `"`, "’", "'", "‘", "'", "‚", "'")
	phrase   = lazily(`"([^"]+)"|(?:^|[\s(:])'([^']+(?:'[\p{L}][^']*)*)'(?:[\s.,;:)!?]|$)`)
)

// quoteMark stands for the n-th quotation while a text is cut up, so that what
// is quoted is never taken for what the text itself says.
const quoteMark = '\ue000'

// mask takes the quotations out of a text.
func mask(s string) (masked string, quotes []string) {
	s = straight.Replace(s)
	for len(quotes) < 100 && strings.ContainsAny(s, `"'`) {
		m := phrase().FindStringSubmatchIndex(s)
		if m == nil {
			break
		}
		from, to := m[2], m[3]
		if from < 0 {
			from, to = m[4], m[5]
		}
		quotes = append(quotes, s[from:to])
		s = s[:from-1] + " " + string(quoteMark+rune(len(quotes)-1)) + s[to+1:]
	}
	return s, quotes
}

// unmasked lists the quotations that a masked text holds, in order.
func unmasked(s string, quotes []string) []string {
	var out []string
	for _, r := range s {
		if n := int(r - quoteMark); n >= 0 && n < len(quotes) {
			out = append(out, quotes[n])
		}
	}
	return out
}

const speaking = `say|tell|mention|name|give|promise|claim|state|reveal|quote|offer|confirm|repl(?:y|ie)|answer|suggest|report|write|call`

var (
	negator  = lazily(`(?i)\b(?:not|never|without|neither|nor|cannot|no|instead of|rather than|avoids?|refrains?)\b|n't\b`)
	harmless = lazily(`(?i)\b(?:no|not) (?:later|more|less|fewer|longer|earlier|only|just)\b`)
	// reasoned ends what a negation governs: what follows is said in its own right.
	reasoned = lazily(`(?i)\b(?:because|since|that|if|when|while|with|but|and|until|unless|as|so|which|who|where|after|before|only)\b`)
	// unsaid is a negation of saying: it governs a whole "that …".
	unsaid = lazily(`(?i)(?:\b(?:not|never|without|no|cannot|avoids?|refrains? from)|n't)\s(?:\S+\s){0,2}?(?:` + speaking + `)(?:s|es|d|ing|promising)?\b`)
)

// negated reports whether a negation governs what stands behind a text: it
// stands before it with nothing between that begins a thought of its own, or
// it forbids saying it.
func negated(before string) bool {
	before = harmless().ReplaceAllString(before, "")
	if all := unsaid().FindAllStringIndex(before, -1); all != nil {
		at := all[len(all)-1]
		said := strings.Replace(before[at[1]:], " that ", " ", 1)
		if !reasoned().MatchString(before[at[0]:at[1]]) && !reasoned().MatchString(said) {
			return true
		}
	}
	if all := reasoned().FindAllStringIndex(before, -1); all != nil {
		before = before[all[len(all)-1][1]:]
	}
	return negator().MatchString(before)
}
