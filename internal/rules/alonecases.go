package rules

import (
	"slices"
	"strings"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/text"
	"golang.org/x/text/unicode/norm"
)

// eachCase judges each case alone and their names together.
func (j *Judged) eachCase() {
	names := make(map[string]int, len(j.suite.full))
	broken := j.brokenCases()
	for i, c := range j.suite.full {
		j.caseName(i, c, names)
		at := func(field string) string { return j.suite.pointer(i, field) }
		if c.AnswerContains != "" && c.AnswerExcludes != "" && contradicts(c) {
			p := j.add(Contradiction, at("answerExcludes"), "no reply can hold "+quoted(short(c.AnswerContains))+" and not "+quoted(short(c.AnswerExcludes)),
				"remove one of the two")
			p.Related = []agent.Related{{Ref: agent.Ref{ID: j.ID, Pointer: at("answerContains")}, Message: "required here"}}
		}
		if c.RoutedBy != "" && c.SubAgent == "" && !j.has(at("subAgent")) {
			j.add(RoutedAlone, at("routedBy"), "routedBy says how the case is routed, but not to whom", "add subAgent: the sub-agent that must be chosen")
		}
		if c.AnswerContains+c.AnswerExcludes+c.Tool+c.SubAgent == "" && !broken[at("")] {
			j.add(NoCheck, at(""), caseTitle(c)+" has no check besides the grader's judgement",
				"add answerContains, answerExcludes, tool or subAgent")
		}
		j.swallowed(c, at)
		j.note(c, c.Uncertainty, at("uncertainty"))
		j.note(c, c.ProhibitedAction, at("prohibitedAction"))
	}
}

func caseTitle(c agent.Case) string {
	if c.Name == "" {
		return "the case"
	}
	return "the case " + quoted(short(c.Name))
}

// brokenCases are the pointers of cases whose checks are in error already, so
// that what they seem to lack may only be wrong.
func (j *Judged) brokenCases() map[string]bool {
	broken := map[string]bool{}
	list := j.originalRef(agent.Ref{ID: j.ID, Pointer: j.suite.at}).Pointer + "/"
	for _, p := range j.problems {
		rest, ok := strings.CutPrefix(p.Ref.Pointer, list)
		if !ok || p.Severity != agent.Error || p.Rule == Required {
			continue
		}
		index, key, inside := strings.Cut(rest, "/")
		if !inside || slices.ContainsFunc(freeChecks, func(c string) bool { return key == c || p.Rule == UnknownKey && j.mayMean(key, c) }) {
			broken[j.suite.at+"/"+index] = true
		}
	}
	return broken
}

// freeChecks are the keys of the checks that need no grader; a case wants one.
var freeChecks = []string{"answerContains", "answerExcludes", "tool", "subAgent"}

func (j *Judged) caseName(i int, c agent.Case, names map[string]int) {
	name := CaseName(c.Name)
	if name == "" {
		return
	}
	first, twice := names[name]
	if !twice {
		names[name] = i
		return
	}
	p := j.add(UniqueCase, j.suite.pointer(i, "name"), "two cases are called "+quoted(short(c.Name)), "give one of them another name")
	p.Related = []agent.Related{{Ref: agent.Ref{ID: j.ID, Pointer: j.suite.pointer(first, "name")}, Message: "the first is here"}}
}

// CaseName is a case's name as names are compared: trimmed, in Unicode NFC.
func CaseName(name string) string { return norm.NFC.String(strings.TrimSpace(name)) }

// contradicts reports whether what a reply must hold holds what it must not,
// compared as the grader looks for phrases.
func contradicts(c agent.Case) bool {
	excluded := text.Plain(c.AnswerExcludes)
	return excluded != "" && strings.Contains(text.Plain(c.AnswerContains), excluded)
}

// note warns of a note that runs do not check, if nothing that they do check
// seems to say the same.
func (j *Judged) note(c agent.Case, note, at string) {
	if note == "" || sharesWord(note, c.DesiredOutcome+" "+c.AnswerExcludes) {
		return
	}
	j.add(UncheckedNote, at, "runs do not check this, and neither desiredOutcome nor answerExcludes says it",
		"say it in desiredOutcome too, or add an answerExcludes phrase")
}

// sharesWord reports whether two texts have a word of some weight in common,
// endings aside.
func sharesWord(a, b string) bool {
	stems := map[string]bool{}
	for _, w := range strings.FieldsFunc(text.Plain(a), notLetter) {
		if len([]rune(w)) >= 4 && !fillers[w] {
			stems[stem(w)] = true
		}
	}
	return slices.ContainsFunc(strings.FieldsFunc(text.Plain(b), notLetter), func(w string) bool { return stems[stem(w)] })
}

func notLetter(r rune) bool {
	return r < 0x80 && (r < '0' || r > '9') && (r < 'a' || r > 'z')
}

func stem(w string) string {
	r := []rune(w)
	return string(r[:min(len(r), 5)])
}

var fillers = map[string]bool{
	"that": true, "this": true, "with": true, "from": true, "they": true, "them": true, "what": true, "when": true,
	"which": true, "customer": true, "agent": true, "must": true, "should": true, "does": true, "have": true, "will": true, "into": true,
}

func (j *Judged) consoleForm() {
	if j.suite.listed && j.suite.at == "/evals/cases" {
		j.add(ConsoleForm, "/evals", "the cases stand in the form that the console exports; the ids are ignored",
			"write them as a list under evals, without ids").Ref.OnKey = true
	}
}

func (j *Judged) neverFast() {
	if !j.agent.FastRouting() || j.lacks("evals") || len(j.suite.full) == 0 || len(j.agent.SubAgents) == 0 {
		return
	}
	for i, c := range j.suite.full {
		if c.RoutedBy == "fast" || j.has(j.suite.pointer(i, "routedBy")) {
			return
		}
	}
	j.add(NeverFast, "/routing", "fast routing is on, but no case says routedBy: fast", "add routedBy: fast to the cases that it should decide")
}
