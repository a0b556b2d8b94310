package rehearsal

import (
	"sort"
)

// rank sorts the sub-agents and tools that fit the message, best first.
func (t *turn) rank() []*offered {
	var fit []*offered
	for _, o := range t.offers {
		if !builtIn(o.tool.Name) && t.fits(o) {
			fit = append(fit, o)
		}
	}
	sort.SliceStable(fit, func(i, j int) bool {
		a, b := fit[i], fit[j]
		if d := a.worth() - b.worth(); d > 1e-9 || d < -1e-9 {
			return d > 0
		}
		if a.delegate != b.delegate {
			return a.delegate
		}
		return a.reads && !b.reads
	})
	return fit
}

// worth adds to the score what the form of a value tells; a sub-agent takes
// any message and is not put behind for it.
func (o *offered) worth() float64 {
	if o.delegate || o.solid {
		return o.score + 0.5
	}
	return o.score
}

// claim is what a sentence of the instructions has to reach to be followed
// instead: where the message holds what the tool takes, the tool knows more.
func (o *offered) claim() float64 {
	if o.solid && o.filled {
		return o.worth()
	}
	return o.score
}

func (t *turn) fits(o *offered) bool {
	covered := o.score >= least && t.q.coverage(o.doc) >= 0.2
	switch {
	case o.delegate:
		return covered
	case o.reads:
		return covered || o.solid && o.filled && (o.score > 0 || len(t.q.stems) < 3)
	default:
		return (covered || o.solid && o.score > 0) && t.meant(o)
	}
}

// meant reports whether the message speaks of what a tool that changes
// something does, not only of what it does it to.
func (t *turn) meant(o *offered) bool {
	asked := setOf(t.q.stems)
	for _, n := range o.name {
		own := asked[n]
		for _, other := range t.offers {
			if other != o && !other.delegate && !builtIn(other.tool.Name) && setOf(other.name)[n] {
				own = false
			}
		}
		if own {
			return true
		}
	}
	telling := 0
	for _, s := range t.q.stems {
		if o.doc[s] && t.weights[s] == 1 {
			telling++
		}
	}
	return telling >= 2
}
