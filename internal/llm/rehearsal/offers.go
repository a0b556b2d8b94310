package rehearsal

import (
	"strings"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/llm"
)

// offered is a tool that the request offers, read.
type offered struct {
	tool     llm.Tool
	delegate bool
	name     []string // stems of the tool's own name
	doc      set      // what it is about
	reads    bool     // by its name it only looks
	input    *schema

	score  float64 // words shared with the message
	solid  bool    // the message holds a value of a form that it takes
	args   map[string]any
	filled bool
	lacks  filling
}

// lookers begin the names of tools that change nothing, in any trade.
var lookers = setOf(strings.Fields("get list find look lookup check search show read fetch view query describe track count"))

// least is the score from which a tool is called: one word that no other tool
// shares, or two that others do.
const least = 0.9

func (t *turn) offer(tools []llm.Tool) {
	var docs []set
	for _, tool := range tools {
		o := &offered{tool: tool, delegate: strings.HasPrefix(tool.Name, "delegate_")}
		short := strings.TrimPrefix(tool.Name, "delegate_")
		if _, after, ok := strings.Cut(tool.Name, "__"); ok {
			short = after
		}
		short = humanise(short)
		first, _, _ := strings.Cut(short, " ")
		o.name, o.reads, o.input = stems(short), lookers[first], readSchema(tool.Input)
		o.doc = about(short + "\n" + tool.Description)
		t.offers = append(t.offers, o)
		if !builtIn(tool.Name) {
			t.hint(o)
			docs = append(docs, o.doc)
		}
	}
	t.weights = weigh(docs)
	for _, o := range t.offers {
		t.rate(o)
	}
}

func builtIn(name string) bool {
	return name == agent.ModelToolKnowledge || name == agent.ModelToolTransfer
}

func (t *turn) offered(name string) *offered {
	for _, o := range t.offers {
		if o.tool.Name == name {
			return o
		}
	}
	return nil
}

// about collects what a description speaks of, not what it rules out. Lines in
// a customer's own words are kept whole.
func about(text string) set {
	out := set{}
	for line := range strings.SplitSeq(text, "\n") {
		own := firstPerson.MatchString(line)
		for _, c := range clauses(line) {
			if at := ruledOut.FindStringIndex(c); at != nil && !own {
				c = c[:at[0]]
			}
			for _, s := range stems(c) {
				out[s] = true
			}
		}
	}
	return out
}

var (
	firstPerson = mustWords(`(?:i|my|me|we|our)\b`)
	ruledOut    = mustWords(`not|never|except|excluding|without|instead of|rather than`)
)

// hint adds what the instructions say a tool is for: the condition of a
// sentence that names it.
func (t *turn) hint(o *offered) {
	for _, r := range t.brief.rules {
		words := stemSet(r.source)
		_, hits := weights{}.match(o.name, words)
		named := strings.Contains(r.source, o.tool.Name) || len(o.name) > 1 && hits == len(o.name)
		if !named || r.say != "" || r.lacking || r.rest {
			continue
		}
		for _, alt := range r.when {
			for s := range alt {
				o.doc[s] = true
			}
		}
	}
}

// rate scores a tool for the message and tries to fill its arguments.
func (t *turn) rate(o *offered) {
	o.score, _ = t.weights.match(t.q.stems, o.doc)
	if o.delegate || builtIn(o.tool.Name) {
		return
	}
	o.lacks = filling{text: t.q.text, used: set{}, known: t.known()}
	if o.input == nil {
		o.args, o.filled = map[string]any{}, true
		return
	}
	o.args, o.filled = o.lacks.object(o.input)
	o.solid = o.lacks.solid > 0
}

// known holds the values that results of this turn give without ambiguity.
func (t *turn) known() map[string]string {
	out := map[string]string{}
	for _, s := range t.steps {
		for _, v := range s.out.values {
			if old, ok := out[v.key]; ok && old != v.value {
				v.value = ""
			}
			out[v.key] = v.value
		}
	}
	return out
}
