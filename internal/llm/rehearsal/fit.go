package rehearsal

import "maps"

// How well a rule's condition must be met: wholly, but for one word in four, for
// a rule to be followed at once; by half where nothing else answers.
const (
	wholly  = 0.75
	halfway = 0.5
)

// best finds the rule about what the customer asks that is met best. One that
// hands over is none where nobody can take over: a desk that says so and does
// not must be seen to fail.
func (t *turn) best(least float64) (*rule, float64) {
	return t.pick(setOf(t.stems), func(r rule) bool {
		return !r.rest && !r.bad && (!r.moves || t.moves) && (r.form == nil || t.holds(r.form) != r.lacks)
	}, least)
}

// pick finds the rule of which most words are met; cover is their share of the
// message.
func (t *turn) pick(words bag, wanted func(rule) bool, least float64) (*rule, float64) {
	var found *rule
	most, share := 0, 0.0
	for i, r := range t.rules {
		if !wanted(r) {
			continue
		}
		hits, part := r.met(words)
		if part >= least && (hits > most || hits == most && part > share) {
			found, most, share = &t.rules[i], hits, part
		}
	}
	return found, float64(most) / float64(max(len(t.stems), 1))
}

// met counts the words of the condition's alternative that is met best. A rule
// that asks for nothing but a missing value is met by any message.
func (r rule) met(words bag) (hits int, share float64) {
	for _, alt := range r.when {
		n := 0
		for s := range alt {
			if words[s] {
				n++
			}
		}
		part := float64(n) / float64(len(alt))
		if part >= halfway && (n > hits || n == hits && part > share) {
			hits, share = n, part
		}
	}
	return hits, share
}

// holds reports whether the message holds a value of a kind: what the tools
// say of the property that the words mean, else anything like a code.
func (t *turn) holds(form bag) bool {
	most, has := 0, len(matching(t.text, codeLike())) > 0
	for _, o := range t.offers {
		for _, name := range sortedKeys(o.input.Properties) {
			p := o.input.Properties[name]
			if p == nil || o.delegate {
				continue
			}
			if n := overlap(stems(humanise(name)+" "+p.Description), form); n > most {
				f := filling{text: t.text, used: bag{}}
				most = n
				_, has = f.value(name, p, true)
			}
		}
	}
	return has
}

// outcomeRule finds what the instructions say of what a tool came to.
func (t *turn) outcomeRule(s step) *rule {
	known, values := bagOf(t.text), bag{}
	for _, o := range t.offers {
		if o.tool.Name == s.call.Name {
			maps.Copy(known, o.doc)
		}
	}
	for _, v := range s.out.values {
		for w := range bagOf(readable(v.value)) {
			known[w], values[w] = true, v.text
		}
		maps.Copy(known, bagOf(humanise(v.key)))
	}
	for _, w := range []string{"found", "exist", "fail", "error", "avail", "work"} {
		known[w] = known[w] || s.out.bad()
	}
	r, _ := t.pick(known, func(r rule) bool {
		told, _ := r.met(values)
		return r.state && r.bad == s.out.bad() && (r.bad || told > 0) && (!r.moves || t.moves)
	}, wholly)
	return r
}
