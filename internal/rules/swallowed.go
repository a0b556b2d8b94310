package rules

import (
	"regexp"
	"strings"

	"github.com/caplo/caplo/internal/agent"
)

// swallowedKey is a key of a case inside a text. Nobody writes these words to a
// customer; where one stands in a text, its line was indented too far.
var swallowedKey = regexp.MustCompile(`(?:^|\s)(answerContains|answerExcludes|subAgent|avoidSubAgent|routedBy|desiredOutcome|prohibitedAction): \S`)

// swallowed warns of a case's keys that became part of the text above them: the
// check that they were meant for is never made.
func (j *Judged) swallowed(c agent.Case, at func(field string) string) {
	for _, f := range []struct{ field, text string }{
		{"input", c.Input},
		{"desiredOutcome", c.DesiredOutcome},
		{"uncertainty", c.Uncertainty},
		{"prohibitedAction", c.ProhibitedAction},
	} {
		if !strings.Contains(f.text, ": ") { // most texts, and much quicker to tell
			continue
		}
		if m := swallowedKey.FindStringSubmatch(f.text); m != nil {
			j.add(Swallowed, at(f.field), m[1]+" stands inside this text, and is no key of the case",
				"indent its line as the other keys of the case are")
		}
	}
}
