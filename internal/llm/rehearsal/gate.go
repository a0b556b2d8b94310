package rehearsal

import (
	"slices"
	"strings"

	"github.com/caplo/caplo/internal/llm"
)

// verdicts of gate.
type permission int

const (
	allowed permission = iota // nothing speaks against it
	open                      // a prohibition is about it, and nothing known makes it hold
	closed                    // forbidden, as far as is known
)

// gate asks the prohibitions whether a tool may be called. Tools that only look
// are always allowed.
func (t *turn) gate(o *offered) permission {
	p := allowed
	for _, b := range t.brief.bans {
		if o.reads || !t.concerns(b, o) {
			continue
		}
		cond, unless := b.cond, b.unless
		if len(cond) == 0 {
			cond, unless = b.words, false
		}
		extra := t.beyond(cond, o)
		known := t.evidence()
		hit := slices.ContainsFunc(extra, func(s string) bool { return known[s] }) || unless && len(extra) < t.foreign(cond, o)
		switch {
		case len(extra) == 0 && len(b.cond) > 0:
		case len(extra) == 0, hit != unless:
			return closed
		case !hit && !unless:
			p = max(p, open)
		}
	}
	if p == open && len(t.steps) > 0 {
		return allowed
	}
	return p
}

// concerns reports whether a prohibition is about what a tool does.
func (t *turn) concerns(b ban, o *offered) bool {
	if len(o.name) == 0 {
		return false
	}
	_, hits := weights{}.match(o.name, b.words)
	return hits == len(o.name) || b.head == o.name[0]
}

// beyond lists the words of a condition that the tool and what it is given do
// not already stand for.
func (t *turn) beyond(cond set, o *offered) []string {
	given := set{}
	if o.input != nil {
		for name, p := range o.input.Properties {
			if p != nil {
				for s := range stemSet(humanise(name) + " " + p.Description) {
					given[s] = true
				}
			}
		}
	}
	var out []string
	for _, s := range sortedKeys(cond) {
		if !slices.Contains(o.name, s) && !given[s] {
			out = append(out, s)
		}
	}
	return out
}

// foreign counts the words of a condition that are not the tool's own name.
// Where more of them are foreign than lie beyond, the condition speaks of an
// argument, and the tool has it.
func (t *turn) foreign(cond set, o *offered) int {
	n := 0
	for s := range cond {
		if !slices.Contains(o.name, s) {
			n++
		}
	}
	return n
}

// evidence is what is known: the message, the tools called, and what they
// answered.
func (t *turn) evidence() set {
	out, _ := t.found()
	for _, s := range t.steps {
		if o := t.offered(s.call.Name); o != nil {
			for _, n := range o.name {
				out[n] = true
			}
		}
	}
	return out
}

// found is what the message and the results say: the words of values, and the
// keys of what is true. The keys of what is false or empty are denied.
func (t *turn) found() (said, denied set) {
	said, denied = stemSet(t.q.text), set{}
	for _, s := range t.steps {
		for _, v := range s.out.values {
			into, words := said, readable(v.value)
			if !v.text {
				words = humanise(v.key)
			}
			if !v.text && (v.value == "false" || v.value == "0") {
				into = denied
			}
			for st := range stemSet(words) {
				into[st] = true
			}
		}
	}
	for st := range denied {
		delete(said, st)
	}
	return said, denied
}

// check finds a tool that looks at the same thing before it is changed.
func (t *turn) check(o *offered) *offered {
	for _, c := range t.offers {
		if c != o && c.reads && c.solid && c.filled && !builtIn(c.tool.Name) && !t.called(c, c.args) && share(c.args, o.args) {
			return c
		}
	}
	return nil
}

func share(a, b map[string]any) bool {
	for _, x := range a {
		for _, y := range b {
			if same(x, y) {
				return true
			}
		}
	}
	return false
}

// blocked replies where a prohibition holds.
func (t *turn) blocked() llm.Response {
	text := t.remark()
	for _, s := range t.steps {
		if told := t.tell(s.out); told != "" {
			text = " Here is what I found: " + told + "." + text
		}
	}
	if text = strings.TrimSpace(text); text != "" {
		return t.say("I cannot do that. " + text)
	}
	return t.reply()
}
