package rehearsal

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// literal is something that a desired outcome names word for word.
type literal struct {
	text    string // folded
	shown   string
	negated bool
	quoted  bool
}

var (
	quotedPhrase = regexp.MustCompile(`"([^"]+)"|(?:^|[\s(:])'([^']+(?:'[a-z][^']*)*)'(?:[\s.,;:)!?]|$)`)
	valueToken   = regexp.MustCompile(`[\p{L}\d]+(?:[-_/.:,@][\p{L}\d]+)*%?`)
	dayCount     = regexp.MustCompile(`^(\d+)-[a-z-]+$`)
	outcomeCut   = regexp.MustCompile(`[;!?]|[,.:](?:\s|$)|\s[-–—]\s|\b(?:but|and (?:says|tells|explains|offers|asks|names|mentions|gives|states|reports))\b`)
	negator      = mustWords(`not|never|without|neither|nor|cannot|instead of|rather than|no|[a-z]+n't|avoids?|refrains?`)
	harmless     = regexp.MustCompile(`\b(?:no (?:later|more|less|fewer|longer|earlier)|not (?:only|just|later|more|less)|not? ?later)\b`)
	thousands    = regexp.MustCompile(`(\d),(\d{3})\b`)
)

// literals finds what an outcome names, clause by clause; what stands behind a
// negation in its clause must not be said.
func literals(outcome string, values []string) []literal {
	text, quotes := maskQuotes(outcome)
	var out []literal
	seen := map[string]bool{}
	for _, clause := range outcomeCut.Split(plainNumbers(text), -1) {
		head, tail := splitNegation(clause)
		for i, part := range []string{head, tail} {
			for _, l := range literalsOf(part, quotes, values) {
				l.negated = i == 1
				if !seen[l.text] {
					seen[l.text] = true
					out = append(out, l)
				}
			}
		}
	}
	return out
}

func splitNegation(clause string) (before, after string) {
	hidden := harmless.ReplaceAllStringFunc(clause, func(s string) string { return strings.Repeat("_", len(s)) })
	if at := negator.FindStringIndex(hidden); at != nil {
		return clause[:at[0]], clause[at[1]:]
	}
	return clause, ""
}

// quoteMark stands for the n-th quotation while a text is cut into clauses.
const quoteMark = '\ue000'

func maskQuotes(outcome string) (string, []string) {
	var quotes []string
	text := quoteMarks.Replace(outcome)
	for len(quotes) < 100 {
		m := quotedPhrase.FindStringSubmatchIndex(text)
		if m == nil {
			break
		}
		from, to := m[2], m[3]
		if from < 0 {
			from, to = m[4], m[5]
		}
		quotes = append(quotes, text[from:to])
		text = text[:from-1] + " " + string(quoteMark+rune(len(quotes)-1)) + text[to+1:]
	}
	return text, quotes
}

// plainNumbers folds a text and writes 1,200 as 1200.
func plainNumbers(s string) string { return thousands.ReplaceAllString(plain(s), "$1$2") }

func literalsOf(part string, quotes, values []string) []literal {
	var out []literal
	for _, r := range part {
		if n := int(r - quoteMark); n >= 0 && n < len(quotes) {
			out = append(out, literal{text: strings.TrimRight(plainNumbers(quotes[n]), ".,;:"), shown: quotes[n], quoted: true})
		}
	}
	for _, w := range valueToken.FindAllString(part, -1) {
		if m := dayCount.FindStringSubmatch(w); m != nil {
			w = m[1]
		}
		if hasDigit(w) {
			out = append(out, literal{text: w, shown: w})
		}
	}
	for _, v := range values {
		if !hasDigit(v) && holds(part, v) {
			out = append(out, literal{text: v, shown: v})
		}
	}
	return out
}

// holds reports whether a folded text contains a literal that is not a piece of
// a longer word or number.
func holds(text, lit string) bool {
	text = strings.ReplaceAll(thousands.ReplaceAllString(text, "$1$2"), "_", " ")
	lit = strings.ReplaceAll(lit, "_", " ")
	for from := 0; lit != ""; {
		at := strings.Index(text[from:], lit)
		if at < 0 {
			return false
		}
		start, end := from+at, from+at+len(lit)
		if bounded(text[:start], lit, text[end:]) {
			return true
		}
		_, n := utf8.DecodeRuneInString(text[start:])
		from = start + n
	}
	return false
}

func bounded(before, lit, after string) bool {
	first, _ := utf8.DecodeRuneInString(lit)
	last, _ := utf8.DecodeLastRuneInString(lit)
	prev, n := utf8.DecodeLastRuneInString(before)
	next, m := utf8.DecodeRuneInString(after)
	beyond, _ := utf8.DecodeRuneInString(after[m:])
	ahead, _ := utf8.DecodeLastRuneInString(before[:len(before)-n])
	switch {
	case n > 0 && wordy(first) && wordy(prev), m > 0 && wordy(last) && wordy(next):
		return false
	case unicode.IsDigit(first) && strings.ContainsRune("-.,", prev) && n > 0 && wordy(ahead):
		return false
	case unicode.IsDigit(last) && strings.ContainsRune(".,", next) && m > 0 && unicode.IsDigit(beyond):
		return false
	}
	return true
}

func wordy(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
