package rules

import (
	"slices"
	"strings"

	"github.com/caplo/caplo/internal/agent"
)

// nearest finds the candidate that word is most likely a slip of. It is empty
// where none is near, where two are equally near, or where the two say the
// opposite of each other.
func nearest(word string, candidates []string) string {
	best, bestDistance, tied := "", len(word)+1, false
	for _, c := range candidates {
		d := slip(word, c)
		switch {
		case d > bestDistance || d > allowed(word) || opposed(word, c):
		case d < bestDistance:
			best, bestDistance, tied = c, d, false
		case plainWord(c) != plainWord(best):
			tied = true
		}
	}
	if tied {
		return ""
	}
	return best
}

// certain reports whether a word is a slip of another beyond doubt: other case
// or joints, or one letter. What is further away may be another word.
func certain(word, meant string) bool { return slip(word, meant) <= 1 && !opposed(word, meant) }

// Nearest is nearest for those who name things outside of rules: selectors,
// commands.
func Nearest(word string, candidates []string) string { return nearest(word, candidates) }

// allowed is how many slips are taken for the same word.
func allowed(word string) int {
	switch n := len([]rune(word)); {
	case n <= 3:
		return 1
	case n <= 7:
		return 2
	default:
		return 3
	}
}

// slip counts the slips between two words; other case, dashes and underscores
// are none.
func slip(a, b string) int {
	x, y := plainWord(a), plainWord(b)
	if x == y {
		return 0
	}
	return distance([]rune(x), []rune(y))
}

var wordJoints = strings.NewReplacer("_", "", "-", "", " ", "")

func plainWord(s string) string { return wordJoints.Replace(strings.ToLower(s)) }

// distance counts insertions, deletions, changes and swaps of neighbours
// (optimal string alignment).
func distance(a, b []rune) int {
	if len(a) > 100 || len(b) > 100 {
		return max(len(a), len(b))
	}
	before, last, row := []int{}, make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, make([]int, len(b)+1)
	}
	return last[len(b)]
}

// didYouMean is a hint for a word that names nothing.
func didYouMean(word string, candidates []string, otherwise string) string {
	if s := nearest(word, candidates); s != "" {
		return "did you mean " + s + "?"
	}
	if len(candidates) > 0 && len(candidates) <= 12 {
		sorted := slices.Clone(candidates)
		slices.Sort(sorted)
		return "there is " + strings.Join(slices.Compact(sorted), ", ")
	}
	return otherwise
}

func keysOf[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

func toolNames(s *agent.Set) []string {
	var out []string
	for _, key := range keysOf(s.Tools) {
		for _, t := range s.Tools[key].Tools {
			if t.Name != "" {
				out = append(out, key+"/"+t.Name)
			}
		}
	}
	return out
}
