package workspace

import (
	"github.com/caplo/caplo/internal/agent"
)

// write makes the plan's changes the heads of revision n.
func (p *planner) write(n int64, plan agent.Plan) error {
	for i, c := range plan.Resources {
		d := p.m.Resources[i]
		if c.Change == agent.Unchanged {
			continue
		}
		refs, err := p.refs(d)
		if err != nil {
			return err
		}
		h := Head{ID: d.ID, Revision: n, Digest: d.Digest, Body: d.Digest, Project: p.owner(d.ID), Refs: refs}
		if err := p.tx.PutHead(h); err != nil {
			return err
		}
	}
	for i, c := range plan.Suites {
		if d := p.m.Suites[i]; c.Differs() || p.reordered(d) {
			if err := p.writeSuite(n, d); err != nil {
				return err
			}
		}
	}
	for _, id := range sorted(p.gone) {
		if err := p.tx.DropHead(id, n); err != nil {
			return err
		}
	}
	return nil
}

// owner is the project that a written head will belong to. Who pushes no project
// leaves that as it is, or as it was.
func (p *planner) owner(id agent.ID) string {
	if !p.m.File {
		return p.m.Project
	}
	of := agent.ID{Kind: agent.KindAgent, Key: id.Key}
	for _, h := range []Head{p.heads[id], p.exact[id]} {
		if h.Revision > 0 {
			return h.Project
		}
	}
	if id.Kind == agent.KindSuite {
		return p.heads[of].Project
	}
	return ""
}
