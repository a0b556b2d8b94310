package workspace

import (
	"encoding/json"
	"fmt"

	"github.com/caplo/caplo/internal/agent"
)

// SuiteCase is a case as the workspace keeps it: with an id that stays as long
// as the case's name does.
type SuiteCase struct {
	ID string `json:"id"`
	agent.Case
}

func casesOf(list []SuiteCase) []agent.Case {
	out := make([]agent.Case, len(list))
	for i, c := range list {
		out[i] = c.Case
	}
	return out
}

// stored reads the cases of a suite's head; none where there is no suite.
func (p *planner) stored(head Head) ([]SuiteCase, error) { return readSuite(p.tx, head) }

func readSuite(tx Tx, head Head) ([]SuiteCase, error) {
	if head.Body == "" {
		return nil, nil
	}
	body, ok, err := tx.Body(head.Body)
	if err != nil {
		return nil, err
	}
	var list []SuiteCase
	if !ok {
		return nil, fmt.Errorf("the suite of %s is gone", head.Key)
	}
	if err := json.Unmarshal(body, &list); err != nil {
		return nil, fmt.Errorf("read the suite of %s: %w", head.Key, err)
	}
	return list, nil
}

// coming is the list of cases that is to be an agent's suite.
func (p *planner) coming(d agent.Digested) ([]agent.Case, error) {
	then, ok := p.exact[d.ID]
	if !ok {
		return p.uploaded(d.Digest)
	}
	list, err := p.stored(then)
	return casesOf(list), err
}

// writeSuite makes an uploaded list the agent's suite. A case whose name was
// there before keeps its id; what is restored has those of then.
func (p *planner) writeSuite(n int64, d agent.Digested) error {
	if then, ok := p.exact[d.ID]; ok && then.Body != "" {
		then.Revision, then.Project = n, p.owner(d.ID)
		return p.tx.PutHead(then)
	}
	before, err := p.stored(p.heads[d.ID])
	if err != nil {
		return err
	}
	ids := map[string]string{}
	for _, c := range before {
		ids[agent.NameKey(c.Name)] = c.ID
	}
	cases, err := p.coming(d)
	if err != nil {
		return err
	}
	list := make([]SuiteCase, len(cases))
	for i, c := range cases {
		id := ids[agent.NameKey(c.Name)]
		if id == "" {
			id = newID("c_")
		}
		list[i] = SuiteCase{ID: id, Case: c}
	}
	return putSuite(p.tx, Head{ID: d.ID, Revision: n, Digest: d.Digest, Project: p.owner(d.ID)}, list)
}

// putSuite stores a list as a suite and makes it the head; the rest of the head
// is given.
func putSuite(tx Tx, head Head, list []SuiteCase) error {
	body, err := json.Marshal(append([]SuiteCase{}, list...))
	if err != nil {
		return fmt.Errorf("write the suite of %s: %w", head.Key, err)
	}
	head.Body, head.Cases = agent.ResourceDigest(agent.KindSuite, body), len(list)
	if err := tx.PutBody(head.Body, body); err != nil {
		return err
	}
	return tx.PutHead(head)
}
