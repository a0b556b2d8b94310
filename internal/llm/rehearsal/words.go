package rehearsal

import (
	"math"
	"regexp"
	"strings"
	"sync"

	"github.com/caplo/caplo/internal/text"
)

// lazily compiles an expression when it is first needed: a process that asks no
// rehearsal model pays nothing for it.
func lazily(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// bag is a set of stems.
type bag map[string]bool

// plainWords carry no topic where an instruction speaks of whoever asks, or
// where anybody asks anybody for anything.
var plainWords = listed(`ask asks asked asking say says said tell tells told give gives given know knows use uses used look looks
customer customers user users client clients visitor visitors caller callers question questions answer answers reply
cannot when whether such else otherwise neither nor per via without within until unless however therefore
wish wishes hello dear sorry works working find new now today soon yours`)

func listed(words string) bag {
	b := bag{}
	for _, w := range strings.Fields(words) {
		b[w] = true
	}
	return b
}

// stems lists the topical words of a text in order, each once. Values (what has
// a digit, and what is joined to it) are no topics.
func stems(s string) []string {
	if strings.ContainsRune(s, '@') || strings.Contains(s, "://") {
		s = address().ReplaceAllString(s, " ")
	}
	ws := text.Words(s)
	out := make([]string, 0, len(ws)/2)
	seen := bag{}
	for i, w := range ws {
		value := w.Digit || i+1 < len(ws) && ws[i+1].Digit && ws[i+1].Joined
		if value || len(w.Text) < 2 || text.Common(w.Text) || plainWords[w.Text] {
			continue
		}
		if st := root(w.Text); !seen[st] {
			seen[st] = true
			out = append(out, st)
		}
	}
	return out
}

var address = lazily(`\S+(?:@|://)\S+`)

// irregular leads the commonest verbs of any desk back to what they are forms of.
var irregular = map[string]string{
	"paid": "pay", "sent": "send", "lost": "lose", "came": "come", "left": "leave",
	"broke": "break", "broken": "break", "bought": "buy", "chose": "choose", "chosen": "choose", "spoke": "speak",
}

// root is a word's stem; a noun made of a verb counts as the verb.
func root(w string) string {
	if verb := irregular[w]; verb != "" {
		w = verb
	}
	st := text.Stem(w)
	if verb, ok := strings.CutSuffix(st, "ment"); ok && len(verb) > 2 {
		return verb
	}
	return st
}

func bagOf(s string) bag { return setOf(stems(s)) }

func setOf(stems []string) bag {
	b := bag{}
	for _, w := range stems {
		b[w] = true
	}
	return b
}

// weights says how telling a stem is among some texts: 1 where one of them, or
// none, holds it, less the more do.
type weights map[string]int

func weigh(bags []bag) weights {
	w := weights{}
	for _, b := range bags {
		for s := range b {
			w[s]++
		}
	}
	return w
}

// match sums the weights of the stems that a text holds, in the order of stems,
// so that rounding is the same every time; cover is their share of all.
func (w weights) match(stems []string, in bag) (sum, cover float64) {
	all := 0.0
	for _, s := range stems {
		one := 1 / (1 + math.Log(float64(max(w[s], 1))))
		all += one
		if in[s] {
			sum += one
		}
	}
	return sum, sum / max(all, 1e-9)
}

func overlap(stems []string, in bag) int {
	n := 0
	for _, s := range stems {
		if in[s] {
			n++
		}
	}
	return n
}

var (
	lineStart   = lazily(`^\s*(?:[-*•#>]+|\d+[.)])\s+`)
	sentenceEnd = lazily(`[.!?]["')]?\s+`)
	shortened   = lazily(`(?i)\b(?:e\.g|i\.e|etc|no|mr|mrs|dr|approx)\.\s+$`)
)

// paragraphs joins wrapped lines; list items and headings stand alone.
func paragraphs(s string) []string {
	var out []string
	open := false
	for line := range strings.SplitSeq(s, "\n") {
		line = strings.TrimSpace(line)
		start := lineStart().FindString(line)
		body := strings.TrimSpace(line[len(start):])
		switch {
		case body == "":
		case open && start == "":
			out[len(out)-1] += " " + body
		default:
			out = append(out, body)
		}
		open = body != "" && !strings.HasPrefix(line, "#")
	}
	return out
}

// sentences splits a paragraph; a quotation is not cut.
func sentences(p string) []string {
	var out []string
	from := 0
	for _, at := range sentenceEnd().FindAllStringIndex(p, -1) {
		head := p[from:at[1]]
		if strings.Count(head, `"`)%2 == 1 || shortened().MatchString(head) {
			continue
		}
		out = append(out, strings.TrimSpace(head))
		from = at[1]
	}
	if rest := strings.TrimSpace(p[from:]); rest != "" {
		out = append(out, rest)
	}
	return out
}
