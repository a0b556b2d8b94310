package report

import (
	"fmt"
	"io"

	"github.com/caplo/caplo/internal/diag"
)

// Rule is what a report knows of a rule. Help is its explanation as plain text,
// Markdown the same as it stands in the documentation.
type Rule struct {
	ID       string        `json:"id"`
	Severity diag.Severity `json:"severity"`
	Summary  string        `json:"summary"`
	Help     string        `json:"text"`
	Markdown string        `json:"markdown"`
}

// Rules is the result of `caplo explain`: all rules, or the one that was asked
// for.
type Rules struct {
	FormatVersion int    `json:"formatVersion"`
	Rules         []Rule `json:"rules"`
}

// NewRules makes a result of rules, in their order.
func NewRules(rules []Rule) *Rules {
	return &Rules{FormatVersion: FormatVersion, Rules: append([]Rule{}, rules...)}
}

// List writes a line a rule.
func (r *Rules) List(w io.Writer) error {
	width := 0
	for _, rule := range r.Rules {
		width = max(width, len(rule.ID))
	}
	for _, rule := range r.Rules {
		if _, err := fmt.Fprintf(w, "%-*s  %-7s  %s\n", width, rule.ID, rule.Severity, rule.Summary); err != nil {
			return fmt.Errorf("list the rules: %w", err)
		}
	}
	return nil
}
