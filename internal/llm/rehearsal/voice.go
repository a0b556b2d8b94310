package rehearsal

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

func mustWords(alternatives string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(?:` + alternatives + `)\b`)
}

var (
	speech     = mustWords(`(?:say|saying|reply|replying|answer|answering|respond|responding|tell|telling|write|explain|ask|state|use)\b`)
	quotation  = regexp.MustCompile(`"([^"]+)"|(?:^|[\s(:])'(.+?)'(?:[\s.,;:)]|$)`)
	spoken     = regexp.MustCompile(`(?i)\b(?:say|reply|answer|respond)\b[^:"]{0,40}:\s+(.+)$`)
	condLead   = regexp.MustCompile(`(?i)^(?:and |but )?(?:when|if|whenever|where|for|once|on|to|in|as soon as|should)\b`)
	condWho    = regexp.MustCompile(`(?i)^[\p{L} ]{1,30}? who (.+?),? ((?:must|should|shall|are|is|may|can|will|need|get|has|have)\b.*)$`)
	condTail   = regexp.MustCompile(`(?i)[\s,]+(?:when|if|whenever|once)\b`)
	mainLead   = regexp.MustCompile(`(?i),\s+(?:then |please |always |politely |simply |just |you )*(?:say|reply|answer|respond|tell|explain|ask|offer|never|do not|don't|let|mention|use|call|look|transfer|hand|pass|point|remind|inform|we|the|our|it)\b`)
	otherwise  = mustWords(`otherwise|neither|nothing|anything else|everything else|something else|all other|any other|(?:do not|don't|cannot|can't|can not|not able to|unable to) (?:know|help|answer|find (?:the|an) answer)|not sure|unsure|no answer|not covered|outside`)
	absence    = mustWords(`no|not|without|missing|lacks?|cannot|fails?|failed|don't|doesn't|isn't`)
	forbidding = regexp.MustCompile(`(?i)^(?:(?:you|must|should|may|can|are|please|also|and|but|or|under no circumstances|do)[ ,]+)*(?:never|not|don't|cannot|can't|avoid|without|instead of|rather than)\b(.*)$`)
	exclusive  = regexp.MustCompile(`(?i)^(?:only (.+?)|(.+?),? only)\s+((?:that|which|when|if|once|whose|after|with)\b.*)$`)
	limiting   = mustWords(`(?:that|which|who|whose|if|when|once|while|without|unless|until|before|except)`)
	clauseCut  = regexp.MustCompile(`(?i)\s*;\s*|(?:,\s*|[\s,]+(?:but|and|or)\s+)(?:never|do not|don't)\b|[\s,]+(?:instead of|rather than|without)\b`)
	orRather   = regexp.MustCompile(`(?i)[;,]\s+(?:(?:but|and|instead|rather),? )*((?:explain|tell|offer|say|ask|suggest|mention)\b.*)$`)
	clauseEnds = regexp.MustCompile(`[,;:!?–—]\s*|\.\s+|\bbut\b`)
	straight   = strings.NewReplacer("“", `"`, "”", `"`, "„", `"`, "«", `"`, "»", `"`)
	negations  = mustWords(`never|not|no|don't|cannot|can't`)
	mustUnless = regexp.MustCompile(`(?i)^(?:without|unless|until|before|except)\b`)
	asker      = mustWords(`(?:a|an|the|any|some) [\p{L}]+ (?:asks?|wants?|says?|reports?|complains?|needs?|gives?|provides?|mentions?|insists?|requests?|wishes|wonders|would like)\b`)
	orWord     = regexp.MustCompile(`,\s*(?:or\s+|and\s+)?|\s+(?:or|and)\s+|[/():]`)
)

var (
	filler     = regexp.MustCompile(`(?i)^(?:(?:and|then|please|always|politely|simply|just|first|instead|you should|you may|you can|you must)[ ,]+)+`)
	thatClause = regexp.MustCompile(`(?i)^(?:explain|say|tell|mention|note|remind|point out|make|let|inform|clarify|state|reply|answer|respond)\b[^.]*?\bthat (.+)$`)
	unsure     = regexp.MustCompile(`(?i)^(?:say|tell|explain|admit)\b[^.]*? you ((?:don't|do not|can't|cannot|are not able|are unable)\b.*)$`)
	offer      = regexp.MustCompile(`(?i)^offer (?:them |the customer )?to (.+)$`)
	suggest    = regexp.MustCompile(`(?i)^(?:suggest|recommend) (?:that |to them )?(.+)$`)
	askFor     = regexp.MustCompile(`(?i)^(?:ask|request)\b(?: \w+){0,2}? (for|whether|if|to|which|what|when) (.+)$`)
	andThen    = regexp.MustCompile(`(?i),? and ((?:offer|suggest|recommend|ask|explain|tell|say|mention)\b.*)$`)
	imperative = regexp.MustCompile(`(?i)^(?:say|reply|answer|respond|tell|explain|ask|let|make|mention|use|call|look|check|search|find|read|see|transfer|hand|pass|point|remind|inform|give|keep|help|offer|send|start|follow|wait|try|refer|escalate|confirm|include|treat|speak|write|stay|remember|go|do|set)\b`)
	declares   = regexp.MustCompile(`(?i)^(?:the|a|an|we|our|it|its|this|these|there|all|every|each|any|most|some|no)\b|^[^,]+? (?:is|are|can|may|must|will|has|have|costs?|takes?|opens?|closes?)\b`)
	addressed  = regexp.MustCompile(`(?i)^(?:you|your|be|when|if)\b`)
	theirs     = regexp.MustCompile(`\b(?:their|the customer's|the customers')\b`)
)

// voice turns a sentence of the instructions into one for the customer; "" for
// one that only tells the agent what to do.
func voice(s string) string {
	s = strings.TrimRight(filler.ReplaceAllString(strings.TrimSpace(s), ""), " .;,")
	if m := andThen.FindStringSubmatchIndex(s); m != nil {
		return strings.TrimSpace(voice(s[:m[0]]) + " " + voice(s[m[2]:]))
	}
	if m := unsure.FindStringSubmatch(s); m != nil {
		return sentence("I "+m[1], ".")
	}
	yours := func(s string) string { return theirs.ReplaceAllString(s, "your") }
	if m := thatClause.FindStringSubmatch(s); m != nil {
		return sentence(yours(m[1]), ".")
	}
	if m := offer.FindStringSubmatch(s); m != nil {
		return sentence("I can "+yours(m[1]), ".")
	}
	if m := suggest.FindStringSubmatch(s); m != nil {
		return sentence("I suggest "+yours(m[1]), ".")
	}
	if m := askFor.FindStringSubmatch(s); m != nil {
		switch what := yours(m[2]); m[1] {
		case "for":
			if len(stems(what)) == 0 {
				return ""
			}
			return sentence("could you tell me "+what, "?")
		case "to":
			return sentence("could you "+what, "?")
		default:
			return sentence("could you tell me "+m[1]+" "+what, "?")
		}
	}
	if declares.MatchString(s) && !imperative.MatchString(s) && !addressed.MatchString(s) {
		return sentence(s, ".")
	}
	return ""
}

func sentence(s, end string) string {
	return capital(strings.TrimRight(strings.TrimSpace(s), " .;,:")) + end
}

func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}
