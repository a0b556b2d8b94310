package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/api"
)

// AgentAt is the result of `caplo agent show` and `caplo agent export` as JSON: an
// agent with its cases as it is or was.
type AgentAt struct {
	FormatVersion int `json:"formatVersion"`
	api.AgentAt
}

// Restored is the result of `caplo agent restore`.
type Restored struct {
	FormatVersion int        `json:"formatVersion"`
	Agent         string     `json:"agent"`
	From          int64      `json:"from"`     // the revision that was brought back
	Revision      int64      `json:"revision"` // the one that this made, or the newest where nothing changed
	Changed       bool       `json:"changed"`
	Plan          agent.Plan `json:"plan"`
}

// NewRestored makes the result. A list of cases that changed in order or ids alone
// is a change that the plan does not show; before is the newest revision before.
func NewRestored(key string, from, before int64, done api.Committed) *Restored {
	return &Restored{
		FormatVersion: FormatVersion, Agent: key, From: from,
		Revision: done.Revision, Changed: done.Revision > before, Plan: done.Plan,
	}
}

// Text says what was brought back, and how to undo it.
func (r *Restored) Text(out io.Writer) error {
	var b strings.Builder
	if !r.Changed {
		_, err := fmt.Fprintf(out, "nothing changed: agent/%s is as it was at revision %d\n", r.Agent, r.From)
		return err
	}
	for _, c := range r.Plan.Resources {
		switch c.Change {
		case agent.Unchanged:
		case agent.Created:
			fmt.Fprintf(&b, "back again %s\n", c.ID)
		default:
			fmt.Fprintf(&b, "back       %s: %s\n", c.ID, CleanLine(strings.Join(c.Fields, ", ")))
		}
	}
	for _, s := range r.Plan.Suites {
		if s.Differs() {
			fmt.Fprintf(&b, "back       evals of agent/%s: %d added, %d changed, %d unchanged, %d removed\n",
				s.Agent, len(s.Added), len(s.Changed), s.Unchanged, len(s.Removed))
		}
		r.cases(&b, s)
	}
	for _, key := range r.Plan.Unproved {
		fmt.Fprintf(&b, "note: the passing run of agent/%s no longer counts: something that it reaches changes\n", key)
	}
	fmt.Fprintf(&b, "brought revision %d back as revision %d\n", r.From, r.Revision)
	_, err := io.WriteString(out, b.String())
	return err
}

func (r *Restored) cases(b *strings.Builder, s agent.SuiteChange) {
	for _, name := range s.Added {
		fmt.Fprintf(b, "          + %s\n", CleanLine(name))
	}
	for _, c := range s.Changed {
		fmt.Fprintf(b, "          ~ %s: %s\n", CleanLine(c.Name), CleanLine(strings.Join(c.Fields, ", ")))
	}
	for _, name := range s.Removed {
		fmt.Fprintf(b, "          - %s\n", CleanLine(name))
	}
}
