package rehearsal

import "strings"

// ban is a sentence that forbids something, always or under a condition.
type ban struct {
	head   string // stem of the first word of what is forbidden
	words  set    // what is forbidden
	phrase string // a quotation that must not be said
	cond   set    // what the condition speaks of; empty: always
	unless bool   // forbidden until cond holds, rather than once it does
}

func newBan(cond, main string) (ban, bool) {
	if m := exclusive.FindStringSubmatch(main); m != nil {
		b := banOf(m[1] + m[2])
		b.cond, b.unless = stemSet(m[3]), !absence.MatchString(m[3])
		return b, true
	}
	m := forbidding.FindStringSubmatch(main)
	if m == nil {
		return ban{}, false
	}
	what, limit := m[1], cond
	unless := false
	if at := limiting.FindStringIndex(what); at != nil && cond == "" {
		what, limit = what[:at[0]], what[at[0]:]
		unless = mustUnless.MatchString(limit) != absence.MatchString(strings.TrimPrefix(limit, "without"))
	}
	b := banOf(what)
	b.cond, b.unless = stemSet(limit), unless
	return b, true
}

func banOf(what string) ban {
	b := ban{words: stemSet(what)}
	if s := stems(what); len(s) > 0 {
		b.head = s[0]
	}
	return b
}
