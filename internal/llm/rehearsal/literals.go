package rehearsal

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/caplo/caplo/internal/text"
)

// literal is something that a desired outcome names word for word.
type literal struct {
	text    string // folded
	shown   string
	negated bool
	quoted  bool
}

var (
	valueToken = lazily(`[\p{L}\d]+(?:[-_/.:,@][\p{L}\d]+)*%?`)
	dayCount   = lazily(`^(\d+)-[a-z-]+$`)
	outcomeCut = lazily(`[;!?]|[.:](?:\s|$)|\s[-–—]\s|,\s`)
	thousands  = lazily(`(\d),(\d{3})\b`)
	joint      = lazily(`^[\s,]*(?:and|or|nor)?\s*$`)
)

// folded makes two spellings of a text comparable.
func folded(s string) string {
	s = strings.Join(strings.Fields(text.Fold(straight.Replace(s))), " ")
	return strings.ReplaceAll(thousands().ReplaceAllString(s, "$1$2"), "_", " ")
}

// literals finds what an outcome names. What a negation governs must not be
// said; neither must what is joined to it by no more than "and" or "or".
func literals(outcome string, values []string) []literal {
	masked, quotes := mask(outcome)
	var out []literal
	seen := bag{}
	before, last := "", false
	for _, clause := range outcomeCut().Split(folded(masked), -1) {
		from := 0
		for _, at := range literalsAt(clause, values) {
			l := newLiteral(clause[at[0]:at[1]], quotes)
			between := before + clause[from:at[0]]
			l.negated = negated(clause[:at[0]]) || last && joint().MatchString(between)
			before, last, from = "", l.negated, at[1]
			if !seen[l.text] {
				seen[l.text] = true
				out = append(out, l)
			}
		}
		before += clause[from:] + ", "
	}
	return out
}

func newLiteral(s string, quotes []string) literal {
	if q := unmasked(s, quotes); len(q) > 0 {
		return literal{text: strings.TrimRight(folded(q[0]), ".,;:"), shown: q[0], quoted: true}
	}
	if m := dayCount().FindStringSubmatch(s); m != nil {
		s = m[1]
	}
	return literal{text: s, shown: s}
}

// literalsAt finds where a clause names quotations, numbers, ids and values.
func literalsAt(clause string, values []string) [][]int {
	var out [][]int
	for i, r := range clause {
		if r >= quoteMark && r < quoteMark+100 {
			out = append(out, []int{i, i + utf8.RuneLen(r)})
		}
	}
	for _, at := range valueToken().FindAllStringIndex(clause, -1) {
		if hasDigit(clause[at[0]:at[1]]) {
			out = append(out, at)
		}
	}
	for _, v := range values {
		if at := find(clause, v); at >= 0 && !hasDigit(v) {
			out = append(out, []int{at, at + len(v)})
		}
	}
	slices.SortFunc(out, func(a, b []int) int { return cmp.Compare(a[0], b[0]) })
	return out
}

// find is where a folded text contains a literal that is no piece of a longer
// word or number, else -1.
func find(s, lit string) int {
	for from := 0; lit != ""; {
		at := strings.Index(s[from:], lit)
		if at < 0 {
			return -1
		}
		start, end := from+at, from+at+len(lit)
		if bounded(s[:start], lit, s[end:]) {
			return start
		}
		_, n := utf8.DecodeRuneInString(s[start:])
		from = start + n
	}
	return -1
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

func hasDigit(s string) bool { return strings.ContainsFunc(s, unicode.IsDigit) }
