package workspace

import (
	"fmt"
	"slices"

	"github.com/caplo/caplo/internal/agent"
)

// suiteView is an agent's suite in one transaction.
type suiteView struct {
	tx      Tx
	key     string
	project string // that owns the suite, or would
	heads   map[agent.ID]Head
	head    Head // of the suite; without a revision where there is none yet
	list    []SuiteCase
}

// openSuite opens a suite.
func (w *Workspace) openSuite(tx Tx, key string) (*suiteView, error) {
	now, err := w.latest.read(tx)
	if err != nil {
		return nil, err
	}
	return suiteIn(tx, now.heads, key)
}

func suiteIn(tx Tx, heads map[agent.ID]Head, key string) (*suiteView, error) {
	of, ok := heads[agent.ID{Kind: agent.KindAgent, Key: key}]
	if !ok {
		return nil, noAgent(key)
	}
	id := agent.ID{Kind: agent.KindSuite, Key: key}
	v := &suiteView{tx: tx, key: key, heads: heads, head: heads[id], project: of.Project}
	v.head.ID = id
	if v.head.Revision > 0 {
		v.project = v.head.Project
	}
	var err error
	v.list, err = readSuite(tx, v.head)
	return v, err
}

// at is the suite's head of a revision; 0 is the newest.
func (v *suiteView) at(revision int64) (Head, error) {
	if revision == 0 || revision == v.head.Revision {
		return v.head, nil
	}
	all, err := v.tx.History(v.head.ID)
	if err != nil {
		return Head{}, err
	}
	i := slices.IndexFunc(all, func(h Head) bool { return h.Revision == revision })
	if i < 0 {
		return Head{}, &Problem{Code: InvalidRequest, Message: "the cursor belongs to another list", Hint: "begin again without a cursor"}
	}
	return all[i], nil
}

func (v *suiteView) find(id string) (int, error) {
	i := slices.IndexFunc(v.list, func(c SuiteCase) bool { return c.ID == id })
	if i < 0 {
		return 0, &Problem{Code: NotFound, Message: "agent " + v.key + " has no case " + shown(id)}
	}
	return i, nil
}

// findMatching finds a case that is still what the caller takes it for.
func (v *suiteView) findMatching(id string, digests []string) (int, error) {
	i, err := v.find(id)
	if err != nil || len(digests) == 0 || slices.Contains(digests, agent.CaseDigest(v.list[i].Case)) {
		return i, err
	}
	return i, &Problem{
		Code: CaseConflict, Message: fmt.Sprintf("the case %q was changed since it was read", v.list[i].Name),
		Hint: "read it again, then change it",
	}
}

// states joins cases with their newest results.
func (v *suiteView) states(list []SuiteCase) ([]CaseState, error) {
	ids := make([]string, len(list))
	for i, c := range list {
		ids[i] = c.ID
	}
	results, err := v.tx.LastResults(v.key, ids)
	if err != nil {
		return nil, err
	}
	// A draft that is broken is another one than any that was run.
	now, _ := draftOf(v.heads, v.key)
	out := make([]CaseState, len(list))
	for i, c := range list {
		out[i] = CaseState{SuiteCase: c, Digest: agent.CaseDigest(c.Case)}
		if last, ok := results[c.ID]; ok {
			out[i].Last = &CaseResult{
				Run: last.Run, EarlierDraft: last.Run.Draft != now.digest,
				EarlierCase: last.Case.Case != c.Case && agent.CaseDigest(last.Case.Case) != out[i].Digest, Result: last.Case.Result,
			}
		}
	}
	return out, nil
}
