package rules

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/caplo/caplo/internal/agent"
)

// Input is one resource to judge.
type Input struct {
	agent.Resource
	// Evals is what stands under an agent's evals key: the list, or the
	// console's export form. Nil means that there is no such key.
	Evals json.RawMessage
	// Unreadable means that the resource exists and could not be read. It is
	// not judged, and nobody is told that it or what it may hold is missing.
	Unreadable bool
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
	long     []bool            // which sub-agents are written in the long form
	meant    map[string]string // where a misspelt key is read, and where it stands
}

func (j *Judged) longForm(i int) bool { return i < len(j.long) && j.long[i] }

// suite is an agent's cases as far as they can be used.
type suite struct {
	listed bool
	at     string // pointer of the list
	cases  []agent.Case
}

// projectFile is what the rules need of caplo.yaml.
type projectFile struct {
	Models    map[string]string         `json:"models"`
	Providers map[string]map[string]any `json:"providers"`
}

// Form judges one resource alone: its schema and whatever else can be told
// without looking at others. evals is as in Input.
func Form(r agent.Resource, evals json.RawMessage) []agent.Problem {
	return Judge(Input{Resource: r, Evals: evals}).Problems()
}

// Project judges resources one by one and together. It is everything that
// caplo validate asks for.
func Project(in []Input) []agent.Problem {
	judged := make([]*Judged, len(in))
	for i := range in {
		judged[i] = Judge(in[i])
	}
	return Together(judged)
}

// Together is Project for resources that were judged one by one already, which
// can be done on several goroutines.
func Together(judged []*Judged) []agent.Problem { return together(judged, false) }

// Alone judges one resource as Together would, but takes it that whatever it
// refers to exists: the project around it is not at hand.
func Alone(in Input) []agent.Problem { return together([]*Judged{Judge(in)}, true) }

func together(judged []*Judged, alone bool) []agent.Problem {
	var all []agent.Problem
	for _, j := range judged {
		all = append(all, j.problems...)
	}
	found := across(judged, alone)
	for _, j := range judged {
		j.original(found)
	}
	return fold(append(all, found...))
}

// Problems is what is wrong with the resource alone, sorted.
func (j *Judged) Problems() []agent.Problem { return fold(slices.Clone(j.problems)) }

// Judge judges one resource alone.
func Judge(in Input) *Judged {
	j := &Judged{ID: in.ID, Unreadable: in.Unreadable}
	if in.Unreadable {
		return j
	}
	v, err := decode(in.Body)
	if err == nil && in.Evals != nil {
		v, err = withEvals(v, in.Evals)
	}
	if err != nil {
		j.add(NotJSON, "", "is not JSON", "")
		return j
	}
	s := shapes[in.Kind]
	if s == nil {
		j.add(NotJSON, "", "is of no known kind", "")
		return j
	}
	j.bareEvals(v)
	w := &walker{root: s()}
	w.walk(w.root, v, nil)
	j.take(w.found)
	j.read(in, v, w.found)
	n := len(j.problems)
	j.alone(v)
	j.original(j.problems[n:])
	return j
}

// original points problems with what a misspelt key holds at that key.
func (j *Judged) original(ps []agent.Problem) {
	for read, written := range j.meant {
		for i, p := range ps {
			if rest, ok := strings.CutPrefix(p.Ref.Pointer, read); ok && p.Ref.ID == j.ID && (rest == "" || rest[0] == '/') {
				ps[i].Ref.Pointer = written + rest
			}
		}
	}
}

func decode(data []byte) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	return v, nil
}

func withEvals(v any, evals json.RawMessage) (any, error) {
	e, err := decode(evals)
	if m, ok := v.(map[string]any); ok {
		m["evals"] = e
	}
	return v, err
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
	for _, f := range found {
		p := f.Problem
		p.Ref = agent.Ref{ID: j.ID, Pointer: f.at.pointer(), OnKey: p.Ref.OnKey}
		for i := range p.Related {
			p.Related[i].Ref.ID = j.ID
		}
		j.problems = append(j.problems, named(p, f.at.last()))
	}
}

// named gives a schema problem of an agent the name of the rule that it breaks.
func named(p agent.Problem, key string) agent.Problem {
	if p.Ref.Kind != agent.KindAgent {
		return p
	}
	parts := splitPointer(p.Ref.Pointer)
	inCase := len(parts) >= 3 && parts[0] == "evals"
	switch {
	case p.Rule == Size && (p.Ref.Pointer == "/evals" || p.Ref.Pointer == "/evals/cases"):
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

// read decodes the resource as far as it can be used: what was found bad reads
// as left out, and a misspelt key as the key that was meant.
func (j *Judged) read(in Input, v any, found []finding) {
	m, ok := v.(map[string]any)
	if !ok {
		j.Unreadable = true
		return
	}
	if subs, ok := m["subAgents"].([]any); ok {
		j.long = make([]bool, len(subs))
		for i, e := range subs {
			_, j.long[i] = e.(map[string]any)
		}
	}
	body, evals := in.Body, in.Evals
	if _, bare := m["evals"]; !bare {
		evals = nil
	}
	if len(found) > 0 {
		for _, f := range found {
			if blank(m, f) {
				at := f.at.up.pointer()
				j.meant = addTo(j.meant, at+"/"+escapePointer(f.Replace), f.at.pointer())
			}
		}
		evals = nil
		if e := m["evals"]; e != nil {
			evals, _ = json.Marshal(e)
		}
		rest := make(map[string]any, len(m))
		for k, v := range m {
			if k != "evals" || j.ID.Kind != agent.KindAgent {
				rest[k] = v
			}
		}
		body, _ = json.Marshal(rest)
	}
	j.decode(body, evals)
}

func (j *Judged) decode(body, evals json.RawMessage) {
	var err error
	switch j.ID.Kind {
	case agent.KindAgent:
		j.agent = &agent.Agent{Key: j.ID.Key}
		err = json.Unmarshal(body, j.agent)
		j.suite = readSuite(evals)
	case agent.KindTools:
		j.tools = &agent.ToolPackage{Key: j.ID.Key}
		err = json.Unmarshal(body, j.tools)
	case agent.KindKnowledge:
		j.base = &agent.KnowledgeBase{Key: j.ID.Key}
		err = json.Unmarshal(body, j.base)
	case agent.KindProject:
		j.project = &projectFile{}
		err = json.Unmarshal(body, j.project)
	}
	j.Unreadable = err != nil
}

// readSuite reads cases in either form.
func readSuite(evals json.RawMessage) suite {
	if evals == nil {
		return suite{}
	}
	s := suite{listed: true, at: "/evals"}
	if json.Unmarshal(evals, &s.cases) == nil {
		return s
	}
	var export struct{ Cases []agent.Case }
	s.at = "/evals/cases"
	s.listed = json.Unmarshal(evals, &export) == nil
	s.cases = export.Cases
	return s
}

// Cases reads what stands under an evals key, in either form. It is false
// where that cannot be read.
func Cases(evals json.RawMessage) ([]agent.Case, bool) {
	s := readSuite(evals)
	return s.cases, s.listed
}

func (s suite) pointer(i int, field string) string {
	p := s.at + "/" + strconv.Itoa(i)
	if field != "" {
		p += "/" + field
	}
	return p
}

// blank takes what was found bad out of a decoded value. Entries of lists stay,
// empty, so that the others keep their places. It is true where a misspelt key
// is now spelt right.
func blank(root map[string]any, f finding) (respelt bool) {
	if f.at == nil || !f.bad {
		return false
	}
	parts := splitPointer(f.at.pointer())
	var v any = root
	for _, p := range parts[:len(parts)-1] {
		v = step(v, p)
	}
	last := parts[len(parts)-1]
	switch v := v.(type) {
	case map[string]any:
		if _, taken := v[f.Replace]; f.Rule == UnknownKey && f.Replace != "" && !taken {
			v[f.Replace] = v[last]
			respelt = true
		}
		delete(v, last)
	case []any:
		if i, err := strconv.Atoi(last); err == nil && i < len(v) {
			v[i] = nil
		}
	}
	return respelt
}

func addTo(m map[string]string, k, v string) map[string]string {
	if m == nil {
		m = map[string]string{}
	}
	m[k] = v
	return m
}

func step(v any, part string) any {
	switch v := v.(type) {
	case map[string]any:
		return v[part]
	case []any:
		if i, err := strconv.Atoi(part); err == nil && i >= 0 && i < len(v) {
			return v[i]
		}
	}
	return nil
}

// fold sorts problems and keeps one for each mistake: of several errors about
// the same place the most telling, and no warning beside an error.
func fold(ps []agent.Problem) []agent.Problem {
	slices.SortStableFunc(ps, func(a, b agent.Problem) int {
		if a.Ref.ID != b.Ref.ID {
			if a.Ref.ID.Less(b.Ref.ID) {
				return -1
			}
			return 1
		}
		return cmp.Or(
			comparePointers(a.Ref.Pointer, b.Ref.Pointer),
			cmp.Compare(a.Severity, b.Severity),
			cmp.Compare(weight(a.Rule), weight(b.Rule)),
			cmp.Compare(a.Rule, b.Rule),
			cmp.Compare(a.Message, b.Message),
		)
	})
	out := ps[:0]
	for _, p := range ps {
		if n := len(out); n > 0 && sameMistake(out[n-1], p) {
			continue
		}
		out = append(out, p)
	}
	return out
}

// weight sorts rules about the same place: the general ones last.
func weight(rule string) int {
	switch rule {
	case Format:
		return 1
	}
	return 0
}

func sameMistake(first, second agent.Problem) bool {
	if first.Ref.ID != second.Ref.ID || first.Ref.Pointer != second.Ref.Pointer || first.Ref.OnKey != second.Ref.OnKey {
		return false
	}
	if first.Rule == second.Rule {
		return first.Message == second.Message
	}
	return second.Rule == Format && first.Severity == agent.Error ||
		second.Severity == agent.Warning && first.Severity == agent.Error && first.Rule != Required
}
