package rehearsal

import (
	"strings"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/llm"
)

// Words for whoever can take a conversation over, and for getting to them.
var (
	people  = setOf(strings.Fields("person human colleague agent representative operator manager supervisor"))
	others  = setOf(strings.Fields("someone somebody staff team employee specialist"))
	talk    = setOf(strings.Fields("speak talk chat connect transfer escalat hand pass forward refer"))
	want    = setOf(strings.Fields("put want need get give real live reach call"))
	toReach = mustWords(`transfer\w*|hand(?:s|ed|ing)?|pass(?:es|ed)?|connect\w*|escalat\w*|forward\w*|put|refer\w*`)
)

// wantsPerson reports whether the customer asks for a person: a verb of
// reaching, and shortly after it a word for people.
func (t *turn) wantsPerson() bool {
	return reaches(wanted(t.q.text), 4)
}

// reaches looks for such a pair within some words. "Someone" is a person to
// talk to only where talking is spoken of.
func reaches(text string, within int) bool {
	talked, wanted := within+1, within+1
	for _, w := range tokens(text) {
		talked, wanted = talked+1, wanted+1
		who := strings.TrimSuffix(w, "s")
		switch {
		case talk[w] || talk[stem(w)]:
			talked = 0
		case want[w]:
			wanted = 0
		case people[who] && min(talked, wanted) <= within, others[who] && talked <= within:
			return true
		}
	}
	return false
}

func (t *turn) handOver(o *offered) llm.Response {
	args := map[string]any{"reason": t.q.text}
	if o.tool.Name != agent.ModelToolTransfer || t.called(o, nil) {
		return t.reply()
	}
	return t.call(o, args)
}
