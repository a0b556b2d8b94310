package knowledge

import (
	"cmp"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/caplo/caplo/internal/text"
)

// BM25's usual parameters: how soon a repeated word stops adding, and how much
// a long passage is held against it.
const (
	saturation = 1.2
	lengthPull = 0.75
)

// outerWeight is what a word of the file's name or of an outer heading counts:
// it says what a passage is about, but the passages beside it as well.
const outerWeight = 0.5

// Index finds passages. It is immutable and may be searched from many
// goroutines at once.
type Index struct {
	passages []Passage
	lengths  []float64 // in terms
	mean     float64   // of lengths
	postings map[string][]posting
}

// posting says how often a term stands in a passage.
type posting struct {
	passage int
	count   float64
}

// NewIndex cuts documents into passages and indexes their words, with those of
// the headings they stand under and of the document's file name.
func NewIndex(docs []Document) *Index {
	docs = slices.Clone(docs)
	slices.SortStableFunc(docs, func(a, b Document) int {
		return cmp.Or(cmp.Compare(a.Base, b.Base), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Text, b.Text))
	})
	x := &Index{postings: make(map[string][]posting)}
	for _, d := range docs {
		for _, p := range passages(d) {
			x.add(p)
		}
	}
	if len(x.passages) > 0 {
		x.mean /= float64(len(x.passages))
	}
	return x
}

func (x *Index) add(p Passage) {
	counts := make(map[string]float64)
	length := 0.0
	count := func(s string, each float64) {
		for _, w := range terms(s) {
			counts[w] += each
			length += each
		}
	}
	count(p.Text, 1)
	count(strings.TrimSuffix(path.Base(p.Path), path.Ext(p.Path)), outerWeight)
	for i, h := range p.Headings {
		if i == len(p.Headings)-1 {
			count(h, 1)
		} else {
			count(h, outerWeight)
		}
	}
	id := len(x.passages)
	for w, n := range counts {
		x.postings[w] = append(x.postings[w], posting{id, n})
	}
	x.passages = append(x.passages, p)
	x.lengths = append(x.lengths, length)
	x.mean += length
}

// Len is the number of passages.
func (x *Index) Len() int { return len(x.passages) }

// Search returns the n passages that answer a query best, best first; fewer
// where fewer share a word with it, function words not counted; none where none
// does. Equal ones stand in the order of base, path and line.
func (x *Index) Search(query string, n int) []Passage {
	words := terms(query)
	slices.Sort(words)
	scores := make([]float64, len(x.passages))
	var found []int
	for _, w := range slices.Compact(words) {
		weight := x.weight(w)
		for _, p := range x.postings[w] {
			if scores[p.passage] == 0 {
				found = append(found, p.passage)
			}
			scores[p.passage] += weight * x.frequency(p)
		}
	}
	slices.SortFunc(found, func(a, b int) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(a, b))
	})
	out := make([]Passage, 0, max(0, min(n, len(found))))
	for _, id := range found[:cap(out)] {
		p := x.passages[id]
		p.Headings = slices.Clone(p.Headings) // the index's own stay its own
		p.Score = scores[id]
		out = append(out, p)
	}
	return out
}

// weight is how much a term tells: the more, the fewer passages have it.
func (x *Index) weight(term string) float64 {
	has := float64(len(x.postings[term]))
	return math.Log1p((float64(len(x.passages)) - has + 0.5) / (has + 0.5))
}

// frequency is a term's saturated count in a passage of its length.
func (x *Index) frequency(p posting) float64 {
	length := 1 - lengthPull + lengthPull*x.lengths[p.passage]/x.mean
	return p.count * (saturation + 1) / (p.count + saturation*length)
}

// terms are the stems of a text's words, function words left out.
func terms(s string) []string {
	var out []string
	for _, w := range text.Words(s) {
		if !text.Common(w.Text) {
			out = append(out, text.Stem(w.Text))
		}
	}
	return out
}
