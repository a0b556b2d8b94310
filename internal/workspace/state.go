package workspace

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"time"

	"github.com/caplo/caplo/internal/agent"
)

// AskState asks how the workspace differs from what somebody has.
type AskState struct {
	Project  string   // with All: what this project pushed
	Selected []string // keys of agents; with all that they reach
	All      bool
	Have     []agent.Digested // suites by their digest
}

// State is how the workspace differs from what somebody has.
type State struct {
	Revision int64
	Items    []StateItem // what differs, or what the asker does not have
	Missing  []agent.ID  // what the asker has and the workspace does not
	Unlisted []Unlisted  // cases of agents whose suites the asker does not name
}

// Unlisted is how many cases an agent has that whoever has it says nothing about.
type Unlisted struct {
	Agent string
	Cases int
}

// StateItem is a resource or suite as the workspace has it.
type StateItem struct {
	agent.ID
	Digest   string
	Revision int64
	Created  time.Time
	Author   string
	Origin   string
	Project  string
	Cases    int
	Earlier  bool // what the asker has is an earlier revision of it
}

// State compares by digest, on one snapshot, and reads no body. A suite is of
// concern where the asker names it or does not have its agent.
func (w *Workspace) State(ctx context.Context, ask AskState) (State, error) {
	out := State{Items: []StateItem{}, Missing: []agent.ID{}, Unlisted: []Unlisted{}}
	if err := checkAsk(ask); err != nil {
		return out, err
	}
	err := w.store.Read(ctx, func(tx Tx) error {
		heads, err := headsByID(tx)
		if err != nil {
			return err
		}
		if out.Revision, err = tx.LastRevision(); err != nil {
			return err
		}
		c := &comparing{stamps: newStamps(tx), heads: heads, out: &out}
		return c.all(ask)
	})
	return out, err
}

func checkAsk(ask AskState) error {
	if n := max(len(ask.Have), len(ask.Selected)); n > MaxManifest {
		return tooLarge("a question names at most %d resources and suites; this one names %d", MaxManifest, n)
	}
	seen := map[agent.ID]bool{}
	for _, d := range ask.Have {
		if !pushable(d.Kind) && d.Kind != agent.KindSuite {
			return &Problem{Code: InvalidRequest, Message: fmt.Sprintf("the workspace keeps nothing like %s", d.ID)}
		}
		if !agent.ValidKey(d.Key) || seen[d.ID] {
			return &Problem{Code: InvalidRequest, Message: fmt.Sprintf("the question names %s twice, or it is no key", d.ID)}
		}
		seen[d.ID] = true
	}
	return nil
}

// pushable reports whether resources of a kind are pushed.
func pushable(k agent.Kind) bool {
	return k == agent.KindAgent || k == agent.KindTools || k == agent.KindKnowledge
}

// comparing holds the heads against what somebody has.
type comparing struct {
	*stamps
	heads map[agent.ID]Head
	out   *State
}

// all compares whatever either side has of what is asked for, by id.
func (c *comparing) all(ask AskState) error {
	have := map[agent.ID]string{}
	ids := c.reached(ask)
	for _, d := range ask.Have {
		have[d.ID] = d.Digest
		ids[d.ID] = true
	}
	for id := range ids {
		suite := agent.ID{Kind: agent.KindSuite, Key: id.Key}
		if _, has := have[id]; id.Kind == agent.KindAgent && !has && c.heads[suite].Revision > 0 {
			ids[suite] = true
		}
	}
	for _, id := range sorted(ids) {
		c.unlisted(id, have)
		if err := c.one(id, have[id]); err != nil {
			return err
		}
	}
	return nil
}

// unlisted counts the cases of an agent that somebody has without its suite.
func (c *comparing) unlisted(id agent.ID, have map[agent.ID]string) {
	suite := agent.ID{Kind: agent.KindSuite, Key: id.Key}
	_, has := have[id]
	_, lists := have[suite]
	if n := c.heads[suite].Cases; id.Kind == agent.KindAgent && has && !lists && n > 0 {
		c.out.Unlisted = append(c.out.Unlisted, Unlisted{Agent: id.Key, Cases: n})
	}
}

// reached are the agents that are asked for, with all that they reach. All of a
// project is what no agent reaches any more as well.
func (c *comparing) reached(ask AskState) map[agent.ID]bool {
	from := map[agent.ID]bool{}
	for _, key := range ask.Selected {
		from[agent.ID{Kind: agent.KindAgent, Key: key}] = true
	}
	g := graph{}
	for id, h := range c.heads {
		g[id] = h.Refs
		if ask.All && pushable(id.Kind) && h.Project == ask.Project {
			from[id] = true
		}
	}
	return spread(from, g)
}

// noCases is the digest of a suite without cases, which is as good as none.
var noCases = agent.SuiteDigest(nil)

func (c *comparing) one(id agent.ID, has string) error {
	h, ok := c.heads[id]
	switch {
	case !ok && (has == "" || id.Kind == agent.KindSuite && has == noCases):
		return nil // neither has it
	case !ok:
		c.out.Missing = append(c.out.Missing, id)
		return nil
	case h.Digest == has:
		return nil
	}
	earlier, err := c.earlier(id, has)
	if err != nil {
		return err
	}
	r, err := c.of(h.Revision)
	c.out.Items = append(c.out.Items, StateItem{
		ID: id, Digest: h.Digest, Revision: h.Revision, Created: r.Created, Author: r.Author, Origin: r.Origin,
		Project: h.Project, Cases: h.Cases, Earlier: earlier,
	})
	return err
}

// earlier reports whether what somebody has is kept as an earlier revision.
func (c *comparing) earlier(id agent.ID, has string) (bool, error) {
	if has == "" {
		return false, nil
	}
	past, err := c.tx.History(id)
	return slices.ContainsFunc(past, func(h Head) bool { return !h.Deleted && h.Digest == has }), err
}

// stamps reads who made revisions and when, each once.
type stamps struct {
	tx   Tx
	read map[int64]Revision
}

func newStamps(tx Tx) *stamps { return &stamps{tx: tx, read: map[int64]Revision{}} }

func (s *stamps) of(number int64) (Revision, error) {
	if r, ok := s.read[number]; ok {
		return r, nil
	}
	r, ok, err := s.tx.RevisionStamp(number)
	if err == nil && !ok {
		err = fmt.Errorf("revision %d is gone", number)
	}
	s.read[number] = r
	return r, err
}

func sorted(ids map[agent.ID]bool) []agent.ID {
	out := make([]agent.ID, 0, len(ids))
	for id := range ids {
		out = append(out, id)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Less(out[j]) })
	return out
}
