package yamltree

import "encoding/json"

// maxTable bounds the work of comparing two lists.
const maxTable = 1 << 20

// match says for each wanted entry which of a list's entries it is, -1 for none.
// Entries keep their order, and what is the same stays.
func match(have []Value, want []any, shape *Shape) []int {
	pairs := make([]int, len(want))
	for j := range pairs {
		pairs[j] = -1
	}
	from := 0
	for from < len(have) && from < len(want) && have[from].Says(want[from]) {
		pairs[from] = from
		from++
	}
	to, end := len(have), len(want)
	for to > from && end > from && have[to-1].Says(want[end-1]) {
		to, end = to-1, end-1
		pairs[end] = to
	}
	matchMiddle(pairs, have[:to], want[:end], from, shape)
	return pairs
}

func matchMiddle(pairs []int, have []Value, want []any, from int, shape *Shape) {
	old, oldNamed := known(have[from:], shape)
	wanted := make([]string, len(want)-from)
	newNamed := make([]bool, len(wanted))
	for j := range wanted {
		wanted[j], newNamed[j] = identity(want[from+j], shape)
	}
	i, j := 0, 0
	for _, p := range append(common(old, wanted), [2]int{len(old), len(wanted)}) {
		for ; i < p[0] && j < p[1]; i, j = i+1, j+1 { // what lies between may be the same, changed
			if !oldNamed[i] && !newNamed[j] && alike(have[from+i], want[from+j]) {
				pairs[from+j] = from + i
			}
		}
		if p[1] < len(wanted) {
			pairs[from+p[1]] = from + p[0]
		}
		i, j = p[0]+1, p[1]+1
	}
}

func known(have []Value, shape *Shape) (ids []string, named []bool) {
	ids, named = make([]string, len(have)), make([]bool, len(have))
	for i, v := range have {
		ids[i], named[i] = identity(v.JSON(), shape)
	}
	return ids, named
}

// identity is what an entry is told from others by: its name, or all of it.
func identity(entry any, shape *Shape) (id string, named bool) {
	if name, ok := shape.named(entry); ok {
		return "n" + name, true
	}
	text, _ := json.Marshal(entry)
	return string(text), false
}

// alike reports whether a value can become another by edits.
func alike(v Value, want any) bool {
	switch want.(type) {
	case map[string]any:
		return v.Kind() == Map
	case []any:
		return v.Kind() == List
	}
	return !v.holds()
}

// common is the longest common subsequence of two lists, as pairs of indices.
func common(a, b []string) (out [][2]int) {
	if len(a)*len(b) > maxTable {
		return nil
	}
	width := len(b) + 1
	best := make([]int32, (len(a)+1)*width)
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			best[i*width+j] = max(best[(i+1)*width+j], best[i*width+j+1])
			if a[i] == b[j] {
				best[i*width+j] = best[(i+1)*width+j+1] + 1
			}
		}
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			out = append(out, [2]int{i, j})
			i, j = i+1, j+1
		case best[(i+1)*width+j] >= best[i*width+j+1]:
			i++
		default:
			j++
		}
	}
	return out
}
