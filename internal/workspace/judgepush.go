package workspace

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/caplo/caplo/internal/agent"
)

// judge refuses a push of what validate refuses: what would stand after it, by
// the same rules. Only what is wrong with what is pushed counts: mistakes that
// others made before are not this push's.
func (p *planner) judge(plan agent.Plan) error {
	j := &judging{tx: p.tx, heads: p.heads, pushed: map[agent.ID]string{}}
	mine := map[agent.ID]bool{}
	for _, d := range p.m.Resources {
		mine[d.ID] = true
		j.pushed[d.ID] = d.Digest
	}
	suites := map[string]agent.Digested{}
	for _, d := range p.m.Suites {
		suites[d.Key] = d
		mine[agent.ID{Kind: agent.KindAgent, Key: d.Key}] = true
	}
	ids, named := p.doubtful(plan)
	for _, id := range ids {
		var evals json.RawMessage
		if !named[id] {
			var err error
			if evals, err = p.evals(id, suites); err != nil {
				return err
			}
		}
		if err := j.add(id, evals); err != nil {
			return err
		}
	}
	errs, _ := split(j.problems(func(q agent.Problem) bool { return mine[q.Ref.ID] }))
	if len(errs) > 0 {
		return invalid(errs)
	}
	return nil
}

// doubtful lists what has to be judged: what the plan changes, whatever reaches
// that, what those reach, and, where an agent may have got another's name, all
// agents. Of those that are named, nothing but the name is in doubt, but they are
// judged with all that they reach, or they would seem to refer to nothing.
func (p *planner) doubtful(plan agent.Plan) (ids []agent.ID, named map[agent.ID]bool) {
	g := p.graph()
	changed, renamed := changes(plan)
	from := g.reaching(changed)
	whole := g.reached(from)
	named = map[agent.ID]bool{}
	for _, d := range p.m.Resources {
		if renamed && d.Kind == agent.KindAgent {
			named[d.ID] = !whole[d.ID]
			from[d.ID] = true
		}
	}
	in := g.reached(from)
	for _, d := range p.m.Resources {
		if in[d.ID] {
			ids = append(ids, d.ID)
			delete(in, d.ID)
		}
	}
	for id := range in { // reached, and not pushed; the rules sort
		ids = append(ids, id)
	}
	return ids, named
}

// changes are the resources that a plan changes, and agents by their cases; renamed
// is whether an agent gets a name.
func changes(plan agent.Plan) (changed map[agent.ID]bool, renamed bool) {
	changed = map[agent.ID]bool{}
	for _, c := range plan.Resources {
		if c.Change == agent.Unchanged {
			continue
		}
		changed[c.ID] = true
		renamed = renamed || c.Kind == agent.KindAgent && (c.Change == agent.Created || slices.Contains(c.Fields, "name"))
	}
	for _, c := range plan.Suites {
		if c.Differs() {
			changed[agent.ID{Kind: agent.KindAgent, Key: c.Agent}] = true
		}
	}
	return changed, renamed
}

// evals is an agent's list of cases, if the push says which those are.
func (p *planner) evals(id agent.ID, suites map[string]agent.Digested) (json.RawMessage, error) {
	d, ok := suites[id.Key]
	if id.Kind != agent.KindAgent || !ok {
		return nil, nil
	}
	from := p.heads[d.ID]
	if then, ok := p.exact[d.ID]; ok {
		from = then
	} else if from.Digest != d.Digest {
		return p.body(d.Digest)
	}
	list, err := p.stored(from)
	if err != nil {
		return nil, err
	}
	out, err := json.Marshal(casesOf(list))
	if err != nil {
		return nil, fmt.Errorf("write the cases of %s: %w", id.Key, err)
	}
	return out, nil
}

// graph is what refers to what once the push is applied.
type graph map[agent.ID][]agent.ID

func (p *planner) graph() graph {
	g := graph{}
	for id, h := range p.heads {
		if !p.gone[id] {
			g[id] = h.Refs
		}
	}
	for _, d := range p.m.Resources {
		if refs, err := p.refs(d); err == nil { // the plan has read them all
			g[d.ID] = refs
		}
	}
	return g
}

// reached adds to some resources all that they reach.
func (g graph) reached(from map[agent.ID]bool) map[agent.ID]bool {
	return spread(from, g)
}

// reaching adds to some resources all that reach them.
func (g graph) reaching(to map[agent.ID]bool) map[agent.ID]bool {
	back := graph{}
	for id, refs := range g {
		for _, ref := range refs {
			back[ref] = append(back[ref], id)
		}
	}
	return spread(to, back)
}

func spread(from map[agent.ID]bool, g graph) map[agent.ID]bool {
	out := map[agent.ID]bool{}
	var todo []agent.ID
	for id := range from {
		todo = append(todo, id)
	}
	for len(todo) > 0 {
		id := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if out[id] {
			continue
		}
		out[id] = true
		todo = append(todo, g[id]...)
	}
	return out
}
