package workspace

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sort"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/trace"
)

// draft is an agent as it stands in the workspace, with all it reaches and its
// suite.
type draft struct {
	key    string
	bodies []agent.Digested // all that is reached, by digest
	digest string
	suite  Head
}

// headsByID reads every head.
func headsByID(tx Tx) (map[agent.ID]Head, error) {
	all, err := tx.AllHeads()
	if err != nil {
		return nil, err
	}
	heads := make(map[agent.ID]Head, len(all))
	for _, h := range all {
		heads[h.ID] = h
	}
	return heads, nil
}

// draftOf follows an agent's references through the heads.
func draftOf(heads map[agent.ID]Head, key string) (draft, error) {
	root := agent.ID{Kind: agent.KindAgent, Key: key}
	if _, ok := heads[root]; !ok {
		return draft{}, noAgent(key)
	}
	d := draft{key: key, suite: heads[agent.ID{Kind: agent.KindSuite, Key: key}]}
	seen := map[agent.ID]bool{root: true}
	for todo := []agent.ID{root}; len(todo) > 0; todo = todo[1:] {
		head, ok := heads[todo[0]]
		if !ok {
			return draft{}, &Problem{
				Code:    BrokenDraft,
				Message: fmt.Sprintf("agent %s reaches %s, which the workspace does not have", key, todo[0]),
				Hint:    "push it, or remove the reference",
			}
		}
		d.bodies = append(d.bodies, agent.Digested{ID: head.ID, Digest: head.Digest})
		for _, ref := range head.Refs {
			if !seen[ref] {
				seen[ref] = true
				todo = append(todo, ref)
			}
		}
	}
	d.digest = agent.DraftDigest(key, d.bodies)
	return d, nil
}

func noAgent(key string) *Problem {
	p := &Problem{Code: NotFound, Message: "the workspace has no agent " + shown(key)}
	if agent.ValidKey(key) {
		p.Hint = "push it first: caplo push agent/" + key
	}
	return p
}

// loadSet decodes pinned bodies.
func loadSet(tx Tx, bodies []agent.Digested) (*agent.Set, error) {
	set := agent.NewSet()
	for _, d := range bodies {
		body, ok, err := tx.Body(d.Digest)
		if err == nil && !ok {
			err = fmt.Errorf("the body of %s is gone", d.ID)
		}
		if err != nil {
			return nil, err
		}
		if err := set.Add(agent.Resource{ID: d.ID, Body: body}); err != nil {
			return nil, err
		}
	}
	return set, nil
}

// Choice overrides the workspace's settings for one run.
type Choice struct {
	Agent  string // model of every agent, over what files and settings say
	Grader string
}

// terms resolves the settings that a run of these agents would pin.
func (w *Workspace) terms(set *agent.Set, choice Choice) (trace.Terms, error) {
	t := trace.Terms{
		Models: map[string]trace.Model{}, FastDecisions: w.opts.FastDecisions,
		Tools: trace.ToolsExamples, Place: w.opts.Place, Repeat: 1, Votes: 1, Engine: w.opts.Judge.Engine(),
	}
	var err error
	for _, key := range slices.Sorted(maps.Keys(set.Agents)) { // so that the same one is told of each time
		name := cmp.Or(choice.Agent, set.Agents[key].Model, w.opts.Models.Agent)
		if t.Models[key], err = w.resolveModel(name, "agent "+key, "models.agent"); err != nil {
			return t, err
		}
	}
	if t.Grader, err = w.resolveModel(cmp.Or(choice.Grader, w.opts.Models.Grader), "the grader", "models.grader"); err != nil {
		return t, err
	}
	t.Decider, err = w.resolveDecider()
	return t, err
}

// runKey is what a run of this draft and suite on these terms proves.
func runKey(d draft, t trace.Terms) (string, error) {
	return agent.KeyDigest("caplo-run-1", struct {
		Draft, Suite string
		Terms        trace.Terms
	}{d.digest, d.suite.Digest, t})
}

// proof returns the run that decides for a key: of the finished full ones the one
// that was started last. Were it the one that ended last, a slow old run could
// outlive a newer failure.
func proof(tx Tx, key string) (RunRecord, bool, error) {
	runs, err := tx.FindRuns(RunFilter{Key: key, Status: trace.RunFinished, Full: true, Limit: 1})
	if err != nil || len(runs) == 0 {
		return RunRecord{}, false, err
	}
	return runs[0], true, nil
}

// unproved names agents, not selected by the push, that stand proved now and
// reach something that the plan updates.
func (p *planner) unproved(plan agent.Plan) ([]string, error) {
	updated := map[agent.ID]bool{}
	for _, c := range plan.Resources {
		updated[c.ID] = c.Change == agent.Updated
	}
	selected := map[string]bool{}
	for _, key := range p.m.Selected {
		selected[key] = true
	}
	out := []string{}
	for id := range p.heads {
		if id.Kind != agent.KindAgent || selected[id.Key] || p.gone[id] {
			continue
		}
		d, err := draftOf(p.heads, id.Key)
		if err != nil || d.suite.Cases == 0 || !reaches(d, updated) {
			continue // a broken draft or one without cases proves nothing anyway
		}
		if ok, err := p.w.proved(p.tx, d); err != nil {
			return nil, err
		} else if ok {
			out = append(out, id.Key)
		}
	}
	sort.Strings(out)
	return out, nil
}

func reaches(d draft, ids map[agent.ID]bool) bool {
	for _, b := range d.bodies {
		if ids[b.ID] {
			return true
		}
	}
	return false
}

// proved reports whether the latest full run of the draft, under the
// workspace's own settings, passed.
func (w *Workspace) proved(tx Tx, d draft) (bool, error) {
	set, err := loadSet(tx, d.bodies)
	if err != nil {
		return false, err
	}
	terms, err := w.terms(set, Choice{})
	if err != nil {
		return false, nil // settings that resolve to nothing prove nothing
	}
	key, err := runKey(d, terms)
	if err != nil {
		return false, err
	}
	run, ok, err := proof(tx, key)
	return ok && run.Passed(), err
}
