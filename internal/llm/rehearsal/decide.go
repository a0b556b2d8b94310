package rehearsal

import (
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
