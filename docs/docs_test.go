package docs_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/caplo/caplo/docs"
	"github.com/caplo/caplo/internal/rules"
)

// TestEveryRuleHasASection holds the page against the table of rules: ids,
// severities and summaries, and their order within a group.
func TestEveryRuleHasASection(t *testing.T) {
	t.Parallel()
	for _, r := range rules.Table() {
		section, ok := docs.Lookup(r.ID)
		if !ok {
			t.Errorf("docs/rules.md has no section %q", r.ID)
			continue
		}
		severity := strings.ToUpper(string(r.Severity[:1])) + string(r.Severity[1:])
		if want := severity + ": " + r.Summary; section.Headline != want {
			t.Errorf("%s begins with %q, want %q", r.ID, section.Headline, want)
		}
	}
	seen := map[string]bool{}
	for _, section := range docs.Rules() {
		if _, ok := rules.Lookup(section.ID); !ok || seen[section.ID] {
			t.Errorf("docs/rules.md has a section %q too many", section.ID)
		}
		seen[section.ID] = true
	}
}

// TestTextFitsATerminal holds that a section can be read in 80 columns and has
// no marks left.
func TestTextFitsATerminal(t *testing.T) {
	t.Parallel()
	for _, section := range docs.Rules() {
		text := section.Text()
		for line := range strings.Lines(text) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > 80 {
				t.Errorf("%s: %d characters: %s", section.ID, n, line)
			}
		}
		if strings.Contains(text, "`") || strings.Contains(text, "\n\n\n") || !strings.HasSuffix(text, "\n") {
			t.Errorf("%s: %q", section.ID, text)
		}
	}
}
