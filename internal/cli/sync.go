package cli

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/project"
	"github.com/caplo/caplo/internal/remote"
	"github.com/caplo/caplo/internal/workspace"
)

// pushed is what a push did; a push that changed nothing made no revision.
type pushed struct {
	Revision int64
	Plan     agent.Plan
}

// push is one push of selected agents: made once, tried again as often as
// somebody else's push gets in between.
type push struct {
	client   *remote.Client
	manifest agent.Manifest
	bodies   map[agent.ID]json.RawMessage
	cases    map[string][]agent.Case // of the suites that it names, by agent
	takeOver bool
	dryRun   bool
	reach    func(key string) []agent.ID
	left     []agent.ID // what the workspace said it has of the project besides
	// planned is told each plan and the newest revision then; nil: nobody wants to know.
	planned func(revision int64, plan agent.Plan)
	// approve says whether a plan may be carried out; nil: any may.
	approve func(ctx context.Context, plan agent.Plan) error
	// progress is told how many bodies are to be uploaded, and gives what is told
	// how many of them were, and what ends it; nil: nobody wants to know.
	progress func(all int) (sent func(n int), end func())
}

// newPush gathers the drafts of the selected agents and of all they reach, and
// the suites of the selected agents whose files list cases.
func newPush(client *remote.Client, p *project.Project, keys []string) (*push, error) {
	reach := map[agent.ID]bool{}
	for _, id := range p.Set().Reach(keys...) {
		reach[id] = true
	}
	out := &push{
		client: client, bodies: map[agent.ID]json.RawMessage{}, cases: map[string][]agent.Case{},
		reach:    func(key string) []agent.ID { return p.Set().Reach(key) },
		manifest: agent.Manifest{Project: p.Config.Project, Selected: keys, Resources: []agent.Digested{}, Suites: []agent.Digested{}},
	}
	for _, r := range p.Resources() {
		if reach[r.ID] {
			out.add(r)
		}
	}
	for _, key := range keys {
		cases, listed := p.Suite(key)
		if !listed {
			continue
		}
		id := agent.ID{Kind: agent.KindSuite, Key: key}
		out.cases[key] = append([]agent.Case{}, cases...)
		out.manifest.Suites = append(out.manifest.Suites, agent.Digested{ID: id, Digest: agent.SuiteDigest(cases)})
	}
	return out, nil
}

func (s *push) add(r agent.Resource) {
	s.bodies[r.ID] = r.Body
	s.manifest.Resources = append(s.manifest.Resources, agent.Digested{ID: r.ID, Digest: agent.ResourceDigest(r.Kind, r.Body)})
}

// prune makes it a push of everything that the project has, which deletes what it
// pushed earlier and no longer has.
func (s *push) prune(p *project.Project) {
	for _, r := range p.Resources() {
		if _, named := s.bodies[r.ID]; !named {
			s.add(r)
		}
	}
	s.manifest.Prune = true
}

// pushTries is how often a push is made against others who push the same.
const pushTries = 8

// start starts a run of what was pushed, and of nothing else: where somebody
// pushed in between, it pushes again.
func (s *push) start(ctx context.Context, key string, start api.Start) (api.StartedRun, error) {
	start.Draft, start.Suite = s.digests(key)
	for n := 1; ; n++ {
		started, err := s.client.StartRun(ctx, key, start)
		if n == pushTries || err == nil || codeOf(err) != workspace.PushConflict {
			return started, err
		}
		if _, err := s.run(ctx); err != nil {
			return started, err
		}
	}
}

// digests are those of an agent's draft and, where its file lists cases, suite.
func (s *push) digests(key string) (draft, suite string) {
	of := map[agent.ID]string{}
	for _, d := range slices.Concat(s.manifest.Resources, s.manifest.Suites) {
		of[d.ID] = d.Digest
	}
	var reached []agent.Digested
	for _, id := range s.reach(key) {
		reached = append(reached, agent.Digested{ID: id, Digest: of[id]})
	}
	return agent.DraftDigest(key, reached), of[agent.ID{Kind: agent.KindSuite, Key: key}]
}

// run plans, uploads what is lacking and commits, and reads the revision back
// before it reports success.
func (s *push) run(ctx context.Context) (pushed, error) {
	for n := 1; ; n++ {
		done, err := s.once(ctx)
		if n < pushTries && codeOf(err) == workspace.PushConflict && err != nil {
			continue // somebody pushed in between: plan against what there is now
		}
		if errors.Is(err, context.Canceled) {
			err = interrupted(err, "a push is made whole or not at all")
		}
		return done, err
	}
}

func (s *push) once(ctx context.Context) (pushed, error) {
	proposal, err := s.propose(ctx)
	if err != nil {
		return pushed{}, err
	}
	if err := s.emptied(*proposal.Plan); err != nil {
		return pushed{}, err
	}
	s.left = proposal.Left
	if s.planned != nil {
		s.planned(proposal.Revision, *proposal.Plan)
	}
	if s.dryRun || proposal.Plan.Empty() {
		return pushed{proposal.Revision, *proposal.Plan}, nil
	}
	// What another project pushed is refused before anybody is asked.
	if s.approve != nil && (s.takeOver || len(proposal.Plan.Foreign()) == 0) {
		if err := s.approve(ctx, *proposal.Plan); err != nil {
			return pushed{}, err
		}
	}
	done, err := s.client.Push(ctx, api.Commit{
		Manifest: s.manifest, Expect: proposal.Expect, PushKey: rand.Text(), TakeOver: s.takeOver,
	})
	if err != nil {
		return pushed{}, err
	}
	rev, err := s.client.Revision(ctx, done.Revision)
	if err != nil && codeOf(err) != workspace.NotFound {
		return pushed{}, err // it was not told, and may well be there
	}
	if err != nil || rev.Number != done.Revision {
		return pushed{}, &failure{
			msg:  fmt.Sprintf("the workspace said it made revision %d, and does not have it", done.Revision),
			hint: "push again",
			err:  err,
		}
	}
	return pushed(done), nil
}

func (s *push) propose(ctx context.Context) (api.Proposal, error) {
	proposal, err := s.client.Plan(ctx, s.manifest)
	if err != nil || len(proposal.Lacking) == 0 {
		return withPlan(proposal, err)
	}
	var lacking []api.Resource
	for _, d := range proposal.Lacking {
		body, err := s.body(d.ID)
		if err != nil {
			return proposal, err
		}
		lacking = append(lacking, api.Resource{ID: d.ID, Body: body})
	}
	sent, end := func(int) {}, func() {}
	if s.progress != nil {
		sent, end = s.progress(len(lacking))
	}
	err = s.client.UploadEach(ctx, lacking, sent)
	end()
	if err != nil {
		return proposal, s.refusedUpload(err)
	}
	proposal, err = s.client.Plan(ctx, s.manifest)
	if err == nil && len(proposal.Lacking) > 0 {
		err = fmt.Errorf("the workspace still lacks %s after its upload", proposal.Lacking[0].ID)
	}
	return withPlan(proposal, err)
}

// body is what is uploaded; suites are encoded when they are asked for, which most
// never are.
func (s *push) body(id agent.ID) (json.RawMessage, error) {
	if cases, ok := s.cases[id.Key]; ok && id.Kind == agent.KindSuite {
		return json.Marshal(cases)
	}
	body, ok := s.bodies[id]
	if !ok {
		return nil, fmt.Errorf("the workspace asks for %s, which this push does not name", id)
	}
	return body, nil
}

// emptied refuses a plan that takes all documents of a knowledge base away: nothing
// is deleted because files are missing.
func (s *push) emptied(plan agent.Plan) error {
	for _, c := range plan.Resources {
		var base agent.KnowledgeBase
		if c.Kind != agent.KindKnowledge || c.Change != agent.Updated || json.Unmarshal(s.bodies[c.ID], &base) != nil || len(base.Documents) > 0 {
			continue
		}
		return &failure{
			msg:  fmt.Sprintf("%s has documents in the workspace and none in the files, and nothing is deleted because files are missing; nothing was pushed", c.ID),
			hint: "put its documents back, or remove its folder and what mentions it",
		}
	}
	return nil
}

// refusedUpload says why a dry run, which changes nothing, needs to write.
func (s *push) refusedUpload(err error) error {
	if !s.dryRun || codeOf(err) != workspace.Forbidden {
		return err
	}
	msg, hint := explain(err)
	return &failure{
		msg:  "a dry run changes nothing, but uploads what the workspace lacks: " + msg,
		hint: strings.TrimSuffix("`caplo diff` shows what differs with agents:read alone; "+hint, "; "),
		err:  err,
	}
}

func withPlan(p api.Proposal, err error) (api.Proposal, error) {
	if err == nil && p.Plan == nil {
		err = errors.New("the workspace answered without a plan")
	}
	return p, err
}

// have is everything that the push names, with its digests.
func (s *push) have() []agent.Digested {
	return slices.Concat(s.manifest.Resources, s.manifest.Suites)
}
