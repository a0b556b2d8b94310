package rules

import (
	"regexp"
	"strconv"

	"github.com/caplo/caplo/internal/agent"
)

// suite is an agent's cases as far as they can be used.
type suite struct {
	listed bool
	at     string       // pointer of the list
	full   []agent.Case // gone once the agent has been judged alone
	cases  []caseNote
}

// caseNote is what of a case is needed once its agent has been judged alone.
// Cases are most of a project, and their agents wait until all are there.
type caseNote struct {
	Name, Tool, SubAgent, AvoidSubAgent, RoutedBy string

	person bool // a person is asked for; known only where the agent has actions
}

// settle keeps notes of the cases and lets the cases go.
func (s *suite) settle(actions bool) {
	s.cases = make([]caseNote, len(s.full))
	for i := range s.full {
		c := &s.full[i]
		s.cases[i] = caseNote{
			Name: c.Name, Tool: c.Tool, SubAgent: c.SubAgent, AvoidSubAgent: c.AvoidSubAgent, RoutedBy: c.RoutedBy,
			person: actions && asksForPerson(c),
		}
	}
	s.full = nil
}

// personWords stand in a case that is about handing over to a person. There is
// no field that says so. They are whole words: personal data is no person.
var personWords = regexp.MustCompile(`(?i)\b(transfer(s|red|ring)?|persons?|people|humans?|colleagues?|(hand(s|ed|ing)?|pass(es|ed|ing)?)( \w+){0,3} over|` +
	`escalat(e|es|ed|ing|ion)|staff|team-?mates?|representatives?|someone|somebody)\b`)

func asksForPerson(c *agent.Case) bool {
	return personWords.MatchString(c.Name + "\n" + c.Input + "\n" + c.DesiredOutcome)
}

// Cases reads what stands under an evals key, decoded as encoding/json does it,
// in either form. It is false where that cannot be read.
func Cases(evals any) ([]agent.Case, bool) {
	s := readSuite(evals)
	return s.full, s.listed
}

// readSuite reads cases in either form.
func readSuite(evals any) suite {
	s := suite{at: "/evals"}
	if export, ok := evals.(map[string]any); ok {
		s.at = "/evals/cases"
		evals = export["cases"]
		s.listed = evals == nil
	}
	list, ok := evals.([]any)
	if !ok {
		return s
	}
	s.listed = true
	s.full = make([]agent.Case, len(list))
	for i, e := range list {
		if !readCase(&s.full[i], e) {
			return suite{at: s.at}
		}
	}
	return s
}

// readCase reads one case. An entry that is empty, since it was found bad, is a
// case without anything in it.
func readCase(c *agent.Case, v any) bool {
	m, ok := v.(map[string]any)
	if !ok {
		return v == nil
	}
	for k, v := range m {
		field := caseField(c, k)
		if field == nil || v == nil {
			continue
		}
		text, ok := v.(string)
		if !ok {
			return false
		}
		*field = text
	}
	return true
}

// caseField is where a case keeps what a key says; nil for keys that it does
// not keep.
func caseField(c *agent.Case, key string) *string {
	switch key {
	case "name":
		return &c.Name
	case "input":
		return &c.Input
	case "desiredOutcome":
		return &c.DesiredOutcome
	case "answerContains":
		return &c.AnswerContains
	case "answerExcludes":
		return &c.AnswerExcludes
	case "tool":
		return &c.Tool
	case "subAgent":
		return &c.SubAgent
	case "avoidSubAgent":
		return &c.AvoidSubAgent
	case "routedBy":
		return &c.RoutedBy
	case "uncertainty":
		return &c.Uncertainty
	case "prohibitedAction":
		return &c.ProhibitedAction
	}
	return nil
}

func (s suite) pointer(i int, field string) string {
	p := s.at + "/" + strconv.Itoa(i)
	if field != "" {
		p += "/" + field
	}
	return p
}
