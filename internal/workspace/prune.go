package workspace

import (
	"slices"

	"github.com/caplo/caplo/internal/agent"
)

// checkPrune refuses to prune where it cannot be told what the project has: a
// folder that could not be read must never mean that all of it is to go.
func checkPrune(m agent.Manifest) error {
	names := func(d agent.Digested) bool { return d.Kind == agent.KindAgent }
	p := &Problem{Code: InvalidRequest}
	switch {
	case !m.Prune:
		return nil
	case m.File:
		p.Message = "a push of a single file cannot prune: it does not name all of a project"
		p.Hint = "push the project instead"
	case m.Project == "":
		p.Message = "only a project with a name can prune: without one nobody knows what it pushed earlier"
		p.Hint = "name it in caplo.yaml: project: NAME"
	case !slices.ContainsFunc(m.Resources, names):
		p.Message = "a push that names no agent cannot prune: it would delete all that the project pushed"
		p.Hint = "check that the project's files are there"
	default:
		return nil
	}
	return p
}

// pruned is what the project pushed earlier and no longer has. An agent's suite
// goes with it, whoever changed that last.
func (p *planner) pruned() map[agent.ID]bool {
	gone := map[agent.ID]bool{}
	if !p.m.Prune {
		return gone
	}
	for id := range p.unnamed() {
		gone[id] = true
		suite := agent.ID{Kind: agent.KindSuite, Key: id.Key}
		if _, ok := p.heads[suite]; ok && id.Kind == agent.KindAgent {
			gone[suite] = true
		}
	}
	return gone
}

// unnamed is what the project pushed and the manifest does not name.
func (p *planner) unnamed() map[agent.ID]bool {
	named, out := map[agent.ID]bool{}, map[agent.ID]bool{}
	for _, d := range p.m.Resources {
		named[d.ID] = true
	}
	for id, h := range p.heads {
		if pushable(id.Kind) && h.Project == p.m.Project && !named[id] {
			out[id] = true
		}
	}
	return out
}

// left is what stays of the project though a push of all of it does not name it.
func (p *planner) left() []agent.ID {
	if !p.m.Whole || p.m.Prune || p.m.Project == "" {
		return nil
	}
	return sorted(p.unnamed())
}

func (p *planner) deletions() []agent.Deletion {
	var out []agent.Deletion
	for _, id := range sorted(p.gone) {
		if id.Kind == agent.KindSuite {
			continue
		}
		d := agent.Deletion{ID: id}
		if id.Kind == agent.KindAgent {
			d.Cases = p.heads[agent.ID{Kind: agent.KindSuite, Key: id.Key}].Cases
		}
		out = append(out, d)
	}
	return out
}
