package rehearsal

import (
	"strings"
)

// rule is a sentence of the instructions that says what to reply, or to hand
// over to a person, and when.
type rule struct {
	when  []bag  // what the condition speaks of; one of them suffices
	say   string // the reply, word for word
	moves bool   // it hands the conversation over
	rest  bool   // it is about all that nothing else covers
	state bool   // it is about how a thing is, as a tool may tell, not about what is asked
	bad   bool   // the state is that a thing is not there or did not work
	form  bag    // it also wants a value of this kind
	lacks bool   // … or rather wants that the message holds none
}

var (
	condLead = lazily(`(?i)^(?:when|if|whenever|where|for|once|on|to|in case|as soon as|should)\b`)
	whoever  = lazily(`(?i)^[\p{L} ]{1,30}? who (.+?),? ((?:must|should|shall|are|need)\b.*)$`)
	condTail = lazily(`(?i)[\s,]+(?:when|if|whenever|once)\b`)
	mainLead = lazily(`(?i),\s+(?:(?:then|please|just|always|first|you|instead) )*(?:say|reply|answer|respond|tell|write|explain|ask|use|call|apologi[sz]e|transfer|hand|pass|put|connect|escalate|forward)\b`)
	speech   = lazily(`(?i)\b(?:say|saying|reply|replying|answer|answering|respond|responding|tell|telling|write|writing|explain|explaining|ask|state)\b`)
	spoken   = lazily(`(?i)\b(?:say|reply|answer|respond)\b[^:]{0,40}:\s+(.+)$`)
	others   = lazily(`(?i)\b(?:otherwise|neither|nothing|(?:any|every|some)thing else|(?:all|any) other|not sure|unsure|no answer|not covered|outside|(?:do not|don't|cannot|can't|can not|not able to|unable to) (?:know|help|answer|find (?:the|an) answer))\b`)
	asker    = lazily(`(?i)(?:\b(?:(?:a|an|the|any|some) )?[\p{L}]+ |^\s*)(?:asks?|wants?|says?|reports?|complains?|needs?|requests?|wishes|wonders|would like|describes?)\b`)
	lacking  = lazily(`(?i)[\s,]*(?:\b(?:and|but|who) )?\b(?:(?:gives?|has|have|provides?|mentions?|includes?|knows?|sends?|names?) no|without(?: giving)?|(?:does not|doesn't|do not|don't|has not|hasn't|did not) (?:give|given|provide|provided|have|mention|mentioned|know|include|included|state|stated))\b(.*)$|\bno (.*?) (?:is|was|has been) (?:given|provided|mentioned)|(.*?) (?:is|was) (?:missing|not given|not provided)`)
	giving   = lazily(`(?i)[\s,]*\b(?:and|but) (?:also )?(?:gives?|provides?|mentions?|includes?|has given|has|names)\b(.*)$`)
	somebody = lazily(`(?i)^\s*(?:a|an|the|any) [\p{L}]+\s*$`)
	states   = lazily(`(?i)^\s*(?:the|an?|that|this|there|no|it)?\b.*?\b(?:is|are|was|were|has been|have been|cannot|can't|could not|does not|doesn't|do not|fails?|failed|returns?)\b`)
	badState = lazily(`(?i)\b(?:not|no|unknown|cannot|can't|fails?|failed|refused|nothing|doesn't|isn't|error)\b`)
	// isn't, couldn't and the like; can't and won't are no such words.
	spelledOut = lazily(`(?i)\b(is|are|was|were|does|do|did|has|have|had|could|would|should)n['’]t\b`)
	orWord     = lazily(`(?i)[,/():;]|\b(?:or|and|such as|like|e\.g\.)(?:\s|$)`)
)

// clause is a sentence of the instructions, taken apart.
type clause struct {
	all, cond, main string // quotations are masked
	say             string
	moves           bool
}

// readClauses takes instructions apart. A condition that speaks of nothing
// ("If asked, …") takes up what the sentence before speaks of.
func readClauses(sentences []string) []clause {
	var out []clause
	for i, s := range sentences {
		c := clause{}
		var quotes []string
		c.all, quotes = mask(s)
		c.all = spelledOut().ReplaceAllString(c.all, "$1 not")
		c.cond, c.main = split(c.all)
		if c.cond != "" {
			c.say, c.moves = said(c.main, quotes), handsOver(c.main)
		}
		if i > 0 && strings.EqualFold(strings.TrimSpace(c.cond), "asked") {
			c.cond = negator().ReplaceAllString(sentences[i-1], "")
		}
		out = append(out, c)
	}
	return out
}

// readRules keeps the clauses that give words for a case or hand over in one.
// The others are left to tools and knowledge.
func readRules(clauses []clause) []rule {
	var out []rule
	for _, c := range clauses {
		if c.cond != "" && (c.say != "" || c.moves) {
			r := newRule(c.cond)
			r.say, r.moves = c.say, c.moves
			out = append(out, r)
		}
	}
	return out
}

// split separates a condition from what is then to be done.
func split(s string) (cond, main string) {
	if len(s) > 9 && strings.EqualFold(s[:9], "otherwise") {
		return s[:9], s[9:]
	}
	if lead := condLead().FindString(s); lead != "" {
		cut, skip := -1, 1
		if at := mainLead().FindStringIndex(s); at != nil {
			cut = at[0]
		} else if cut = strings.Index(s, ", "); cut < 0 {
			if at := speech().FindStringIndex(s); at != nil {
				cut, skip = at[0], 0
			}
		}
		if cut < len(lead) {
			return "", s
		}
		return s[len(lead):cut], s[cut+skip:]
	}
	if strings.Contains(s, " who ") {
		if m := whoever().FindStringSubmatch(s); m != nil {
			return m[1], m[2]
		}
	}
	if at := condTail().FindStringIndex(s); at != nil {
		return s[at[1]:], s[:at[0]]
	}
	return "", s
}

// said is what a sentence wants to be said; what it forbids to say is nothing.
func said(main string, quotes []string) string {
	if len(quotes) == 0 && !strings.Contains(main, ": ") {
		return ""
	}
	verb := speech().FindStringIndex(main)
	if verb == nil || negated(main[:verb[0]]+" ") {
		return ""
	}
	if q := unmasked(main[verb[1]:], quotes); len(q) > 0 {
		return q[0]
	}
	if m := spoken().FindStringSubmatch(main); m != nil {
		return strings.ToUpper(m[1][:1]) + m[1][1:]
	}
	return ""
}

func newRule(cond string) rule {
	r := rule{rest: others().MatchString(cond)}
	if r.rest {
		return r
	}
	if at := lacking().FindStringSubmatchIndex(cond); at != nil {
		r.form, r.lacks, cond = bagOf(group(cond, at)), true, cond[:at[0]]
	} else if at := giving().FindStringSubmatchIndex(cond); at != nil {
		r.form, cond = bagOf(group(cond, at)), cond[:at[0]]
	}
	if len(r.form) > 0 && somebody().MatchString(cond) {
		cond = ""
	}
	r.state = !r.lacks && !asker().MatchString(cond) && states().MatchString(cond)
	r.bad = r.state && badState().MatchString(cond)
	for _, alt := range orWord().Split(cond, -1) {
		if b := bagOf(asker().ReplaceAllString(alt, " ")); len(b) > 0 {
			r.when = append(r.when, b)
		}
	}
	return r
}

// group is the text of the first group that took part in a match.
func group(s string, at []int) string {
	for i := 2; i+1 < len(at); i += 2 {
		if at[i] >= 0 {
			return s[at[i]:at[i+1]]
		}
	}
	return ""
}
