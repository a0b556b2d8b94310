package project

import (
	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/project/yamltree"
)

// onPaper tells one mistake on paper from another: what is written once and
// stands in several places, by aliases and merge keys, is wrong once.
type onPaper struct {
	file, rule, message string
	at                  diag.Range
}

// once keeps one diagnostic of each mistake on paper: the one at the anchor,
// where it has to be mended. values are what the diagnostics are about. An alias
// stays named where its value is right at the anchor and wrong here.
func once(ds []diag.Diagnostic, values []yamltree.Value) []diag.Diagnostic {
	written := func(i int) (p onPaper, aliased, ok bool) {
		if !values[i].Shared() {
			return p, false, false
		}
		here := ds[i].Range
		if there := values[i].Anchor(); here == values[i].Range() && here != there {
			here, aliased = there, true
		}
		return onPaper{ds[i].File, ds[i].Rule, ds[i].Message, here}, aliased, true
	}
	atAnchor := map[onPaper]int{}
	for i := range ds {
		if p, aliased, ok := written(i); ok && !aliased {
			if _, seen := atAnchor[p]; !seen {
				atAnchor[p] = i
			}
		}
	}
	out := make([]diag.Diagnostic, 0, len(ds))
	for i, d := range ds {
		p, _, ok := written(i)
		if first, seen := atAnchor[p]; ok && seen && first != i {
			continue
		}
		out = append(out, d)
	}
	return out
}
