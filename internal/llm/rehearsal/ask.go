package rehearsal

import (
	"strings"
)

// nearest finds a tool that only looks, speaks of part of what was asked, and
// lacks an argument: where nothing else answers, asking for it may.
func (t *turn) nearest() *offered {
	if r, _ := t.bestRule(t.q.stems); r != nil {
		return nil
	}
	var found *offered
	for _, o := range t.offers {
		near := o.reads && !o.filled && o.lacks.lacks != nil && t.q.coverage(o.doc) >= 0.3
		if near && (found == nil || o.score > found.score) {
			found = o
		}
	}
	return found
}

// personal tells "where is my …", which wants a look, from "when do you …",
// which wants a rule.
var personal = mustWords(`(?:my|mine|our|ours)\b`)

// askFor asks for what a tool needs and the message lacks, in the words of the
// instructions where they give some.
func (t *turn) askFor(o *offered) string {
	name, p := humanise(o.lacks.missing), o.lacks.lacks
	wanted := stemSet(name + " " + p.Description)
	for _, r := range t.brief.rules {
		for _, alt := range r.when {
			if _, hits := (weights{}).match(stems(name), alt); r.say != "" && r.lacking && hits > 0 {
				return r.say
			}
		}
		if strings.HasPrefix(r.say, "Could you tell me ") {
			if _, hits := (weights{}).match(stems(r.say), wanted); hits > 1 || hits == len(stems(name)) {
				return r.say
			}
		}
	}
	what := strings.TrimRight(strings.TrimSpace(p.Description), ".")
	what = strings.ToLower(what[:min(len(what), 1)]) + what[min(len(what), 1):]
	if what == "" {
		what = "the " + name
	} else if !declares.MatchString(what) && !addressed.MatchString(what) {
		what = "the " + what
	}
	return "Could you tell me " + what + "?"
}
