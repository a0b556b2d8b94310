package workspace

import (
	"fmt"

	"github.com/caplo/caplo/internal/agent"
)

// expect lists the revisions on which the plan rests: of all that is named, of all
// that it refers to and of all that goes.
func (p *planner) expect() ([]agent.Expect, error) {
	seen := map[agent.ID]bool{}
	out := []agent.Expect{}
	add := func(id agent.ID) {
		if !seen[id] {
			seen[id] = true
			out = append(out, agent.Expect{ID: id, Revision: p.heads[id].Revision})
		}
	}
	err := p.each(func(d agent.Digested) error {
		add(d.ID)
		refs, err := p.refs(d)
		for _, ref := range refs {
			add(ref)
		}
		return err
	})
	for _, id := range sorted(p.gone) {
		add(id)
	}
	return out, err
}

func (p *planner) checkExpect(expect []agent.Expect) error {
	seen := map[agent.ID]bool{}
	for _, e := range expect {
		seen[e.ID] = true
		if p.heads[e.ID].Revision != e.Revision {
			return movedOn(e.ID)
		}
	}
	all, err := p.expect()
	for _, e := range all {
		if !seen[e.ID] && p.gone[e.ID] {
			return movedOn(e.ID) // it came since, or it would have been named
		}
		if !seen[e.ID] {
			return &Problem{Code: InvalidRequest, Message: fmt.Sprintf("the push does not say at which revision it saw %s", e.ID)}
		}
	}
	return err
}

func movedOn(id agent.ID) *Problem {
	return &Problem{
		Code:    PushConflict,
		Message: fmt.Sprintf("%s was changed by somebody else while this push was under way", id),
		Hint:    "push again",
	}
}
