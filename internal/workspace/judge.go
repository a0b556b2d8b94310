package workspace

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/rules"
)

// judge judges a case in its place, with all that its agent reaches around it.
// Only what is wrong with this one counts: another's mistake is not to keep
// anybody from mending this.
func (v *suiteView) judge(c *caseChange) (agent.Case, []agent.Problem, error) {
	var one agent.Case
	fail := func(err error) (agent.Case, []agent.Problem, error) { return one, nil, err }
	body, err := agent.Canonical(c.body)
	if err != nil {
		return fail(&Problem{Code: InvalidRequest, Message: "the case is not JSON", Err: err})
	}
	j := &judging{tx: v.tx, heads: v.heads}
	evals, err := v.evalsWith(c.at, body)
	if err != nil {
		return fail(err)
	}
	if err := j.reach(v.key, evals); err != nil {
		return fail(err)
	}
	at := fmt.Sprintf("/evals/%d", c.at)
	errs, warnings := split(j.problems(func(p agent.Problem) bool {
		return p.Ref.ID == agent.ID{Kind: agent.KindAgent, Key: v.key} && (p.Ref.Pointer == at || strings.HasPrefix(p.Ref.Pointer, at+"/"))
	}))
	if len(errs) == 0 {
		errs = v.sameName(c, body)
	}
	if len(errs) > 0 {
		return fail(invalidCase(errs))
	}
	if err := json.Unmarshal(body, &one); err != nil {
		return fail(&Problem{Code: InvalidRequest, Message: "the case cannot be read", Err: err})
	}
	return one, warnings, nil
}

// sameName finds another case with the name of an edited one. The rules tell it
// of the later of two, which may be the other.
func (v *suiteView) sameName(c *caseChange, body json.RawMessage) []agent.Problem {
	var one struct{ Name string }
	_ = json.Unmarshal(body, &one) // the rules have read it
	other := slices.IndexFunc(v.list, func(o SuiteCase) bool {
		return o.ID != c.id && agent.NameKey(o.Name) == agent.NameKey(one.Name)
	})
	if other < 0 {
		return nil
	}
	return []agent.Problem{{
		Rule: rules.UniqueCase, Severity: agent.Error, Message: fmt.Sprintf("another case is called %q", v.list[other].Name),
		Hint: "give it another name",
		Ref:  agent.Ref{ID: agent.ID{Kind: agent.KindAgent, Key: v.key}, Pointer: fmt.Sprintf("/evals/%d/name", c.at)},
	}}
}

// evalsWith is the list of cases as rules read it, with one in its place.
func (v *suiteView) evalsWith(at int, body json.RawMessage) (json.RawMessage, error) {
	list := make([]any, len(v.list), len(v.list)+1)
	for i, c := range v.list {
		list[i] = c.Case
	}
	if at == len(list) {
		list = append(list, nil)
	}
	list[at] = body
	out, err := json.Marshal(list)
	if err != nil {
		return nil, fmt.Errorf("write the cases of %s: %w", v.key, err)
	}
	return out, nil
}

// judging gathers resources, as they stand or would stand, for the rules.
type judging struct {
	tx    Tx
	heads map[agent.ID]Head
	// pushed are digests that are to stand instead of the heads'.
	pushed map[agent.ID]string
	judged []*rules.Judged
	seen   map[agent.ID]bool
}

// add judges one resource alone; what is nowhere is left out, and whoever refers
// to it is told.
func (j *judging) add(id agent.ID, evals json.RawMessage) error {
	if j.seen[id] {
		return nil
	}
	if j.seen == nil {
		j.seen = map[agent.ID]bool{}
	}
	j.seen[id] = true
	digest := j.pushed[id]
	if digest == "" {
		digest = j.heads[id].Body
	}
	if digest == "" {
		return nil
	}
	body, ok, err := j.tx.Body(digest)
	if err == nil && !ok {
		err = fmt.Errorf("the body of %s is gone", id)
	}
	if err != nil {
		return err
	}
	j.judged = append(j.judged, rules.Judge(rules.Input{Resource: agent.Resource{ID: id, Body: body}, Evals: evals}))
	return nil
}

// reach adds an agent of the heads, with its cases, and all that it reaches.
func (j *judging) reach(key string, evals json.RawMessage) error {
	root := agent.ID{Kind: agent.KindAgent, Key: key}
	if err := j.add(root, evals); err != nil {
		return err
	}
	for todo := j.heads[root].Refs; len(todo) > 0; todo = todo[1:] {
		if j.seen[todo[0]] {
			continue
		}
		if err := j.add(todo[0], nil); err != nil {
			return err
		}
		todo = append(slices.Clone(todo), j.heads[todo[0]].Refs...)
	}
	return nil
}

// problems holds all that was added against each other. Routing coverage is
// validate's and the gate's business, so that cases can be added one at a time.
func (j *judging) problems(count func(agent.Problem) bool) []agent.Problem {
	return slices.DeleteFunc(rules.Together(j.judged, rules.Options{}), func(p agent.Problem) bool {
		return p.Rule == rules.RoutingCases || !count(p)
	})
}

// split parts errors from warnings.
func split(all []agent.Problem) (errs, warnings []agent.Problem) {
	warnings = []agent.Problem{}
	for _, p := range all {
		if p.Severity == agent.Error {
			errs = append(errs, p)
		} else {
			warnings = append(warnings, p)
		}
	}
	return errs, warnings
}

func invalidCase(problems []agent.Problem) *Problem {
	where := ""
	if parts := strings.SplitN(problems[0].Ref.Pointer, "/", 4); len(parts) == 4 { // /evals/N/…
		where = parts[3] + ": "
	}
	p := &Problem{Code: InvalidResource, Message: "the case is not valid: " + where + problems[0].Message, Hint: problems[0].Hint, Problems: problems}
	if n := len(problems) - 1; n > 0 {
		p.Message += fmt.Sprintf(" (and %d more)", n)
	}
	if len(problems) == 1 && problems[0].Rule == rules.UniqueCase {
		p.Code = NameTaken
	}
	return p
}
