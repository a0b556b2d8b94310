package rehearsal

import (
	"cmp"
	"strings"

	"github.com/caplo/caplo/internal/llm"
)

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
	text := read(s.out.root, true, t.withheld)
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
