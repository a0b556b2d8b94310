package rehearsal

import (
	"cmp"
	"strings"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/llm"
)

// respond decides what to do next.
func (t *turn) respond() llm.Response {
	if len(t.steps) == 0 {
		return t.begin()
	}
	last := t.steps[len(t.steps)-1]
	switch {
	case last.call.Name == agent.ModelToolTransfer:
		return t.handedOver(last)
	case last.call.Name == agent.ModelToolKnowledge:
		return t.answer()
	case strings.HasPrefix(last.call.Name, delegatePrefix):
		return say(last.out.reply, t.fallback().say, "I could not find an answer to that.")
	}
	return t.report(last)
}

// begin takes the first step: what a rule prescribes, else a sub-agent or a tool
// whose arguments are known, else a look into the knowledge.
func (t *turn) begin() llm.Response {
	if len(t.stems) == 0 && !hasDigit(t.text) {
		return say("Hello! How can I help you?")
	}
	r, share := t.best(wholly)
	if t.moves && reaches(t.wanted, 4, people, anybody) {
		return t.handOver()
	}
	ready, short := t.ready()
	switch {
	case r != nil && r.lacks && t.knows && (share < 0.5 || !personal().MatchString(t.text)):
		return t.search()
	case r != nil && !(r.state && ready != nil):
		return t.follow(r)
	case ready != nil && ready.delegate:
		return t.call(ready.tool.Name, map[string]any{"message": t.text})
	case ready != nil:
		return t.call(ready.tool.Name, ready.args)
	case t.knows && (short == nil || short.try.solid == 0):
		return t.search()
	}
	return t.answer()
}

// asking tells a question from a wish; personal tells "when is my …", which wants a look, from "when do you …".
var (
	asking   = lazily(`(?i)\?|\b(?:how|what|when|where|who|which|why)\b`)
	personal = lazily(`(?i)\b(?:my|mine|our|ours)\b`)
)

// ready finds the best step that can be taken, and the best tool that fits and
// lacks an argument. Behind a tool that lacks one only one that looks, and that
// the message gives a value for, is tried.
func (t *turn) ready() (ready, short *offered) {
	for i, o := range t.rank() {
		switch {
		case !o.delegate && !o.filled:
			if short == nil {
				short = o
			}
			if i == 0 && o.try.solid > 0 && !o.reads {
				return nil, short // half of what it takes is there: ask for the rest
			}
		case i == 0 || o.delegate || o.reads && o.try.solid > 0:
			return o, short
		}
	}
	return nil, short
}

// follow does what a rule says.
func (t *turn) follow(r *rule) llm.Response {
	if r.moves {
		return t.handOver()
	}
	return say(r.say)
}

// handedOver says what the instructions say along with a transfer.
func (t *turn) handedOver(s step) llm.Response {
	if s.out.failed {
		return say(t.fallback().say)
	}
	if r, _ := t.best(halfway); r != nil && r.moves && r.say != "" {
		return say(r.say)
	}
	rest := t.fallback()
	if rest.moves {
		return say(rest.say, s.out.message)
	}
	return say(s.out.message, "I am handing you over to a person.")
}

// report tells what a tool returned, in the words of the instructions where
// they have some for it.
func (t *turn) report(s step) llm.Response {
	r := t.outcomeRule(s)
	if s.out.failed {
		if r != nil {
			return t.follow(r)
		}
		return say(t.missed(s))
	}
	text := s.out.root.read(true, t.withheld)
	if text != "" {
		text = strings.ToUpper(text[:1]) + text[1:]
	}
	switch {
	case r != nil && (r.bad || r.moves || text == ""):
		return t.follow(r)
	case r != nil:
		return say(t.lead(s) + text + ". " + r.say)
	case text == "":
		return say(t.missed(s))
	}
	return say(t.lead(s) + text + ".")
}

// lead begins a report: what was only looked at was found.
func (t *turn) lead(s step) string {
	for _, o := range t.offers {
		if o.tool.Name == s.call.Name && !o.reads {
			return "Here is the result. "
		}
	}
	return "Here is what I found. "
}

// missed says that nothing was found for what the customer gave.
func (t *turn) missed(s step) string {
	var given []string
	for _, v := range scalars(s.call.Args) {
		if hasDigit(v.value) && len(v.value) <= 40 && strings.Contains(folded(t.text), folded(v.value)) {
			given = append(given, v.value)
		}
	}
	rest := t.fallback().say
	if len(given) > 0 || rest == "" {
		rest = "I could not find anything for " + cmp.Or(strings.Join(given, ", "), "that") + ". " + rest
	}
	return rest
}

// answer replies after all that could be called was called: from the knowledge,
// with a question for what is missing, or with what half fits.
func (t *turn) answer() llm.Response {
	text, known := t.passage()
	ask, wanted := t.ask()
	r, share := t.best(halfway)
	if r != nil && r.lacks && ask != "" {
		r = nil
	}
	switch {
	case ask != "" && !asking().MatchString(t.text) && wanted >= halfway:
		return say(ask)
	case text != "" && (known > wanted || known == wanted && !personal().MatchString(t.text)) && (r == nil || known > share):
		return say(text)
	case r != nil && share >= wanted:
		return t.follow(r)
	case ask != "":
		return say(ask)
	}
	if t.fallback().moves {
		return t.handOver()
	}
	return say(t.fallback().say)
}

// fallback is the rule for what nothing else covers.
func (t *turn) fallback() rule {
	for _, r := range t.rules {
		if r.rest && (!r.moves || t.moves) {
			return r
		}
	}
	return rule{}
}
