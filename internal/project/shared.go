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

// atAnchors leaves out what is said of an alias and of its anchor as well, where it
// has to be mended. values are what the diagnostics are about. An alias stays
// named where its value is right at the anchor and wrong here. What is said twice
// of the same characters is left to once.
func atAnchors(ds []diag.Diagnostic, values []yamltree.Value) []diag.Diagnostic {
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
		p, aliased, ok := written(i)
		if _, seen := atAnchor[p]; ok && aliased && seen {
			continue
		}
		out = append(out, d)
	}
	return out
}
