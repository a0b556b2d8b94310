package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

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

	// Shown means that the reader has seen the plan already.
	Shown bool `json:"-"`
	// Where says in which zone of time the reader lives; nil: UTC.
	Where *time.Location `json:"-"`
}

// NewPush is the result of a push that has not come about.
func NewPush(where *time.Location) *Push {
	return &Push{
		FormatVersion: FormatVersion, Where: where,
		Plan: agent.Plan{Resources: []agent.ResourceChange{}, Suites: []agent.SuiteChange{}, Unproved: []string{}},
	}
}

// Done says what the push did, or would do.
func (p *Push) Done(revision int64, plan agent.Plan, dryRun bool) {
	p.Revision, p.DryRun, p.Changed, p.Plan = revision, dryRun, !plan.Empty(), plan
}

// Text writes the plan, unless it was shown, and what came of it.
func (p *Push) Text(w io.Writer) error {
	if !p.Shown {
		if err := p.PlanText(w); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, p.last()+"\n")
	return err
}

// PlanText writes the plan: a line for each resource and suite that changes, what
// does not counted, and then what is lost by it.
func (p *Push) PlanText(w io.Writer) error {
	var b strings.Builder
	same := 0
	for _, r := range p.Plan.Resources {
		if r.Change == agent.Unchanged {
			same++
			continue
		}
		line := fmt.Sprintf("%-9s %s", r.Change, r.ID)
		if len(r.Fields) > 0 {
			line += ": " + strings.Join(r.Fields, ", ")
		}
		fmt.Fprintln(&b, Clean(line+owned(r.Owner)))
	}
	sameSuites, cases := 0, 0
	for _, s := range p.Plan.Suites {
		if !s.Differs() {
			sameSuites, cases = sameSuites+1, cases+s.Unchanged
			continue
		}
		suite(&b, s)
	}
	if same+sameSuites > 0 {
		fmt.Fprintf(&b, "%-9s %s\n", agent.Unchanged, unchanged(same, sameSuites, cases))
	}
	for _, key := range p.Plan.Unproved {
		fmt.Fprintf(&b, "note: the passing run of agent/%s no longer counts: something that it reaches changes\n", Clean(key))
	}
	p.losses(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

func unchanged(resources, suites, cases int) string {
	var parts []string
	if resources > 0 {
		parts = append(parts, count(resources, "resource"))
	}
	if suites > 0 {
		parts = append(parts, fmt.Sprintf("evals of %s (%s)", count(suites, "agent"), count(cases, "case")))
	}
	return strings.Join(parts, ", ")
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
	word := agent.Updated
	if len(s.Changed)+s.Unchanged+len(s.Removed) == 0 {
		word = agent.Created
	}
	fmt.Fprintf(b, "%-9s evals of agent/%s: %d added, %d changed, %d unchanged, %d removed%s\n", word, Clean(s.Agent),
		len(s.Added), len(s.Changed), s.Unchanged, len(s.Removed), Clean(owned(s.Owner)))
	for _, name := range s.Added {
		fmt.Fprintf(b, "          + %s\n", CleanLine(name))
	}
	for _, c := range s.Changed {
		fmt.Fprintf(b, "          ~ %s: %s\n", CleanLine(c.Name), Clean(strings.Join(c.Fields, ", ")))
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
