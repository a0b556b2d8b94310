package route

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
)

// Builtin is the few-shot classifier: naive Bayes over words, pairs of words and
// runs of characters tells the candidates apart, and a second judgement, whether
// the message resembles the best one's texts at all, gives "none of them" its
// part. It needs no account, no network and no model, is the same on every
// machine, and may be used from many goroutines at once.
type Builtin struct {
	candidates int
	order      []int // class to the candidate's place in the caller's order
	words      *vocabulary
	docs       []document
	bayes      *bayes
	near       [][]posting // by feature: the documents that have it
}

var _ Decider = (*Builtin)(nil)

// posting is one document's component of a feature.
type posting struct {
	doc int32
	v   float64
}

// NewBuiltin learns from the candidates. Their order changes nothing but the
// order of the probabilities.
func NewBuiltin(candidates []Candidate) *Builtin {
	b := &Builtin{candidates: len(candidates), order: canonicalOrder(candidates)}
	var texts [][]feature
	for class, at := range b.order {
		for _, s := range sources(candidates[at]) {
			fs := features(terms(s.text))
			if len(fs) == 0 {
				continue
			}
			texts = append(texts, fs)
			b.docs = append(b.docs, document{class: class, about: s.about})
		}
	}
	b.words = newVocabulary(texts)
	b.near = make([][]posting, len(b.words.rarity))
	for i, fs := range texts {
		b.docs[i].vec = b.words.vector(fs)
		for _, e := range b.docs[i].vec {
			b.near[e.id] = append(b.near[e.id], posting{int32(i), e.v})
		}
	}
	b.bayes = newBayes(b.candidates, len(b.words.rarity), b.docs)
	return b
}

// Decide implements Decider. It never fails and does not wait, so that it has
// no use for the context.
func (b *Builtin) Decide(_ context.Context, message string) (Decision, error) {
	d := Decision{Probabilities: make([]float64, b.candidates), None: 1}
	fs := features(terms(message))
	if len(fs) == 0 || len(b.docs) == 0 {
		return d, nil
	}
	vec := b.words.vector(fs)
	scores := b.bayes.scores(vec)
	best := argmax(scores)
	e := b.evidence(fs, vec, best)
	e.lead = lead(scores, best)
	in := inScope(e, b.words.content)
	for class, p := range softmax(scores, temperature(len(b.docs))) {
		d.Probabilities[b.order[class]] = in * p
	}
	d.None = 1 - in
	return d, nil
}

// evidence gathers what speaks for a class, its lead apart.
func (b *Builtin) evidence(fs []feature, vec []entry, class int) evidence {
	var e evidence
	cosines := make([]float64, len(b.docs))
	for _, x := range vec {
		for _, p := range b.near[x.id] {
			cosines[p.doc] += x.v * p.v
		}
	}
	for i, c := range cosines {
		if b.docs[i].class == class {
			e.near = math.Max(e.near, c)
		}
	}
	for _, f := range fs {
		if !f.word {
			continue
		}
		w := commonShare
		if f.content {
			w = 1
		}
		if id, ok := b.words.ids[f.hash]; ok && b.bayes.known[int(id)*b.candidates+class] {
			e.known += w
		} else {
			e.unknown += w
		}
	}
	return e
}

// source is one text of a candidate.
type source struct {
	text  string
	about bool
}

// sources are a candidate's texts. Examples are sorted, and told once however
// often they stand there, for their order and number are no evidence.
func sources(c Candidate) []source {
	name := c.Name
	if name == "" {
		name = strings.ReplaceAll(c.Key, "-", " ")
	}
	out := []source{{name, true}, {c.Description, true}, {c.When, true}}
	for _, e := range slices.Compact(slices.Sorted(slices.Values(c.Examples))) {
		out = append(out, source{e, false})
	}
	return out
}

// canonicalOrder sorts candidates by what they say, so that sums run in one
// order whatever the caller's.
func canonicalOrder(cs []Candidate) []int {
	order := make([]int, len(cs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := cs[i], cs[j]
		return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Name, b.Name),
			cmp.Compare(a.Description, b.Description), cmp.Compare(a.When, b.When),
			slices.Compare(a.Examples, b.Examples))
	})
	return order
}

// argmax is the place of the greatest value, the first of equals.
func argmax(v []float64) int {
	best := 0
	for i := range v {
		if v[i] > v[best] {
			best = i
		}
	}
	return best
}
