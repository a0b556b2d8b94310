package rules

import (
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/text"
)

// TestContradictsAsGraded holds that a contradiction is one where the grader
// would find the excluded phrase in any reply that holds the required one.
func TestContradictsAsGraded(t *testing.T) {
	t.Parallel()
	phrases := []string{
		"refund", "REFUND", "a refund", "ﬁnal", "final", "Straße", "STRASSE", "caf\u00e9", "cafe\u0301", "cafe", "it’s", "it's", "itʼs", "it′s", "‹a›", "'a'",
		"«now»", "\"now\"", "″now″", "two  words", "two\u00a0words", "two words", "İ", "i̇", "ΐ", "\u0390",
	}
	for _, contains := range phrases {
		for _, excludes := range phrases {
			graded := strings.Contains(text.Plain(contains), text.Plain(excludes))
			if got := contradicts(agent.Case{AnswerContains: contains, AnswerExcludes: excludes}); got != graded {
				t.Errorf("%q and %q: %v, graded %v", contains, excludes, got, graded)
			}
		}
	}
	for _, pair := range [][2]string{{"itʼs", "it's"}, {"‹a›", "'a'"}, {"″now″", `"now"`}, {"\u0390", "ΐ"}} {
		if !contradicts(agent.Case{AnswerContains: pair[0], AnswerExcludes: pair[1]}) {
			t.Errorf("%q and %q are one phrase to the grader", pair[0], pair[1])
		}
	}
}
