package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/project"
	"github.com/caplo/caplo/internal/report"
)

// pulling is a pull before anything is written.
type pulling struct {
	*drift
	discard   bool
	note      writtenBases // what an interrupted pull left
	take      map[agent.ID]driftItem
	conflicts []driftItem
	kept      []report.Kept
	changes   []project.FileChange
	files     []report.PulledFile
	wrong     []error // why files cannot be written
}

// plan works out what to write, in the order of ids. Where anything is wrong
// nothing may be.
func (p *pulling) plan() {
	p.sort()
	var items []driftItem
	for _, item := range p.items {
		if _, taken := p.take[item.ID]; !taken || item.Kind == agent.KindSuite && p.taken(agent.KindAgent, item.Key) {
			continue // the agent's file has both
		}
		items = append(items, item)
	}
	// A new file is read back before it is written, which takes a while for many.
	parts := make([]pulling, len(items))
	var group sync.WaitGroup
	free := make(chan bool, runtime.GOMAXPROCS(0))
	for i, item := range items {
		free <- true
		group.Go(func() {
			parts[i] = pulling{drift: p.drift, take: p.take}
			parts[i].one(item)
			<-free
		})
	}
	group.Wait()
	for _, part := range parts {
		p.changes, p.files, p.wrong = append(p.changes, part.changes...), append(p.files, part.files...), append(p.wrong, part.wrong...)
	}
	p.wrong = append(p.wrong, project.Blocked(p.project.Root, p.changes)...)
}

// one plans what to write for one item.
func (p *pulling) one(item driftItem) {
	var err error
	switch id := item.ID; id.Kind {
	case agent.KindKnowledge:
		err = p.base(item)
	case agent.KindSuite:
		err = p.file(agent.ID{Kind: agent.KindAgent, Key: id.Key})
	default:
		err = p.file(id)
	}
	if err != nil {
		p.wrong = append(p.wrong, err)
	}
}

func (p *pulling) taken(kind agent.Kind, key string) bool {
	_, ok := p.take[agent.ID{Kind: kind, Key: key}]
	return ok
}

// sort tells what is taken over from what stays. What the files say is kept by the
// workspace as an earlier revision, or it would be lost: then it stays where only
// the files changed, and is a conflict where both did.
func (p *pulling) sort() {
	p.take = map[agent.ID]driftItem{}
	for _, item := range p.items {
		half, err := p.interrupted(item)
		switch {
		case err != nil && !p.discard:
			p.wrong = append(p.wrong, err)
		case !item.here || item.Earlier || p.discard || half, p.outside(item) && p.empty(item):
			p.take[item.ID] = item
		case p.outside(item):
			p.take[item.ID] = item
			p.conflicts = append(p.conflicts, item)
		default:
			p.kept = append(p.kept, report.Kept{ID: item.ID, Why: report.KeptUnpushed})
		}
	}
	gone := map[string]bool{}
	for _, id := range p.state.Missing {
		if id.Kind == agent.KindSuite && gone[id.Key] {
			continue // with its agent
		}
		gone[id.Key] = gone[id.Key] || id.Kind == agent.KindAgent
		p.kept = append(p.kept, report.Kept{ID: id, Why: report.KeptOnlyHere})
	}
}

// empty means that the file lists no cases, so that none are lost.
func (p *pulling) empty(item driftItem) bool {
	return item.Kind == agent.KindSuite && len(p.suites[item.Key]) == 0
}

// file plans the file of an agent or tool package.
func (p *pulling) file(id agent.ID) error {
	w := project.Wanted{Kind: id.Kind, Body: p.bodies[id]}
	out := report.PulledFile{Change: agent.Updated, Fields: []string{}, Cases: []string{}}
	if item, ok := p.take[id]; ok {
		out.Fields = agent.CompareFields(w.Body, item.body)
		w.Body = item.body
	}
	suite := agent.ID{Kind: agent.KindSuite, Key: id.Key}
	if item, ok := p.take[suite]; ok && id.Kind == agent.KindAgent {
		w.Cases, out.Cases = item.cases, caseNames(agent.CompareCases(id.Key, p.suites[id.Key], item.cases))
	}
	at, err := project.ResourcePath(id)
	if err != nil {
		return err
	}
	change := project.FileChange{Path: at}
	if p.project.Has(id) {
		change.Before, change.After, err = p.project.Rewrite(id, w)
	} else {
		out.Change, out.Fields, out.Cases = agent.Created, []string{}, []string{}
		change.After, err = newFile(id, w)
	}
	if errors.Is(err, project.ErrPath) {
		return err // it says what about
	}
	if err != nil {
		return fmt.Errorf("%s %w", at, err)
	}
	out.File = at
	if !bytes.Equal(change.Before, change.After) {
		p.changes, p.files = append(p.changes, change), append(p.files, out)
	}
	return nil
}

func newFile(id agent.ID, w project.Wanted) ([]byte, error) {
	if _, err := project.NewPath(id); err != nil {
		return nil, err
	}
	text, err := project.Emit(w)
	if err != nil {
		return nil, fmt.Errorf("cannot be written: %w", err)
	}
	return text, nil
}

// base plans the documents of a knowledge base.
func (p *pulling) base(item driftItem) error {
	var base agent.KnowledgeBase
	if err := json.Unmarshal(item.body, &base); err != nil {
		return fmt.Errorf("%s is no knowledge base: %w", item.ID, err)
	}
	if !p.project.Has(item.ID) {
		if _, err := project.NewPath(item.ID); err != nil {
			return err
		}
	}
	changes, err := p.project.Documents(item.Key, base.Documents)
	if errors.Is(err, project.ErrUnreadable) {
		return fmt.Errorf("knowledge/%s %w", item.Key, err)
	}
	if err != nil {
		return fmt.Errorf("knowledge/%s: %w", item.Key, err)
	}
	for _, c := range changes {
		change := agent.Updated
		switch {
		case c.Before == nil:
			change = agent.Created
		case c.After == nil:
			change = agent.Deleted
		}
		p.changes = append(p.changes, c)
		p.files = append(p.files, report.PulledFile{File: c.Path, Change: change, Fields: []string{}, Cases: []string{}})
	}
	return nil
}

// caseNames are those of the cases that a change of a suite touches.
func caseNames(c agent.SuiteChange) []string {
	names := append(append([]string{}, c.Added...), c.Removed...)
	for _, one := range c.Changed {
		names = append(names, one.Name)
	}
	return names
}

// refusal shows why files cannot be written.
func (p *pulling) refusal(env *Env) error {
	for _, err := range p.wrong {
		fmt.Fprintf(env.Err, "%s\n", clean(err.Error()))
	}
	f := &failure{
		msg: fmt.Sprintf("%s cannot be written, so nothing was", count(len(p.wrong), "file")),
		err: errors.Join(p.wrong...),
	}
	switch {
	case errors.Is(f.err, errHalf):
		f.hint = "put those documents aside and pull again, or pull --discard to lose them"
	case errors.Is(f.err, project.ErrBlocked):
		f.hint = "move what is in the way and pull again"
	case errors.Is(f.err, project.ErrByHand):
		f.hint = "`caplo diff` shows what to change by hand; pull the rest by naming agents"
	case errors.Is(f.err, project.ErrUnreadable):
		f.hint = "mend what `caplo validate` shows and pull again"
	case errors.Is(f.err, project.ErrPath):
		f.hint = "have it named otherwise in the workspace"
	}
	return f
}

// clash says that what the files say would be lost.
func (p *pulling) clash() *failure {
	return &failure{
		msg:  fmt.Sprintf("both sides changed %s, so nothing was written", count(len(p.conflicts), "resource")),
		hint: "`caplo diff` shows both; push to keep the files' text, pull --discard for the workspace's",
	}
}

// outsiders are the conflicts as results show them.
func (p *pulling) outsiders() []agent.Outside {
	out := []agent.Outside{}
	for _, item := range p.conflicts {
		out = append(out, agent.Outside{ID: item.ID, Revision: item.Revision, Created: item.Created, Author: item.Author, Origin: item.Origin})
	}
	return out
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
