package workspace

import (
	"context"
	"slices"
	"time"

	"github.com/caplo/caplo/internal/agent"
)

// HistoryEntry is one change of an agent: of its own draft, its cases, or both.
type HistoryEntry struct {
	Revision int64
	Created  time.Time
	Author   string
	Origin   string
	Project  string
	Git      *agent.Git
	Draft    bool     // it changed the agent itself
	Fields   []string // of the agent, those that it changed
	Suite    bool     // it changed the agent's cases
	Cases    int      // how many there were then
	Deleted  bool     // it took the agent away
}

// History lists the changes of an agent below a revision, the newest first; before
// 0 means from the newest on. That of a deleted agent stays.
func (w *Workspace) History(ctx context.Context, key string, before int64, limit int) (list []HistoryEntry, more bool, err error) {
	err = w.store.Read(ctx, func(tx Tx) error {
		p, err := readPast(tx, key)
		if err != nil {
			return err
		}
		stamps := newStamps(tx)
		for _, n := range p.revisions(before) {
			if more = len(list) == limit; more {
				return nil
			}
			e, err := p.entry(stamps, n)
			if err != nil {
				return err
			}
			list = append(list, e)
		}
		return nil
	})
	return list, more, err
}

// past is all that was of an agent and its suite, the newest first.
type past struct {
	tx           Tx
	draft, suite []Head
}

func readPast(tx Tx, key string) (*past, error) {
	p := &past{tx: tx}
	var err error
	if p.draft, err = tx.History(agent.ID{Kind: agent.KindAgent, Key: key}); err != nil {
		return nil, err
	}
	if len(p.draft) == 0 {
		return nil, noAgent(key)
	}
	p.suite, err = tx.History(agent.ID{Kind: agent.KindSuite, Key: key})
	return p, err
}

// revisions are those that changed the agent or its suite, the newest first.
func (p *past) revisions(before int64) []int64 {
	var out []int64
	for _, h := range slices.Concat(p.draft, p.suite) {
		if before == 0 || h.Revision < before {
			out = append(out, h.Revision)
		}
	}
	slices.Sort(out)
	out = slices.Compact(out)
	slices.Reverse(out)
	return out
}

func (p *past) entry(stamps *stamps, n int64) (HistoryEntry, error) {
	r, err := stamps.of(n)
	if err != nil {
		return HistoryEntry{}, err
	}
	e := HistoryEntry{
		Revision: n, Created: r.Created, Author: r.Author, Origin: r.Origin, Project: r.Project, Git: r.Git, Fields: []string{},
	}
	now, was := pair(p.draft, n)
	e.Draft, e.Deleted = now.Revision == n, now.Revision == n && now.Deleted
	if e.Draft && !now.Deleted && was.Revision > 0 && !was.Deleted {
		e.Fields, err = p.fields(was, now)
	}
	suite, _ := pair(p.suite, n)
	e.Suite = suite.Revision == n
	if !suite.Deleted {
		e.Cases = suite.Cases
	}
	return e, err
}

func (p *past) fields(was, now Head) ([]string, error) {
	before, err := readBody(p.tx, was)
	if err != nil {
		return nil, err
	}
	after, err := readBody(p.tx, now)
	if err != nil {
		return nil, err
	}
	return agent.CompareFields(before, after), nil
}

// pair finds what holds at a revision and what was before it; without a revision
// of its own where there was nothing.
func pair(list []Head, n int64) (now, was Head) {
	i := slices.IndexFunc(list, func(h Head) bool { return h.Revision <= n })
	if i < 0 {
		return Head{}, Head{}
	}
	if i+1 < len(list) {
		was = list[i+1]
	}
	return list[i], was
}
