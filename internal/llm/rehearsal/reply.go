package rehearsal

import (
	"fmt"
	"strings"
)

// ask is the question for what is missing, and how much of the message it would
// serve: in the words of the instructions, else for a tool's argument.
func (t *turn) ask() (text string, cover float64) {
	if r, share := t.best(halfway); r != nil && r.lacks {
		return r.say, share
	}
	_, o := t.ready()
	if o == nil {
		return "", 0
	}
	name, p := humanise(o.try.missing), o.try.lacks
	wanted := bagOf(name + " " + p.Description)
	for _, r := range t.rules {
		if r.lacks && r.say != "" && len(r.form) > 0 && overlap(sortedKeys(r.form), wanted) == len(r.form) {
			return r.say, o.cover
		}
	}
	return fmt.Sprintf("Could you tell me %s?", p.described(name)), o.cover
}

// described names a property to a customer: as its description does where that
// is a name, with the choices where there are some.
func (s *schema) described(name string) string {
	what := strings.TrimRight(strings.TrimSpace(s.Description), ".")
	first, _, _ := strings.Cut(what, " ")
	switch strings.ToLower(first) {
	case "the", "a", "an", "your":
		what = strings.ToLower(first) + what[len(first):]
	default:
		what = "the " + name
	}
	for i, c := range s.Enum {
		sep := ", "
		switch i {
		case 0:
			sep = ": "
		case len(s.Enum) - 1:
			sep = " or "
		}
		what += sep + readable(fmt.Sprint(c))
	}
	return what
}

// candidate is a piece of text that may answer the question.
type candidate struct {
	text string
	own  bag // its words
	all  bag // and those of its heading
}

// maxSentences is how much of a passage is read out.
const maxSentences = 3

// passage answers with the paragraph, of what was searched and of what the
// instructions state, that covers most of the question; "" where none covers
// half of it, or of which the heading alone covers
// little more. It is told word for word, from its best sentence on where it is long.
func (t *turn) passage() (text string, cover float64) {
	var all []candidate
	for _, f := range t.facts {
		all = append(all, candidate{f, bagOf(f), bagOf(f)})
	}
	for _, s := range t.steps {
		for _, p := range s.out.passages {
			for _, text := range paragraphs(p.Text) {
				all = append(all, candidate{text, bagOf(text), bagOf(text + " " + p.Heading)})
			}
		}
	}
	bags := make([]bag, 0, len(all))
	for _, c := range all {
		bags = append(bags, c.all)
	}
	w := weigh(bags)
	most := 0.0
	for _, c := range all {
		_, share := w.match(t.stems, c.all)
		own, _ := w.match(t.stems, c.own)
		n := overlap(t.stems, c.all)
		if (share >= 0.5 || n >= 2 && share >= 0.34) && (own > 0 || share > 0.6) && share+own > most {
			text, cover, most = c.text, float64(n)/float64(len(t.stems)), share+own
		}
	}
	return t.excerpt(text, w), cover
}

func (t *turn) excerpt(paragraph string, w weights) string {
	all := sentences(paragraph)
	if len(all) <= maxSentences {
		return paragraph
	}
	best, most := 0, 0.0
	for i, s := range all {
		if sum, _ := w.match(t.stems, bagOf(s)); sum > most {
			best, most = i, sum
		}
	}
	best = min(best, len(all)-maxSentences)
	return strings.Join(all[best:best+maxSentences], " ")
}
