package workspace

import (
	"encoding/json"
	"fmt"

	"github.com/caplo/caplo/internal/agent"
)

// planner works out one push inside one transaction.
type planner struct {
	w      *Workspace
	tx     Tx
	m      agent.Manifest
	heads  map[agent.ID]Head
	read   map[agent.ID][]agent.ID // references of what is pushed
	lists  map[string][]agent.Case // cases that were uploaded, by digest,
	listed int                     // and the bytes that were read of them
	gone   map[agent.ID]bool       // what is deleted, suites as well
	exact  map[agent.ID]Head       // what is restored: what the manifest names, as it was then
}

func (w *Workspace) newPlanner(tx Tx, m agent.Manifest) (*planner, error) {
	now, err := w.latest.read(tx)
	if err != nil {
		return nil, err
	}
	p := &planner{w: w, tx: tx, m: m, heads: now.heads, read: map[agent.ID][]agent.ID{}, lists: map[string][]agent.Case{}}
	p.gone = p.pruned()
	return p, nil
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
		var real string
		if d.Kind != agent.KindSuite {
			real = agent.ResourceDigest(d.Kind, body)
		} else if cases, err := p.uploaded(d.Digest); err == nil {
			real = agent.SuiteDigest(cases)
		}
		if real != d.Digest {
			return &Problem{Code: InvalidRequest, Message: fmt.Sprintf("what was uploaded for %s is of another kind", d.ID)}
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
	plan.Deleted = p.deletions()
	if err := p.checkRefs(); err != nil {
		return nil, err
	}
	var err error
	if plan.Unproved, err = p.unproved(*plan); err != nil {
		return nil, err
	}
	plan.Outside, err = p.outside(*plan)
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
	after, err := p.coming(d)
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
// no project pushed is anybody's, and a single file leaves things to their owner.
func (p *planner) otherOwner(h Head) string {
	if p.m.File || h.Project == "" || h.Project == p.m.Project {
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

// maxLists bounds the bytes of lists that are kept once they were read: all those of
// a large push would be more than everything else that it holds.
const maxLists = 4 << 20

// uploaded is a list of cases as it was uploaded. Of most pushes each is read once,
// however often it is needed.
func (p *planner) uploaded(digest string) ([]agent.Case, error) {
	if cases, ok := p.lists[digest]; ok {
		return cases, nil
	}
	body, err := p.body(digest)
	if err != nil {
		return nil, err
	}
	var cases []agent.Case
	if err := json.Unmarshal(body, &cases); err != nil {
		return nil, fmt.Errorf("read suite: %w", err)
	}
	if p.listed += len(body); p.listed <= maxLists {
		p.lists[digest] = cases
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
