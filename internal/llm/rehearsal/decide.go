package rehearsal

import (
	"slices"
	"strings"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/llm"
)

// respond decides what to do next.
func (t *turn) respond() llm.Response {
	if n := len(t.steps); n > 0 {
		last := t.steps[n-1]
		switch o := t.offered(last.call.Name); {
		case last.out.failed && last.call.Name != agent.ModelToolKnowledge:
			return t.say(t.failure(last))
		case last.call.Name == agent.ModelToolTransfer:
			return t.say(first(last.out.message, "I am handing you over to a person."))
		case strings.HasPrefix(last.call.Name, "delegate_"):
			return t.say(first(last.out.reply, t.failure(last)))
		case n >= maxSteps:
			return t.reply()
		case last.call.Name != agent.ModelToolKnowledge:
			return t.afterTool(o)
		}
		return t.answer()
	}
	if o := t.offered(agent.ModelToolTransfer); o != nil && t.wantsPerson() {
		return t.handOver(o)
	}
	r, score := t.bestRule(t.q.stems)
	ranked := t.rank()
	if r != nil && (len(ranked) == 0 || score >= ranked[0].claim()) {
		return t.follow(r)
	}
	if resp, ok := t.act(ranked); ok {
		return resp
	}
	return t.searchOr(ranked)
}

// act takes the best step that can be taken: a sub-agent, or a tool whose
// arguments are known and that nothing forbids. Behind a tool that lacks an
// argument only one that the message gives a value for is tried.
func (t *turn) act(ranked []*offered) (llm.Response, bool) {
	for i, o := range ranked {
		switch {
		case i == 0 && o.solid && !o.filled && !o.reads:
			return llm.Response{}, false // half of what it takes is there: ask for the rest
		case o.delegate && !t.called(o, nil):
			return t.call(o, map[string]any{"message": t.q.text}), true
		case o.delegate || !o.filled || t.called(o, o.args) || i > 0 && !o.solid:
			continue
		}
		switch check := t.check(o); t.gate(o) {
		case allowed:
			return t.call(o, o.args), true
		case open, closed:
			if check != nil {
				return t.call(check, check.args), true
			}
			if t.gate(o) == open {
				return t.call(o, o.args), true
			}
			return t.blocked(), true
		}
	}
	return llm.Response{}, false
}

// afterTool goes on to what the message really wanted where the result makes
// that possible, else answers with the result.
func (t *turn) afterTool(done *offered) llm.Response {
	ranked := t.rank()
	if len(ranked) > 0 && ranked[0] != done && !ranked[0].delegate && !t.called(ranked[0], nil) {
		if resp, ok := t.act(ranked[:1]); ok {
			return resp
		}
	}
	last := t.steps[len(t.steps)-1]
	text := t.tell(last.out)
	if text == "" || notFound.MatchString(text) {
		if r := t.failureRule(last); r != "" || text == "" {
			return t.say(first(r, t.failure(last)))
		}
	}
	lead := "Here is what I found: "
	if done != nil && !done.reads {
		lead = "Here is the result: "
	}
	return t.say(lead + text + "." + t.remark())
}

var notFound = mustWords(`found: false|exists: false|not[ _]found|no such|does not exist`)

// searchOr looks the question up, or goes on without.
func (t *turn) searchOr(ranked []*offered) llm.Response {
	know := t.offered(agent.ModelToolKnowledge)
	if know == nil || len(t.q.stems) == 0 || len(ranked) > 0 && !t.q.asks {
		return t.answer()
	}
	return t.call(know, map[string]any{"query": t.q.text})
}

// answer replies after all that could be called was called.
func (t *turn) answer() llm.Response {
	ranked := t.rank()
	lacking := slices.IndexFunc(ranked, func(o *offered) bool { return !o.delegate && !o.filled && o.lacks.lacks != nil })
	text, hits := t.passages()
	if lacking >= 0 {
		o := ranked[lacking]
		_, own := t.weights.match(t.q.stems, o.doc)
		general := t.q.asks && (hits >= 2 && hits > own || hits >= own && !personal.MatchString(t.q.text))
		if text == "" || !general {
			return t.say(t.askFor(o))
		}
	}
	o := t.nearest()
	if text != "" && (o == nil || hits > 1 || !personal.MatchString(t.q.text)) {
		return t.say(text)
	}
	if o != nil {
		return t.say(t.askFor(o))
	}
	return t.reply()
}

func first(texts ...string) string {
	for _, s := range texts {
		if strings.TrimSpace(s) != "" {
			return s
		}
	}
	return ""
}
