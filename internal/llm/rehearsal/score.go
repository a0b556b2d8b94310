package rehearsal

import (
	"math"
	"strings"
)

// weights says how telling a stem is: 1 where one text of a group holds it,
// less the more do. It does not grow with the group, so that a threshold means
// the same for one tool and for thirty.
type weights map[string]int

func weigh(docs []set) weights {
	w := weights{}
	for _, d := range docs {
		for s := range d {
			w[s]++
		}
	}
	return w
}

func (w weights) of(stem string) float64 {
	return 1 / (1 + math.Log(float64(max(w[stem], 1))))
}

// match sums the weights of the stems that the text holds, in the order of
// stems, so that rounding is the same every time.
func (w weights) match(stems []string, text set) (sum float64, hits int) {
	for _, s := range stems {
		if text[s] {
			sum += w.of(s)
			hits++
		}
	}
	return sum, hits
}

// question is what the customer said, taken apart.
type question struct {
	text      string
	stems     []string
	sentences []string
	asks      bool
}

var unwanted = mustWords(`(?:do not|don't|didn't|does not|no) (?:want|need|wish)\b|instead of|rather than|not asking`)

func newQuestion(text string) question {
	q := question{text: text, stems: stems(wanted(text)), sentences: sentences(text)}
	q.asks = strings.Contains(text, "?")
	return q
}

// wanted drops what the customer says they do not want.
func wanted(text string) string {
	var kept []string
	for _, clause := range clauses(text) {
		if at := unwanted.FindStringIndex(plain(clause)); at != nil {
			clause = plain(clause)[:at[0]]
		}
		kept = append(kept, clause)
	}
	return strings.Join(kept, " ")
}

// coverage is the share of a question's sentence that a text speaks of, for
// the sentence it covers best. Names, which a text would have to hold, count
// double.
func (q question) coverage(text set) float64 {
	best := 0.0
	for _, s := range q.sentences {
		words := stems(wanted(s))
		named := names(s)
		var have, all float64
		for _, w := range words {
			weight := 1.0
			if named[w] {
				weight = 2
			}
			all += weight
			if text[w] {
				have += weight
			}
		}
		if all > 0 {
			best = max(best, have/all)
		}
	}
	return best
}

// names holds the stems of capitalised words inside a sentence.
func names(sentence string) set {
	out := set{}
	for i, w := range strings.Fields(sentence) {
		if i > 0 && properName(w) {
			for _, s := range stems(w) {
				out[s] = true
			}
		}
	}
	return out
}
