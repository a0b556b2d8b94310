package workspace

import (
	"slices"
	"sort"

	"github.com/caplo/caplo/internal/agent"
)

// outside lists what was changed outside of the project since it pushed last and
// what the plan would undo. What the project has taken over since, by a pull, is
// not in it: the plan leaves that as it is.
func (p *planner) outside(plan agent.Plan) ([]agent.Outside, error) {
	if p.exact != nil {
		return nil, nil // to bring something back is to overwrite what came after
	}
	o := &overwriting{planner: p, plans: map[int64]agent.Plan{}, stamps: newStamps(p.tx)}
	for _, c := range plan.Resources {
		if c.Change == agent.Updated {
			o.add(c.ID, fieldsOverwritten(c.Fields))
		}
	}
	for _, c := range plan.Suites {
		if c.Differs() {
			o.add(agent.ID{Kind: agent.KindSuite, Key: c.Agent}, casesOverwritten(c))
		}
	}
	for _, id := range sorted(p.gone) {
		o.add(id, func(d done) []string { return d.names() })
	}
	sort.SliceStable(o.out, func(i, j int) bool { return o.out[i].Revision < o.out[j].Revision })
	return o.out, o.err
}

// overwriting gathers changes that a push overwrites.
type overwriting struct {
	*planner
	stamps *stamps
	plans  map[int64]agent.Plan
	out    []agent.Outside
	err    error
}

// done is what a revision did to a resource or suite.
type done struct {
	fields []string // of a resource
	suite  agent.SuiteChange
}

// names are the fields, or the cases that were added, changed or removed.
func (d done) names() []string {
	if d.suite.Agent != "" {
		return touched(d.suite)
	}
	return d.fields
}

// add goes back through a head's history to the project's own last push of it. keep
// names which of the fields or cases that a change touched are overwritten.
func (o *overwriting) add(id agent.ID, keep func(done) []string) {
	if _, ok := o.heads[id]; !ok || o.err != nil {
		return
	}
	var past []Head
	if past, o.err = o.tx.History(id); o.err != nil {
		return
	}
	for _, h := range past {
		r, err := o.stamps.of(h.Revision)
		if err != nil || o.own(r) || h.Deleted {
			o.err = err
			return
		}
		if o.err = o.change(id, r, keep); o.err != nil {
			return
		}
	}
}

// own reports whether a revision is a push of this project. For a single file any
// push from files is: it cannot tell whose file it is.
func (p *planner) own(r Revision) bool {
	if p.m.File {
		return r.Origin == OriginPush || r.Origin == OriginFile
	}
	return r.Origin == OriginPush && r.Project == p.m.Project
}

func (o *overwriting) change(id agent.ID, r Revision, keep func(done) []string) error {
	plan, err := o.planOf(r.Number)
	if err != nil {
		return err
	}
	c := agent.Outside{ID: id, Revision: r.Number, Created: r.Created, Author: r.Author, Origin: r.Origin}
	did := did(plan, id)
	kept := keep(did)
	if len(did.names()) > 0 && len(kept) == 0 {
		return nil
	}
	if id.Kind == agent.KindSuite {
		c.Cases = kept
	} else {
		c.Fields = kept
	}
	o.out = append(o.out, c)
	return nil
}

func (o *overwriting) planOf(number int64) (agent.Plan, error) {
	if plan, ok := o.plans[number]; ok {
		return plan, nil
	}
	r, _, err := o.tx.Revision(number)
	o.plans[number] = r.Plan
	return r.Plan, err
}

// did is what a plan changed of a resource or suite. A resource that it created has
// no fields.
func did(plan agent.Plan, id agent.ID) done {
	for _, c := range plan.Resources {
		if c.ID == id {
			return done{fields: c.Fields}
		}
	}
	for _, c := range plan.Suites {
		if id.Kind == agent.KindSuite && c.Agent == id.Key {
			return done{suite: c}
		}
	}
	return done{}
}

// touched names the cases that a change of a suite added, changed or removed.
func touched(c agent.SuiteChange) []string {
	out := slices.Concat(c.Added, c.Removed)
	for _, one := range c.Changed {
		out = append(out, one.Name)
	}
	return out
}

// fieldsOverwritten finds those fields that a push changes too.
func fieldsOverwritten(by []string) func(done) []string {
	return func(d done) []string {
		return slices.DeleteFunc(slices.Clone(d.fields), func(f string) bool { return !slices.Contains(by, f) })
	}
}

// casesOverwritten finds those cases of which a push changes what was changed: a
// field of a case, or all of it where either side added or removed it.
func casesOverwritten(by agent.SuiteChange) func(done) []string {
	pushed := fieldsByCase(by)
	return func(d done) []string {
		changed := fieldsByCase(d.suite)
		return slices.DeleteFunc(d.names(), func(name string) bool {
			key := agent.NameKey(name)
			mine, ok := pushed[key]
			theirs := changed[key]
			return !ok || mine != nil && theirs != nil && !slices.ContainsFunc(mine, func(f string) bool { return slices.Contains(theirs, f) })
		})
	}
}

// fieldsByCase are the fields that a change touches of each case; nil means all.
func fieldsByCase(c agent.SuiteChange) map[string][]string {
	out := map[string][]string{}
	for _, one := range c.Changed {
		out[agent.NameKey(one.Name)] = one.Fields
	}
	for _, name := range slices.Concat(c.Added, c.Removed) {
		out[agent.NameKey(name)] = nil
	}
	return out
}
