package report

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/caplo/caplo/internal/agent"
)

// LossesText writes what the plan takes away: what it deletes, and what it
// overwrites that was changed outside of git.
func (p *Push) LossesText(w io.Writer) error {
	var b strings.Builder
	p.losses(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

func (p *Push) losses(b *strings.Builder) {
	for _, d := range p.Plan.Deleted {
		line := fmt.Sprintf("%-9s %s", "deleted", d.ID)
		if d.Cases > 0 {
			line += ", with " + count(d.Cases, "case")
		}
		fmt.Fprintln(b, Clean(line))
	}
	if len(p.Plan.Outside) == 0 {
		return
	}
	fmt.Fprintln(b, "changed outside of git since the last push, and overwritten by this one:")
	for _, o := range p.Plan.Outside {
		line := fmt.Sprintf("          %s, %s", Title(o.ID), Stamp(o.Author, o.Created, o.Origin, p.Where))
		if names := slices.Concat(o.Cases, o.Fields); len(names) > 0 {
			line += ": " + strings.Join(names, ", ")
		}
		fmt.Fprintln(b, Clean(line))
	}
	for _, line := range p.wayBack() {
		fmt.Fprintln(b, "          "+Clean(line))
	}
}

// wayBack is what to type to have again what the push overwrites, and no more: the
// newest change of each agent.
func (p *Push) wayBack() (lines []string) {
	lost := map[string]loss{}
	for _, o := range p.Plan.Outside {
		l := lost[o.Key]
		switch o.Kind {
		case agent.KindAgent:
			l.draft = true
		case agent.KindSuite:
			l.suite = true
		default:
			lines = append(lines, fmt.Sprintf("%s: no command; the workspace keeps what it was at revision %d", o.ID, o.Revision))
			continue
		}
		l.newest = max(l.newest, o.Revision)
		lost[o.Key] = l
	}
	for _, d := range p.Plan.Deleted {
		if l, ok := lost[d.Key]; ok && d.Kind == agent.KindAgent {
			l.draft, l.suite = true, true // there are no cases without their agent
			lost[d.Key] = l
		}
	}
	var back []string
	for _, key := range slices.Sorted(maps.Keys(lost)) {
		back = append(back, lost[key].command(key))
	}
	if len(back) > 0 {
		lines = append([]string{"what brings it back: " + strings.Join(back, "; ")}, lines...)
	}
	return lines
}

// loss is what a push overwrites of an agent.
type loss struct {
	draft, suite bool
	newest       int64
}

func (l loss) command(key string) string {
	command := fmt.Sprintf("caplo agent restore %s@%d", key, l.newest)
	switch {
	case !l.suite:
		command += " --draft"
	case !l.draft:
		command += " --suite"
	}
	return command
}

// Title names a resource as people do.
func Title(id agent.ID) string {
	if id.Kind == agent.KindSuite {
		return "evals of agent/" + id.Key
	}
	return id.String()
}

// Stamp says who changed something, when and how.
func Stamp(author string, at time.Time, origin string, where *time.Location) string {
	if where == nil {
		where = time.UTC
	}
	how := map[string]string{
		"cases": "a case edited in the workspace", "file": "a push of a single file",
		"restore": "an earlier revision brought back", "push": "a push of a project",
	}[origin]
	return fmt.Sprintf("by %s, %s, %s", cmp.Or(CleanLine(author), "somebody"), at.In(where).Format("2006-01-02 15:04"), cmp.Or(how, "a change"))
}
