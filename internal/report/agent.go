package report

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/caplo/caplo/internal/api"
)

// AgentList is the result of `caplo agent list`; text and JSON are made from it.
type AgentList struct {
	FormatVersion int         `json:"formatVersion"`
	Agents        []api.Agent `json:"agents"`
}

// NewAgentList makes the result of a list of agents.
func NewAgentList(agents []api.Agent) *AgentList {
	return &AgentList{FormatVersion, append([]api.Agent{}, agents...)}
}

// Text writes a table.
func (l *AgentList) Text(out io.Writer) error {
	if len(l.Agents) == 0 {
		_, err := fmt.Fprintln(out, "the workspace has no agents yet")
		return err
	}
	rows := [][]string{{"KEY", "NAME", "PROJECT", "REVISION", "CASES"}}
	for _, a := range l.Agents {
		rows = append(rows, []string{a.Key, a.Name, orElse(a.Project, "-"), fmt.Sprint(a.Revision), itoa(a.Cases)})
	}
	return table(out, fitted(rows, terminalWidth))
}

// AgentInfo is the result of `caplo agent get`.
type AgentInfo struct {
	FormatVersion int `json:"formatVersion"`
	api.Agent
	// LastPush is the newest change that a push made, of a project or a file.
	LastPush *api.HistoryEntry `json:"lastPush,omitempty"`
	LastRun  *api.RunInfo      `json:"lastRun,omitempty"`
}

// Text writes it, a line for each thing.
func (a *AgentInfo) Text(out io.Writer) error {
	var b strings.Builder
	line := func(name, value string) {
		rows := wrapped(strings.Repeat(" ", 9), value, terminalWidth)
		fmt.Fprintf(&b, "%-8s %s", name, rows[9:])
	}
	line("key", a.Key)
	line("name", a.Name)
	line("project", orElse(a.Project, "none"))
	line("revision", fmt.Sprint(a.Revision))
	line("draft", orElse(a.Draft, "incomplete: something that it refers to is missing"))
	line("cases", itoa(a.Cases))
	pushed := "never"
	if p := a.LastPush; p != nil {
		pushed = fmt.Sprintf("%s as revision %d by %s", minute(p.Created), p.Revision, p.Author)
		if p.Origin == "file" {
			pushed += ", from a file"
		}
	}
	line("pushed", pushed)
	if p := a.LastPush; p != nil && p.Git != nil {
		line("git", commit(p.Git))
	}
	ran := "none"
	if r := a.LastRun; r != nil {
		ran = fmt.Sprintf("%s of %s", outcome(r.Run), minute(r.Created))
	}
	line("last run", ran)
	if r := a.LastRun; r != nil {
		line("", r.ID+earlier(", of ", *r))
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// minute is a time as somebody reads it who stands here.
func minute(t time.Time) string { return t.Local().Format("2006-01-02 15:04") }

// earlier says what the workspace holds otherwise than a run had it; nothing where
// it is all the same.
func earlier(before string, r api.RunInfo) string {
	switch {
	case r.EarlierDraft && r.EarlierCases:
		return before + "an earlier draft and earlier cases"
	case r.EarlierDraft:
		return before + "an earlier draft"
	case r.EarlierCases:
		return before + "earlier cases"
	}
	return ""
}
