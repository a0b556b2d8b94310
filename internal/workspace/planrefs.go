package workspace

import (
	"fmt"

	"github.com/caplo/caplo/internal/agent"
)

// checkRefs refuses a push that would leave a draft referring to nothing, or a
// suite without its agent.
func (p *planner) checkRefs() error {
	pushed := map[agent.ID]bool{}
	for _, d := range p.m.Resources {
		pushed[d.ID] = true
	}
	there := func(id agent.ID) bool {
		_, ok := p.heads[id]
		return pushed[id] || ok && !p.gone[id]
	}
	for _, d := range p.m.Resources {
		refs, err := p.refs(d)
		if err != nil {
			return err
		}
		for _, ref := range refs {
			if !there(ref) {
				problem := p.dangling(d.ID, ref)
				problem.Problems = p.unmet(d, there)
				return problem
			}
		}
	}
	for _, d := range p.m.Suites {
		if !there(agent.ID{Kind: agent.KindAgent, Key: d.Key}) {
			return &Problem{Code: BrokenDraft, Message: fmt.Sprintf("the suite of %s has no agent", d.Key), Hint: "push the agent as well"}
		}
	}
	return p.checkKept(pushed)
}

func (p *planner) dangling(id, ref agent.ID) *Problem {
	switch {
	case p.gone[ref]:
		return &Problem{
			Code: BrokenDraft, Message: fmt.Sprintf("%s refers to %s, which this push would delete", id, ref),
			Hint: "bring its file back, or remove the reference",
		}
	case p.exact != nil:
		return &Problem{
			Code: BrokenDraft, Message: fmt.Sprintf("%s referred to %s then, which the workspace does not have any more", id, ref),
			Hint: "bring that back first",
		}
	}
	return &Problem{
		Code:    BrokenDraft,
		Message: fmt.Sprintf("%s refers to %s, which neither the push nor the workspace has", id, ref),
		Hint:    "push it as well, or remove the reference",
	}
}

// checkKept refuses to delete what somebody refers to whom this push does not name.
func (p *planner) checkKept(pushed map[agent.ID]bool) error {
	if len(p.gone) == 0 {
		return nil
	}
	kept := map[agent.ID]bool{}
	for id := range p.heads {
		kept[id] = !pushed[id] && !p.gone[id]
	}
	for _, id := range sorted(kept) {
		for _, ref := range p.heads[id].Refs {
			if kept[id] && p.gone[ref] {
				return &Problem{
					Code: BrokenDraft, Hint: "that reference has to go first, or the file has to come back",
					Message: fmt.Sprintf("%s%s still refers to %s, which this push would delete", id, ofProject(p.heads[id]), ref),
				}
			}
		}
	}
	return nil
}

func ofProject(h Head) string {
	if h.Project == "" {
		return ", which no project owns,"
	}
	return fmt.Sprintf(" of the project %q", h.Project)
}
