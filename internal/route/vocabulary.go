package route

import (
	"math"
	"slices"
)

// vocabulary numbers the features of the texts learnt from and knows how rare
// each is.
type vocabulary struct {
	ids     map[uint64]int32
	rarity  []float64
	unseen  float64 // the rarity of any other feature
	content int     // how many words of content there are
}

// entry is one component of a text's vector.
type entry struct {
	id int32
	v  float64
}

// newVocabulary counts in how many texts each feature stands. Numbers follow
// the order of hashes, so that sums run in one order whatever the texts' order.
func newVocabulary(texts [][]feature) *vocabulary {
	type count struct {
		hash    uint64
		texts   int
		content bool
	}
	at := make(map[uint64]int)
	var counts []count
	for _, fs := range texts {
		for _, f := range fs {
			i, ok := at[f.hash]
			if !ok {
				i = len(counts)
				at[f.hash] = i
				counts = append(counts, count{hash: f.hash})
			}
			counts[i].texts++
			counts[i].content = counts[i].content || f.content
		}
	}
	slices.SortFunc(counts, func(a, b count) int {
		if a.hash < b.hash {
			return -1
		}
		return 1 // hashes are different here
	})
	n := float64(len(texts))
	v := &vocabulary{
		ids:    make(map[uint64]int32, len(counts)),
		rarity: make([]float64, len(counts)),
		unseen: math.Log(1+n) + 1,
	}
	for i, c := range counts {
		v.ids[c.hash] = int32(i)
		v.rarity[i] = math.Log((1+n)/float64(1+c.texts)) + 1
		if c.content {
			v.content++
		}
	}
	return v
}

// vector weighs features by rarity and scales them to length 1. Features never
// seen have no entry but count in the length, so that a message full of them
// is near nothing.
func (v *vocabulary) vector(fs []feature) []entry {
	vec := make([]entry, 0, len(fs))
	square := 0.0
	for _, f := range fs {
		id, ok := v.ids[f.hash]
		if !ok {
			square += f.weight * f.weight * v.unseen * v.unseen
			continue
		}
		x := f.weight * v.rarity[id]
		square += x * x
		vec = append(vec, entry{id, x})
	}
	scale := 1 / math.Sqrt(square)
	for i := range vec {
		vec[i].v *= scale
	}
	return vec
}
