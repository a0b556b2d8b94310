package rules

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/caplo/caplo/internal/agent"
)

// Input is one resource to judge.
type Input struct {
	agent.Resource
	// Evals is what stands under an agent's evals key: the list, or the
	// console's export form. Nil means that there is no such key.
	Evals json.RawMessage
	// Decoded is Evals as encoding/json decodes it, numbers as json.Number and
	// within what a float64 holds. Where it is set Evals is not read, which
	// saves the way through JSON. Judge changes what it points at.
	Decoded *any
	// Unreadable means that the resource exists and could not be read. It is
	// not judged, and nobody is told that it or what it may hold is missing.
	Unreadable bool
	// Holes are parts of the resource that could not be read.
	Holes []Hole
}

// Judged is a resource with what is wrong with it alone, ready to be held
// against others.
type Judged struct {
	ID         agent.ID
	Unreadable bool

	problems []agent.Problem
	agent    *agent.Agent
	tools    *agent.ToolPackage
	base     *agent.KnowledgeBase
	project  *projectFile
	suite    suite
	holes    []Hole
	unfit    map[string]bool // pointers of what does not fit the schema
	long     []bool          // which sub-agents are written in the long form
	meant    []spelling      // of misspelt keys, the inner ones first
}

func (j *Judged) longForm(i int) bool { return i < len(j.long) && j.long[i] }

// Form judges one resource alone: its schema and whatever else can be told
// without looking at others. evals is as in Input.
func Form(r agent.Resource, evals json.RawMessage) []agent.Problem {
	return Judge(Input{Resource: r, Evals: evals}).Problems()
}

// Problems is what is wrong with the resource alone, sorted.
func (j *Judged) Problems() []agent.Problem { return fold(slices.Clone(j.problems)) }

// Judge judges one resource alone.
func Judge(in Input) *Judged {
	j := &Judged{ID: in.ID, Unreadable: in.Unreadable, holes: in.Holes}
	if in.Unreadable {
		return j
	}
	v, err := decode(in.Body)
	if m, ok := v.(map[string]any); ok && in.Kind == agent.KindAgent {
		if _, inside := m["evals"]; inside {
			delete(m, "evals")
			j.add(UnknownKey, "/evals", "an agent's cases do not stand in its body", "send them apart from it").Ref.OnKey = true
		}
	}
	if err == nil {
		v, err = withEvals(v, in)
	}
	if err != nil {
		j.add(NotJSON, "", "is not JSON: "+short(err.Error()), "")
		return j
	}
	s := shapes[in.Kind]
	if s == nil {
		j.add(NotJSON, "", "is of no known kind", "")
		return j
	}
	j.key()
	j.bareEvals(v)
	w := newWalker(s())
	w.walk(w.root, v, nil)
	found := j.withoutHoles(w.found)
	j.take(found)
	j.read(in, v, found)
	n := len(j.problems)
	j.alone(v)
	j.original(j.problems[n:])
	j.suite.settle(j.agent != nil && len(j.agent.Actions) > 0)
	return j
}

// key judges the key of what did not come from a file, whose name was judged.
func (j *Judged) key() {
	if !agent.ValidKey(j.ID.Key) {
		j.add(Format, "", short(j.ID.Key)+" is not a key",
			"a key has lower-case letters, digits and dashes, up to 64, with no dash at either end")
	}
}

func (j *Judged) add(rule, pointer, message, hint string) *agent.Problem {
	j.problems = append(j.problems, agent.Problem{
		Rule: rule, Severity: severities[rule], Message: message, Hint: hint,
		Ref: agent.Ref{ID: j.ID, Pointer: pointer},
	})
	return &j.problems[len(j.problems)-1]
}

// bareEvals reports an evals key without a value and takes it away, since what
// it means is the one thing nobody should guess.
func (j *Judged) bareEvals(v any) {
	m, ok := v.(map[string]any)
	if e, there := m["evals"]; !ok || !there || e != nil || j.ID.Kind != agent.KindAgent {
		return
	}
	delete(m, "evals")
	j.add(BareEvals, "/evals", "evals has no value",
		"write evals: [] to empty the suite, or remove the key to leave it alone").Ref.OnKey = true
}

// take makes problems of findings, and gives those that have a rule of their
// own its name.
func (j *Judged) take(found []finding) {
	j.unfit = make(map[string]bool, len(found))
	top := map[string]string{} // what misspelt keys at the top stand for
	for _, f := range found {
		if f.meant != "" && f.at.up == nil {
			top[f.at.key] = f.meant
		}
	}
	for _, f := range found {
		p := f.Problem
		p.Ref = agent.Ref{ID: j.ID, Pointer: f.at.pointer(), OnKey: p.Ref.OnKey}
		for i := range p.Related {
			p.Related[i].Ref.ID = j.ID
		}
		j.unfit[p.Ref.Pointer] = true
		j.problems = append(j.problems, named(p, f.at.last(), top))
	}
}

// named gives a schema problem of an agent the name of the rule that it breaks.
func named(p agent.Problem, key string, top map[string]string) agent.Problem {
	if p.Ref.Kind != agent.KindAgent {
		return p
	}
	parts := splitPointer(p.Ref.Pointer)
	if len(parts) > 0 && top[parts[0]] != "" {
		parts[0] = top[parts[0]]
	}
	inCase := len(parts) >= 3 && parts[0] == "evals"
	switch {
	case p.Rule == Size && (slices.Equal(parts, []string{"evals"}) || slices.Equal(parts, []string{"evals", "cases"})):
		p.Rule = TooManyCases
		p.Message = strings.Replace(p.Message, "has", "the agent has", 1)
		p.Message = strings.Replace(p.Message, "entries", "cases", 1)
	case p.Rule == Blank && inCase && (key == "answerContains" || key == "answerExcludes"):
		p.Rule = BlankPhrase
		p.Hint = "write the phrase, or remove the key"
	case p.Rule == UnknownKey && inCase && key == "id" && parts[1] != "cases":
		p.Rule, p.Replace = CaseID, ""
		p.Message = "a case in a list has no id; ids belong to the console's export form"
		p.Hint = "remove the id: cases are matched by name"
	}
	p.Severity = severities[p.Rule]
	return p
}
