package workspace

import (
	"encoding/json"
	"fmt"

	"github.com/caplo/caplo/internal/agent"
)

// planner works out one push inside one transaction.
type planner struct {
	w     *Workspace
	tx    Tx
	m     agent.Manifest
	heads map[agent.ID]Head
	read  map[agent.ID][]agent.ID // references of what is pushed
}

func (w *Workspace) newPlanner(tx Tx, m agent.Manifest) (*planner, error) {
	now, err := w.latest.read(tx)
	if err != nil {
		return nil, err
	}
	return &planner{w: w, tx: tx, m: m, heads: now.heads, read: map[agent.ID][]agent.ID{}}, nil
}

// each visits everything in the manifest: resources, then suites.
func (p *planner) each(visit func(agent.Digested) error) error {
	for _, list := range [][]agent.Digested{p.m.Resources, p.m.Suites} {
		for _, d := range list {
			if err := visit(d); err != nil {
				return err
			}
		}
	}
	return nil
}

// lacking lists what has to be uploaded: what differs from the head and is not
// stored yet.
func (p *planner) lacking() ([]agent.Digested, error) {
	var changed []agent.Digested
	digests := []string{}
	_ = p.each(func(d agent.Digested) error {
		if p.heads[d.ID].Digest != d.Digest {
			changed = append(changed, d)
			digests = append(digests, d.Digest)
		}
		return nil
	})
	missing, err := p.tx.LackingBodies(digests)
	if err != nil {
		return nil, err
	}
	lacks := map[string]bool{}
	for _, d := range missing {
		lacks[d] = true
	}
	out := []agent.Digested{}
	for _, d := range changed {
		if lacks[d.Digest] {
			out = append(out, d)
		}
	}
	return out, nil
}

// expect lists the revisions on which the plan rests: of all that is named and
// of all that it refers to.
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
	return out, err
}

func (p *planner) checkExpect(expect []agent.Expect) error {
	seen := map[agent.ID]bool{}
	for _, e := range expect {
		seen[e.ID] = true
		if p.heads[e.ID].Revision != e.Revision {
			return &Problem{
				Code:    PushConflict,
				Message: fmt.Sprintf("%s was changed by somebody else while this push was under way", e.ID),
				Hint:    "push again",
			}
		}
	}
	all, err := p.expect()
	for _, e := range all {
		if !seen[e.ID] {
			return &Problem{Code: InvalidRequest, Message: fmt.Sprintf("the push does not say at which revision it saw %s", e.ID)}
		}
	}
	return err
}

// checkBodies holds what the push would write against the ids that it would
// have: a body may have been uploaded under another.
func (p *planner) checkBodies() error {
	return p.each(func(d agent.Digested) error {
		if p.heads[d.ID].Digest == d.Digest {
			return nil
		}
		body, err := p.body(d.Digest)
		if err != nil {
			return err
		}
		if real, err := bodyDigest(d.Kind, body); err != nil || real != d.Digest {
			return &Problem{Code: InvalidRequest, Message: fmt.Sprintf("what was uploaded for %s is of another kind", d.ID), Err: err}
		}
		return nil
	})
}

func (p *planner) plan() (*agent.Plan, error) {
	plan := &agent.Plan{Resources: []agent.ResourceChange{}, Suites: []agent.SuiteChange{}, Unproved: []string{}}
	for _, d := range p.m.Resources {
		c, err := p.resource(d)
		if err != nil {
			return nil, err
		}
		plan.Resources = append(plan.Resources, c)
	}
	for _, d := range p.m.Suites {
		c, err := p.suite(d)
		if err != nil {
			return nil, err
		}
		plan.Suites = append(plan.Suites, c)
	}
	if err := p.checkRefs(); err != nil {
		return nil, err
	}
	var err error
	plan.Unproved, err = p.unproved(*plan)
	return plan, err
}

func (p *planner) resource(d agent.Digested) (agent.ResourceChange, error) {
	c := agent.ResourceChange{ID: d.ID, Change: agent.Unchanged, Fields: []string{}}
	head, ok := p.heads[d.ID]
	if !ok {
		c.Change = agent.Created
		return c, nil
	}
	if head.Digest == d.Digest {
		return c, nil
	}
	before, err := p.body(head.Body)
	if err != nil {
		return c, err
	}
	after, err := p.body(d.Digest)
	if err != nil {
		return c, err
	}
	c.Change, c.Fields, c.Owner = agent.Updated, agent.CompareFields(before, after), p.otherOwner(head)
	return c, nil
}

func (p *planner) suite(d agent.Digested) (agent.SuiteChange, error) {
	head := p.heads[d.ID]
	if head.Digest == d.Digest {
		c := agent.CompareCases(d.Key, nil, nil)
		c.Unchanged = head.Cases
		return c, nil
	}
	before, err := p.stored(head)
	if err != nil {
		return agent.SuiteChange{}, err
	}
	after, err := p.uploaded(d.Digest)
	if err != nil {
		return agent.SuiteChange{}, err
	}
	c := agent.CompareCases(d.Key, casesOf(before), after)
	if c.Differs() {
		c.Owner = p.otherOwner(head)
	}
	return c, nil
}

// otherOwner names the project that owns a head, where it is another one. What
// no project pushed is anybody's.
func (p *planner) otherOwner(h Head) string {
	if h.Project == "" || h.Project == p.m.Project {
		return ""
	}
	return h.Project
}

func (p *planner) body(digest string) (json.RawMessage, error) {
	body, ok, err := p.tx.Body(digest)
	if err == nil && !ok {
		err = fmt.Errorf("the body %s is gone", digest)
	}
	return body, err
}

func (p *planner) uploaded(digest string) ([]agent.Case, error) {
	body, err := p.body(digest)
	if err != nil {
		return nil, err
	}
	var cases []agent.Case
	if err := json.Unmarshal(body, &cases); err != nil {
		return nil, fmt.Errorf("read suite: %w", err)
	}
	return cases, nil
}

// refs is what a pushed resource refers to.
func (p *planner) refs(d agent.Digested) ([]agent.ID, error) {
	if d.Kind != agent.KindAgent {
		return nil, nil
	}
	if head, ok := p.heads[d.ID]; ok && head.Digest == d.Digest {
		return head.Refs, nil
	}
	if refs, ok := p.read[d.ID]; ok {
		return refs, nil
	}
	body, err := p.body(d.Digest)
	if err != nil {
		return nil, err
	}
	set := agent.NewSet()
	if err := set.Add(agent.Resource{ID: d.ID, Body: body}); err != nil {
		return nil, err
	}
	p.read[d.ID] = set.Refs(d.ID)
	return p.read[d.ID], nil
}

// checkRefs refuses a push that would leave a draft referring to nothing.
func (p *planner) checkRefs() error {
	pushed := map[agent.ID]bool{}
	for _, d := range p.m.Resources {
		pushed[d.ID] = true
	}
	for _, d := range p.m.Resources {
		refs, err := p.refs(d)
		if err != nil {
			return err
		}
		for _, ref := range refs {
			if _, ok := p.heads[ref]; !ok && !pushed[ref] {
				return &Problem{
					Code:    BrokenDraft,
					Message: fmt.Sprintf("%s refers to %s, which neither the push nor the workspace has", d.ID, ref),
					Hint:    "push it as well, or remove the reference",
				}
			}
		}
	}
	for _, d := range p.m.Suites {
		id := agent.ID{Kind: agent.KindAgent, Key: d.Key}
		if _, ok := p.heads[id]; !ok && !pushed[id] {
			return &Problem{Code: BrokenDraft, Message: fmt.Sprintf("the suite of %s has no agent", d.Key), Hint: "push the agent as well"}
		}
	}
	return nil
}

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
		h := Head{ID: d.ID, Revision: n, Digest: d.Digest, Body: d.Digest, Project: p.m.Project, Refs: refs}
		if err := p.tx.PutHead(h); err != nil {
			return err
		}
	}
	for i, c := range plan.Suites {
		if !c.Differs() {
			continue
		}
		if err := p.writeSuite(n, p.m.Suites[i]); err != nil {
			return err
		}
	}
	return nil
}
