package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/caplo/caplo/internal/agent"
)

// Push is the result of `caplo push`; text and JSON are made from it.
type Push struct {
	FormatVersion int        `json:"formatVersion"`
	Revision      int64      `json:"revision"`
	DryRun        bool       `json:"dryRun"`
	Changed       bool       `json:"changed"`
	Plan          agent.Plan `json:"plan"`
	// Problem says why nothing was pushed, and Hint what to do.
	Problem string `json:"problem,omitempty"`
	Hint    string `json:"hint,omitempty"`
}

// FailedPush is the result of a push that did not come about.
func FailedPush(problem, hint string) *Push {
	p := NewPush(0, agent.Plan{Resources: []agent.ResourceChange{}, Suites: []agent.SuiteChange{}, Unproved: []string{}}, false)
	p.Problem, p.Hint = problem, hint
	return p
}

// NewPush makes the result of a push.
func NewPush(revision int64, plan agent.Plan, dryRun bool) *Push {
	return &Push{FormatVersion: FormatVersion, Revision: revision, DryRun: dryRun, Changed: !plan.Empty(), Plan: plan}
}

// Text writes the plan, one line a resource and suite, and what came of it.
func (p *Push) Text(w io.Writer) error {
	var b strings.Builder
	for _, r := range p.Plan.Resources {
		line := fmt.Sprintf("%-9s %s", r.Change, r.ID)
		if len(r.Fields) > 0 {
			line += ": " + strings.Join(r.Fields, ", ")
		}
		fmt.Fprintln(&b, Clean(line+owned(r.Owner)))
	}
	for _, s := range p.Plan.Suites {
		suite(&b, s)
	}
	for _, key := range p.Plan.Unproved {
		fmt.Fprintf(&b, "note: the passing run of agent/%s no longer counts: something that it reaches changes\n", key)
	}
	b.WriteString(p.last() + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func (p *Push) last() string {
	switch {
	case !p.Changed:
		return fmt.Sprintf("nothing changed; the workspace is at revision %d", p.Revision)
	case p.DryRun:
		return "nothing was pushed: this was a dry run"
	}
	return fmt.Sprintf("pushed as revision %d", p.Revision)
}

func owned(by string) string {
	if by == "" {
		return ""
	}
	return fmt.Sprintf(" (pushed by the project %q)", by)
}

func suite(b *strings.Builder, s agent.SuiteChange) {
	word := agent.Unchanged
	switch {
	case !s.Differs():
		fmt.Fprintf(b, "%-9s evals of agent/%s: %s\n", word, s.Agent, count(s.Unchanged, "case"))
		return
	case len(s.Changed)+s.Unchanged+len(s.Removed) == 0:
		word = agent.Created
	default:
		word = agent.Updated
	}
	fmt.Fprintf(b, "%-9s evals of agent/%s: %d added, %d changed, %d unchanged, %d removed%s\n", word, s.Agent,
		len(s.Added), len(s.Changed), s.Unchanged, len(s.Removed), Clean(owned(s.Owner)))
	for _, name := range s.Added {
		fmt.Fprintf(b, "          + %s\n", CleanLine(name))
	}
	for _, c := range s.Changed {
		fmt.Fprintf(b, "          ~ %s: %s\n", CleanLine(c.Name), strings.Join(c.Fields, ", "))
	}
	for _, name := range s.Removed {
		fmt.Fprintf(b, "          - %s\n", CleanLine(name))
	}
}

// JSON writes a result as indented JSON.
func JSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
