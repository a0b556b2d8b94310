package rehearsal

import (
	"strings"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/llm"
)

var offers = mustWords(`offer(?:s|ing)? (?:\w+ )?to`)

const neutral = "I am sorry, I cannot help with that here."

// say replies, unless the instructions forbid a phrase of the reply.
func (t *turn) say(text string) llm.Response {
	for _, b := range t.brief.bans {
		if b.phrase != "" && strings.Contains(plain(text), plain(b.phrase)) {
			text = neutral
		}
	}
	return llm.Response{Text: first(strings.TrimSpace(text), neutral)}
}

// applies scores a rule for some words: enough of one of its conditions must be
// among them.
func (t *turn) applies(r rule, words set) (best float64) {
	for _, alt := range r.when {
		hits, sum := 0, 0.0
		for _, s := range sortedKeys(alt) {
			if words[s] {
				hits++
				sum += t.weights.of(s)
			}
		}
		if float64(hits) >= 0.6*float64(len(alt)) {
			best = max(best, sum)
		}
	}
	return best
}

// bestRule finds the conditional sentence that fits best and says what to do.
func (t *turn) bestRule(words []string) (*rule, float64) {
	var found *rule
	most := 0.0
	for i, r := range t.brief.rules {
		if r.lacking || r.rest || r.always() || r.say == "" && !t.transfers(r) {
			continue
		}
		if s := t.applies(r, setOf(words)); s > most {
			found, most = &t.brief.rules[i], s
		}
	}
	return found, most
}

// always reports whether a rule is a plain statement, without a condition.
func (r rule) always() bool { return !r.quoted && r.plainly }

// transfers reports whether a rule hands the conversation over.
func (t *turn) transfers(r rule) bool {
	return t.offered(agent.ModelToolTransfer) != nil && toReach.MatchString(r.source) && reaches(r.source, 8) && !offers.MatchString(r.source)
}

func (t *turn) follow(r *rule) llm.Response {
	if o := t.offered(agent.ModelToolTransfer); t.transfers(*r) && !t.called(o, nil) {
		return t.handOver(o)
	}
	return t.say(r.say)
}

// remark adds what the instructions say of a value that a tool returned.
func (t *turn) remark() string {
	asked := setOf(t.q.stems)
	known, denied := t.found()
	var found *rule
	most := 0.0
	for i, r := range t.brief.rules {
		s := t.applies(r, known)
		if r.lacking {
			s = t.applies(r, denied)
		} else if s <= t.applies(r, asked) {
			continue
		}
		if r.say != "" && !r.always() && !r.rest && s > most {
			found, most = &t.brief.rules[i], s
		}
	}
	if found == nil {
		return ""
	}
	return " " + found.say
}

// failureRule finds what the instructions say of things that are not found or
// do not work.
func (t *turn) failureRule(s step) string {
	known := t.q.text + " " + s.out.raw + " find found exist error fail available result"
	if o := t.offered(s.call.Name); o != nil {
		known += " " + strings.Join(o.name, " ")
	}
	said, most := "", 0.0
	for _, r := range t.brief.rules {
		if fit := t.applies(r, stemSet(known)); r.say != "" && r.lacking && !r.rest && fit > most {
			said, most = r.say, fit
		}
	}
	return said
}

// failure replies where a tool gave nothing. It names what the customer gave,
// and nothing else.
func (t *turn) failure(s step) string {
	var given []string
	for _, v := range scalars(s.call.Args, maxItems) {
		if hasDigit(v.value) && len(v.value) <= 40 && strings.Contains(plain(t.q.text), plain(v.value)) {
			given = append(given, v.value)
		}
	}
	text := "I could not find an answer to that."
	if len(given) > 0 {
		text = "I could not find anything for " + strings.Join(given, ", ") + "."
	}
	if len(given) > 0 {
		return first(t.failureRule(s), text+" "+t.otherwise())
	}
	return first(t.failureRule(s), t.otherwise(), text)
}

// reply answers from the instructions alone.
func (t *turn) reply() llm.Response {
	if r, _ := t.bestRule(t.q.stems); r != nil {
		return t.follow(r)
	}
	if text, _ := t.passages(); text != "" {
		return t.say(text)
	}
	for i, r := range t.brief.rules {
		if r.rest && t.transfers(r) && len(t.q.stems) > 0 {
			return t.follow(&t.brief.rules[i])
		}
	}
	if len(t.q.stems) == 0 && !t.q.asks {
		return t.say("Hello, how can I help you?")
	}
	return t.say(first(t.otherwise(), neutral))
}

// otherwise is what the instructions say where nothing else fits.
func (t *turn) otherwise() string {
	said := ""
	for _, r := range t.brief.rules {
		if r.rest && r.say != "" && (said == "" || r.quoted) {
			said = r.say
		}
	}
	return said
}
