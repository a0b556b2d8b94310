package route

import (
	"cmp"
	"math"
	"slices"
)

// Weights of features before their rarity is known, chosen by accuracy on small
// routers over all intents of CLINC150 and BANKING77: neighbours say as much as
// words, each of a word's many runs of characters little, and function words
// half of what others do. Values near these do as well.
const (
	pairWeight   = 1.0
	gramWeight   = 0.2
	commonWeight = 0.5
)

// feature is one trait of a text: a word, a pair of neighbours or a run of
// characters, known by its hash.
type feature struct {
	hash    uint64
	word    bool
	content bool // a word that says what the text is about
	weight  float64
}

// Seeds keep the kinds of features apart.
const (
	wordSeed uint64 = 14695981039346656037 + iota
	pairSeed
	gramSeed
)

// features returns the traits of some terms, each once, sorted by hash.
func features(ts []term) []feature {
	fs := make([]feature, 0, 20*len(ts))
	for i, t := range ts {
		w := 1.0
		if t.common {
			w = commonWeight
		}
		fs = append(fs, feature{hashOf(wordSeed, t.stem), true, !t.common, w})
		if i > 0 {
			h := hashOf(mix(hashOf(pairSeed, ts[i-1].stem), ' '), t.stem)
			pw := pairWeight
			if t.common && ts[i-1].common {
				pw *= commonWeight
			}
			fs = append(fs, feature{hash: h, weight: pw})
		}
		fs = appendGrams(fs, t.word, gramWeight*w)
	}
	return merge(fs)
}

// appendGrams adds the runs of 3 to 5 characters of a word, its ends marked.
// They find related words, other endings and slips of the pen.
func appendGrams(fs []feature, word string, weight float64) []feature {
	rs := make([]rune, 1, 32)
	rs[0] = ' '
	for _, r := range word {
		rs = append(rs, r)
	}
	if len(rs) < 3 {
		return fs // one sign has no runs that its word does not have
	}
	rs = append(rs, ' ')
	for i := range rs {
		h := gramSeed
		for j := i; j < min(i+5, len(rs)); j++ {
			h = mix(h, uint64(rs[j]))
			if j >= i+2 {
				fs = append(fs, feature{hash: h, weight: weight})
			}
		}
	}
	return fs
}

// merge sorts features by hash and makes one of equal ones: the greatest
// weight, raised by the logarithm of how often they stand there.
func merge(fs []feature) []feature {
	slices.SortFunc(fs, func(a, b feature) int { return cmp.Compare(a.hash, b.hash) })
	out := fs[:0]
	for i := 0; i < len(fs); {
		f, j := fs[i], i+1
		for ; j < len(fs) && fs[j].hash == f.hash; j++ {
			f.weight = math.Max(f.weight, fs[j].weight)
			f.content = f.content || fs[j].content
		}
		if j > i+1 {
			f.weight *= 1 + math.Log(float64(j-i))
		}
		out = append(out, f)
		i = j
	}
	return out
}

// hashOf goes on with FNV-1a from a seed.
func hashOf(h uint64, s string) uint64 {
	for i := range len(s) {
		h = mix(h, uint64(s[i]))
	}
	return h
}

func mix(h, v uint64) uint64 { return (h ^ v) * 1099511628211 }
