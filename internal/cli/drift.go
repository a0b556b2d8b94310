package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/project"
	"github.com/caplo/caplo/internal/workspace"
)

// drift is how the workspace differs from a project's files: what a push would
// change, seen from the workspace.
type drift struct {
	*connection
	project *project.Project
	chosen  chosen
	have    []agent.Digested             // what the files say,
	bodies  map[agent.ID]json.RawMessage // and how,
	suites  map[string][]agent.Case      // suites by their agents
	state   api.State
	items   []driftItem // by id
}

// driftItem is what the workspace has and the files do not say.
type driftItem struct {
	api.Item
	here  bool            // the files have another one
	body  json.RawMessage // canonical; not of a suite
	cases []agent.Case    // of a suite
}

// outside means that no push of this project wrote it.
func (d *drift) outside(i driftItem) bool {
	return i.Origin != workspace.OriginPush || i.Project != d.project.Config.Project
}

// compare asks a project's workspace how it differs from the files of what is
// selected. Close it.
func (env *Env) compare(ctx context.Context, p *project.Project, selectors []string, wait time.Duration) (*drift, error) {
	which, err := choose(p, selectors)
	if err != nil {
		return nil, err
	}
	conn, err := connect(ctx, env, p, reach{concurrency: 1, wait: wait})
	if err != nil {
		return nil, err
	}
	d, err := newDrift(conn, p, which)
	if err == nil {
		err = env.onLines(p, d.read(ctx))
	}
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	env.sayUnlisted(d)
	return d, nil
}

// newDrift gathers what the files say of the chosen agents and of all that they
// reach.
func newDrift(conn *connection, p *project.Project, c chosen) (*drift, error) {
	s, err := newPush(conn.Client, p, c.here)
	if err != nil {
		return nil, err
	}
	return &drift{connection: conn, project: p, chosen: c, have: s.have(), bodies: s.bodies, suites: s.cases}, nil
}

// read asks the workspace how it differs, and for the bodies; again where somebody
// pushed in between.
func (d *drift) read(ctx context.Context) error {
	for n := 1; ; n++ {
		err := d.once(ctx)
		if n == pushTries || err == nil || codeOf(err) != workspace.PushConflict {
			return err
		}
	}
}

func (d *drift) once(ctx context.Context) error {
	if err := d.ask(ctx); err != nil {
		return err
	}
	if err := d.chosen.found(d.state); err != nil {
		return err
	}
	expect := make([]agent.Expect, len(d.state.Items))
	for i, item := range d.state.Items {
		expect[i] = agent.Expect{ID: item.ID, Revision: item.Revision}
	}
	bodies, err := d.Client.Bodies(ctx, expect)
	if err != nil {
		return err
	}
	d.items = make([]driftItem, len(bodies))
	for i, r := range bodies {
		item := driftItem{Item: d.state.Items[i]}
		item.here = d.says(item.ID)
		if err := item.read(r.Body); err != nil {
			return err
		}
		d.items[i], bodies[i].Body = item, nil // the text was read
	}
	return nil
}

// says reports whether the files say anything of it.
func (d *drift) says(id agent.ID) (ok bool) {
	if id.Kind == agent.KindSuite {
		_, ok = d.suites[id.Key]
	} else {
		_, ok = d.bodies[id]
	}
	return ok
}

// ask asks how the workspace differs. Where it names what the files have and the
// question did not, since only the workspace reaches it from there, it is asked
// with that as well.
func (d *drift) ask(ctx context.Context) (err error) {
	for {
		ask := api.AskState{
			Project: d.project.Config.Project, Selected: d.chosen.asked,
			All: d.chosen.all && d.project.Config.Project != "", Have: d.have,
		}
		if d.state, err = d.Client.State(ctx, ask); err != nil {
			return err
		}
		if err := checkState(d.state); err != nil {
			return err
		}
		slices.SortFunc(d.state.Items, func(a, b api.Item) int { return order(a.ID, b.ID) })
		slices.SortFunc(d.state.Missing, order)
		if !d.widen() {
			return nil
		}
	}
}

// widen adds what the files have of what the workspace named. It reports whether
// that was anything.
func (d *drift) widen() bool {
	before := len(d.have)
	for _, item := range d.state.Items {
		if _, known := d.bodies[item.ID]; known || item.Kind == agent.KindSuite || !d.project.Has(item.ID) {
			continue
		}
		for _, r := range d.project.Resources() {
			if r.ID == item.ID {
				d.bodies[r.ID] = r.Body
				d.have = append(d.have, agent.Digested{ID: r.ID, Digest: agent.ResourceDigest(r.Kind, r.Body)})
			}
		}
	}
	return len(d.have) > before
}

// read takes a body over, if it is the one that the state named.
func (i *driftItem) read(body json.RawMessage) error {
	strange := &failure{
		msg:  fmt.Sprintf("the workspace answered with another %s than it named", i.ID),
		hint: "try again; if it stays, check that the workspace and this caplo are of like version",
	}
	if i.Kind == agent.KindSuite {
		if json.Unmarshal(body, &i.cases) != nil || agent.SuiteDigest(i.cases) != i.Digest {
			return strange
		}
		i.cases = append([]agent.Case{}, i.cases...) // never nil: that would mean no list
		return nil
	}
	canonical, err := agent.Canonical(body)
	if err != nil || agent.ResourceDigest(i.Kind, canonical) != i.Digest {
		return strange
	}
	i.body = canonical
	return nil
}

// checkState refuses what cannot be the name of a resource: a workspace decides
// over no path of this machine.
func checkState(s api.State) error {
	ids := slices.Clone(s.Missing)
	for _, item := range s.Items {
		ids = append(ids, item.ID)
	}
	for _, u := range s.Unlisted {
		ids = append(ids, agent.ID{Kind: agent.KindSuite, Key: u.Agent})
	}
	seen := map[agent.ID]bool{}
	for _, id := range ids {
		known := slices.Contains([]agent.Kind{agent.KindAgent, agent.KindTools, agent.KindKnowledge, agent.KindSuite}, id.Kind)
		if !known || !agent.ValidKey(id.Key) || seen[id] {
			return &failure{
				msg:  fmt.Sprintf("the workspace names %q, which is no resource, or names it twice; nothing was changed", id.String()),
				hint: "check that the address is a workspace's",
			}
		}
		seen[id] = true
	}
	return nil
}

func order(a, b agent.ID) int {
	switch {
	case a == b:
		return 0
	case a.Less(b):
		return -1
	}
	return 1
}

// chosen is which agents a comparison is about.
type chosen struct {
	asked []string // keys, of the files or not
	here  []string // those that the files have
	all   bool     // all of the project
}

// choose resolves the selectors of commands that know the workspace's agents as
// well.
func choose(p *project.Project, selectors []string) (chosen, error) {
	c := chosen{all: len(selectors) == 0, asked: []string{}}
	for _, s := range selectors {
		key, isKey := strings.CutPrefix(s, "agent/")
		switch {
		case s == "agent/*":
			c.all = true
		case isKey && agent.ValidKey(key):
			c.asked = append(c.asked, key)
		default:
			if _, err := selected(p, []string{s}); err != nil {
				return c, err
			}
		}
	}
	if c.all {
		c.asked = append(c.asked, p.Agents()...)
	}
	slices.Sort(c.asked)
	c.asked = slices.Compact(c.asked)
	for _, key := range c.asked {
		if p.Has(agent.ID{Kind: agent.KindAgent, Key: key}) {
			c.here = append(c.here, key)
		}
	}
	return c, nil
}

// found holds that each agent is somewhere.
func (c chosen) found(s api.State) error {
	for _, key := range c.asked {
		id := agent.ID{Kind: agent.KindAgent, Key: key}
		there := slices.ContainsFunc(s.Items, func(i api.Item) bool { return i.ID == id })
		if !there && !slices.Contains(c.here, key) {
			return usagef("selectors are agent/KEY and agent/*", "agent/%s selects nothing: neither the files nor the workspace have it", key)
		}
	}
	return nil
}
