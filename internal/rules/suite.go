package rules

import (
	"strconv"

	"github.com/caplo/caplo/internal/agent"
)

// suite is an agent's cases as far as they can be used.
type suite struct {
	listed bool
	at     string // pointer of the list
	cases  []agent.Case
}

// Cases reads what stands under an evals key, decoded as encoding/json does it,
// in either form. It is false where that cannot be read.
func Cases(evals any) ([]agent.Case, bool) {
	s := readSuite(evals)
	return s.cases, s.listed
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
	s.cases = make([]agent.Case, len(list))
	for i, e := range list {
		if !readCase(&s.cases[i], e) {
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
