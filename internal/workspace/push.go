package workspace

import (
	"context"
	"fmt"

	"github.com/caplo/caplo/internal/agent"
)

// Uploaded is what the workspace made of an uploaded resource.
type Uploaded = agent.Digested

// Upload stores bodies for a later commit. It changes nothing that anybody
// sees, and needs agents:write. Every body must be valid in form: else InvalidResource, with all the
// problems of all of them, and nothing is stored.
func (w *Workspace) Upload(ctx context.Context, by Caller, resources []agent.Resource) ([]Uploaded, error) {
	if err := checkBatch(resources); err != nil {
		return nil, err
	}
	out := make([]Uploaded, len(resources))
	var problems []agent.Problem
	received := receiveAll(resources)
	for _, r := range received {
		problems = append(problems, r.problems...)
	}
	if len(problems) > 0 {
		return nil, invalid(problems)
	}
	for i, r := range received {
		if r.err != nil {
			return nil, r.err
		}
		out[i] = Uploaded{ID: resources[i].ID, Digest: r.digest}
	}
	err := w.store.Write(ctx, func(tx Tx) error {
		if _, err := w.currentWith(tx, by, ScopeWrite, "an upload"); err != nil {
			return err
		}
		for i := range out {
			if err := tx.PutBody(received[i].digest, received[i].body); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("store upload: %w", err)
	}
	return out, nil
}

func invalid(problems []agent.Problem) *Problem {
	first := problems[0]
	msg := fmt.Sprintf("%s is not valid: %s", first.Ref.ID, first.Message)
	if n := len(problems) - 1; n > 0 {
		msg += fmt.Sprintf(" (and %d more)", n)
	}
	return &Problem{Code: InvalidResource, Message: msg, Hint: "run `caplo validate`", Problems: problems}
}

// Proposal is what a push would do, or what it still has to send.
type Proposal struct {
	Revision int64 // the workspace's newest revision
	// Lacking are the bodies to upload first; while there are any, Plan is nil.
	Lacking []agent.Digested
	Plan    *agent.Plan
	Expect  []agent.Expect // to hand back with the commit
	// Left is what a whole push does not name, and the workspace has of the project
	// when it is made.
	Left []agent.ID
}

// Propose plans a push against what the workspace holds now.
func (w *Workspace) Propose(ctx context.Context, m agent.Manifest) (Proposal, error) {
	if err := w.admit(m); err != nil {
		return Proposal{}, err
	}
	var out Proposal
	err := w.store.Read(ctx, func(tx Tx) error {
		p, err := w.newPlanner(tx, m)
		if err != nil {
			return err
		}
		out.Revision, err = tx.LastRevision()
		if err != nil {
			return err
		}
		if out.Lacking, err = p.lacking(); err != nil || len(out.Lacking) > 0 {
			return err
		}
		if out.Expect, err = p.expect(); err != nil {
			return err
		}
		out.Left = p.left()
		out.Plan, err = p.plan()
		return err
	})
	return out, err
}

// Commit is a push, to be applied whole or not at all.
type Commit struct {
	Manifest agent.Manifest
	Expect   []agent.Expect // as proposed
	PushKey  string         // random; the same only when the same push is tried again
	TakeOver bool           // overwrite what another project pushed
}

// request is what makes a push the same one when it is tried again.
func (c Commit) request() (string, error) { return agent.KeyDigest("caplo-push-1", c) }

// Committed is what a push did.
type Committed struct {
	Revision int64
	Plan     agent.Plan
}

// Apply carries a push out in one transaction. A push that was applied already
// under the same key is answered as it was then. One that changes nothing makes
// no revision.
//
// A push that changes something needs agents:write.
func (w *Workspace) Apply(ctx context.Context, by Caller, c Commit) (Committed, error) {
	if err := w.admit(c.Manifest); err != nil {
		return Committed{}, err
	}
	if c.PushKey == "" {
		return Committed{}, &Problem{Code: InvalidRequest, Message: "a push needs a key"}
	}
	request, err := c.request()
	if err != nil {
		return Committed{}, err
	}
	var out Committed
	err = w.store.Write(ctx, func(tx Tx) error {
		by, err := w.current(tx, by)
		if err != nil {
			return err
		}
		done, ok, err := tx.RevisionByPushKey(c.PushKey)
		if err != nil {
			return err
		}
		if ok {
			if done.Request != request {
				return &Problem{Code: PushKeyReused, Message: "this push's key was used for another push", Hint: "push again"}
			}
			out = Committed{done.Number, done.Plan}
			return nil
		}
		out, err = w.apply(tx, by, c, request)
		return err
	})
	return out, err
}

func (w *Workspace) apply(tx Tx, by Caller, c Commit, request string) (Committed, error) {
	p, err := w.newPlanner(tx, c.Manifest)
	if err != nil {
		return Committed{}, err
	}
	if lacking, err := p.lacking(); err != nil || len(lacking) > 0 {
		if err == nil {
			err = &Problem{Code: LackingBody, Message: lacking[0].ID.String() + " was named and never uploaded", Hint: "push again"}
		}
		return Committed{}, err
	}
	if err := p.checkBodies(); err != nil {
		return Committed{}, err
	}
	if err := p.checkExpect(c.Expect); err != nil {
		return Committed{}, err
	}
	plan, err := p.plan()
	if err != nil {
		return Committed{}, err
	}
	if f := plan.Foreign(); len(f) > 0 && !c.TakeOver {
		return Committed{}, foreignProblem(p, f)
	}
	if plan.Empty() {
		n, err := tx.LastRevision()
		return Committed{n, *plan}, err
	}
	if err := by.Need(ScopeWrite, "a push that changes something"); err != nil {
		return Committed{}, err
	}
	rev := Revision{
		Project: c.Manifest.Project, Author: by.Author(), Origin: OriginPush, Git: c.Manifest.Git, PushKey: c.PushKey, Request: request,
	}
	if c.Manifest.File {
		rev.Project, rev.Origin = "", OriginFile
	}
	return p.commit(rev, *plan)
}

// commit carries a plan out, if what would stand then is sound.
func (p *planner) commit(rev Revision, plan agent.Plan) (Committed, error) {
	if err := p.judge(plan); err != nil {
		return Committed{}, err
	}
	rev.Created, rev.Plan = p.w.opts.Now(), plan
	n, err := p.tx.AddRevision(rev)
	if err != nil {
		return Committed{}, err
	}
	return Committed{n, plan}, p.write(n, plan)
}

func foreignProblem(p *planner, ids []agent.ID) *Problem {
	owner := p.heads[ids[0]].Project
	return &Problem{
		Code:    AnotherProject,
		Message: fmt.Sprintf("%s was pushed by the project %q", ids[0], owner),
		Hint:    "push with --take-over to make it this project's",
	}
}
