package rehearsal

import (
	"strings"
)

// brief is what an agent's instructions come to.
type brief struct {
	rules []rule
	bans  []ban
}

// rule is a sentence that says what to reply, and when.
type rule struct {
	when    []set  // one suffices; none: always
	say     string // the reply
	quoted  bool   // say is given word for word
	lacking bool   // it is about something missing or unknown
	rest    bool   // it is about all that nothing else covers
	source  string // the sentence
	plainly bool   // it has no condition
}

func clauses(s string) []string { return clauseEnds.Split(s, -1) }

// readBrief takes instructions apart, sentence by sentence.
func readBrief(instructions string) brief {
	var b brief
	before := ""
	for _, s := range sentences(straight.Replace(instructions)) {
		cond, main := splitCondition(s)
		if cond != "" && !otherwise.MatchString(cond) && !absence.MatchString(cond) && len(stems(cond)) == 0 {
			cond = negations.ReplaceAllString(before, "") // "Never …. If asked, say …"
		}
		instead := ""
		if m := orRather.FindStringSubmatchIndex(main); m != nil && cond == "" && forbidding.MatchString(main) {
			main, instead = main[:m[0]], main[m[2]:]
		}
		b.add(s, cond, main, before)
		if instead != "" {
			b.add(instead, "", instead, main)
		}
		before = s
	}
	return b
}

// add takes one sentence. What follows a prohibition is what to say to whoever
// asks for what it forbids.
func (b *brief) add(source, cond, main, before string) {
	if b.addQuoted(source, cond, main) || !b.addPlain(source, cond, main) {
		return
	}
	if r := &b.rules[len(b.rules)-1]; cond == "" && r.say != "" && forbidding.MatchString(before) {
		for s := range stemSet(negations.ReplaceAllString(before, "")) {
			r.when[0][s] = true
		}
	}
}

// splitCondition separates "when …, " from what is then to be done.
func splitCondition(s string) (cond, main string) {
	if condLead.MatchString(s) {
		if at := mainLead.FindStringIndex(s); at != nil {
			return s[:at[0]], strings.TrimSpace(s[at[0]+1:])
		}
		if before, after, ok := strings.Cut(s, ", "); ok {
			return before, after
		}
		if at := speech.FindStringIndex(s); at != nil {
			return s[:at[0]], s[at[0]:]
		}
		return "", s
	}
	if before, after, ok := strings.Cut(s, "therwise"); ok && len(before) <= 1 {
		return "otherwise", strings.TrimLeft(after, ", ")
	}
	if m := condWho.FindStringSubmatch(s); m != nil {
		return m[1], m[2]
	}
	if at := condTail.FindStringIndex(s); at != nil && strings.Count(s[:at[0]], `"`)%2 == 0 && !forbidding.MatchString(s) && !exclusive.MatchString(s) {
		return s[at[0]:], s[:at[0]]
	}
	return "", s
}

// addQuoted takes a sentence that gives the words to say, or not to say.
func (b *brief) addQuoted(source, cond, main string) bool {
	said := ""
	verb := speech.FindStringIndex(main)
	if verb == nil {
		return false
	}
	for _, m := range quotation.FindAllStringSubmatch(main[verb[0]:], -1) {
		said = m[1] + m[2]
	}
	if m := spoken.FindStringSubmatch(main); said == "" && m != nil {
		said = capital(m[1])
	}
	if said == "" {
		return false
	}
	if cs := clauses(main[:verb[0]] + main[verb[0]:verb[1]]); forbidding.MatchString(strings.TrimSpace(cs[len(cs)-1])) {
		b.bans = append(b.bans, ban{phrase: said})
		return true
	}
	b.rules = append(b.rules, newRule(source, cond, said, true))
	return true
}

func newRule(source, cond, say string, quoted bool) rule {
	r := rule{say: say, quoted: quoted, source: source, plainly: cond == ""}
	r.rest = otherwise.MatchString(cond)
	r.lacking = absence.MatchString(cond)
	for _, alt := range orWord.Split(asker.ReplaceAllString(cond, " "), -1) {
		if words := stemSet(alt); len(words) > 0 {
			r.when = append(r.when, words)
		}
	}
	return r
}

// addPlain takes a sentence without words given: what it forbids, and what can
// be said in its own words.
func (b *brief) addPlain(source, cond, main string) bool {
	var says []string
	permits := false
	for _, c := range cut(main) {
		if forbidden, ok := newBan(cond, c); ok {
			b.bans = append(b.bans, forbidden)
			continue
		}
		permits = true
		if say := voice(c); say != "" {
			says = append(says, say)
		}
	}
	r := newRule(source, cond, strings.Join(says, " "), false)
	if cond == "" && len(says) > 0 {
		r.when = []set{stemSet(r.say)}
	}
	if permits {
		b.rules = append(b.rules, r)
	}
	return permits
}

// cut separates a sentence from the prohibitions that it ends in; one that
// begins with a prohibition is whole.
func cut(main string) []string {
	var out []string
	for from := 1; !forbidding.MatchString(main) && from < len(main); {
		at := clauseCut.FindStringIndex(main[from:])
		if at == nil {
			break
		}
		out = append(out, main[:from+at[0]])
		main = strings.TrimLeft(main[from+at[0]:], " ,;")
	}
	return append(out, main)
}
