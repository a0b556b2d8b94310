package rehearsal

import (
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/llm"
)

const delegatePrefix = "delegate_"

// offered is a package's tool or a sub-agent that the request offers, read.
type offered struct {
	tool     llm.Tool
	delegate bool
	reads    bool // by its name it only looks
	name     []string
	doc      bag // what it is about
	input    *schema

	score, cover float64 // what it shares with the message
	args         map[string]any
	filled       bool
	try          filling
}

// lookers begin the names of tools that change nothing, in any trade.
var lookers = listed("get list find lookup check search show read fetch view query describe track count look")

// offer reads the tools. caplo's own are kept apart: they fit any message.
func (t *turn) offer(tools []llm.Tool, clauses []clause) {
	var docs, names []bag
	for _, tool := range tools {
		switch tool.Name {
		case agent.ModelToolKnowledge:
			t.knows = true
			continue
		case agent.ModelToolTransfer:
			t.moves = true
			continue
		}
		o := newOffered(tool)
		t.offers = append(t.offers, o)
		docs = append(docs, o.doc)
		if !o.delegate {
			names = append(names, setOf(o.name))
		}
	}
	t.hint(clauses)
	t.weights, t.names = weigh(docs), weigh(names)
	for _, o := range t.offers {
		o.score, o.cover = t.weights.match(t.stems, o.doc)
		if !o.delegate {
			o.try = filling{text: t.text, used: bag{}}
			o.args, o.filled = o.try.object(o.input)
		}
	}
}

var ruledOut = lazily(`(?i)\b(?:not (?:for|the|about)|never for|except|excluding|instead of|rather than)\b[^.,;\n]*`)

func newOffered(tool llm.Tool) *offered {
	short, delegate := strings.CutPrefix(tool.Name, delegatePrefix)
	if _, after, ok := strings.Cut(short, "__"); ok {
		short = after
	}
	short = humanise(short)
	first, _, _ := strings.Cut(short, " ")
	o := &offered{tool: tool, delegate: delegate, reads: lookers[first], name: stems(short), input: readSchema(tool.Input)}
	about := ruledOut().ReplaceAllString(tool.Description, "")
	if !delegate {
		about = short + "\n" + about
	}
	o.doc = bagOf(about)
	return o
}

var passing = listed("pass leav hand send rout refer forward goe")

// hint adds what the instructions say that a tool or sub-agent is for: the
// condition of a sentence that does what a tool is named after, and a sentence
// that passes things on to one sub-agent alone.
func (t *turn) hint(clauses []clause) {
	for _, c := range clauses {
		if c.say != "" || c.moves {
			continue
		}
		words := setOf(stems(c.all))
		passed := overlap(sortedKeys(passing), words) > 0
		var to []*offered
		for _, o := range t.offers {
			if o.delegate && passed && o.called(c.all) || !o.delegate && c.cond != "" && len(o.name) > 1 && overlap(o.name, words) == len(o.name) {
				to = append(to, o)
			}
		}
		if len(to) == 1 && !negator().MatchString(c.all) {
			maps.Copy(to[0].doc, words)
		}
	}
}

// called reports whether a text names a sub-agent, by its key or its name.
func (o *offered) called(s string) bool {
	s = strings.ToLower(s)
	title, _, _ := strings.Cut(o.tool.Description, "\n")
	key := humanise(strings.TrimPrefix(o.tool.Name, delegatePrefix))
	return strings.Contains(s, key) || title != "" && strings.Contains(s, strings.ToLower(title))
}

// rank sorts the sub-agents and tools that fit the message, best first.
func (t *turn) rank() []*offered {
	var fit []*offered
	for _, o := range t.offers {
		if t.fits(o) {
			fit = append(fit, o)
		}
	}
	sort.SliceStable(fit, func(i, j int) bool {
		a, b := fit[i], fit[j]
		if d := a.worth() - b.worth(); d > 1e-9 || d < -1e-9 {
			return d > 0
		}
		return a.delegate && !b.delegate || a.reads && !b.reads && !b.delegate
	})
	return fit
}

// worth adds to the score what the form of a value tells; a sub-agent takes
// any message and is not put behind for it.
func (o *offered) worth() float64 {
	if o.delegate || o.try.solid > 0 {
		return o.score + 0.5
	}
	return o.score
}

// fits asks for one word that no other tool shares or two that others do; where
// the message holds a value that a tool takes, for less.
func (t *turn) fits(o *offered) bool {
	covered := o.score >= 0.9 && o.cover >= 0.2
	solid := o.try.solid > 0
	switch {
	case o.delegate:
		return covered
	case o.reads:
		mine := personal().MatchString(t.text) && overlap(o.name, setOf(t.stems)) > 0
		return covered || mine || solid && o.filled && (o.score > 0 || len(t.stems) < 3)
	default:
		return (covered || solid && o.score > 0) && t.meant(o)
	}
}

// meant reports whether the message speaks of what a tool that changes
// something does, not only of what it does it to: a word that stands in no
// other tool's name, or two that stand in no other's description.
func (t *turn) meant(o *offered) bool {
	telling := 0
	for _, s := range t.stems {
		if o.doc[s] && t.weights[s] == 1 {
			telling++
		}
		if t.names[s] == 1 && slices.Contains(o.name, s) {
			return true
		}
	}
	return telling >= 2
}
