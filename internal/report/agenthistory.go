package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/api"
)

// AgentHistory is the result of `caplo agent history`: what changed an agent or
// its cases, the newest first.
type AgentHistory struct {
	FormatVersion int                `json:"formatVersion"`
	Agent         string             `json:"agent"`
	Entries       []api.HistoryEntry `json:"entries"`
}

// NewAgentHistory makes the result for an agent, by its key.
func NewAgentHistory(key string, entries []api.HistoryEntry) *AgentHistory {
	return &AgentHistory{FormatVersion, key, append([]api.HistoryEntry{}, entries...)}
}

// Text writes a line or two a change.
func (h *AgentHistory) Text(out io.Writer) error {
	var b strings.Builder
	for _, e := range h.Entries {
		fmt.Fprintf(&b, "%6d  %s  %s\n", e.Revision, minute(e.Created), short(CleanLine(origin(e)+" by "+e.Author), terminalWidth-26))
		if e.Git != nil {
			b.WriteString(wrapped("        ", "git "+commit(e.Git), terminalWidth))
		}
		b.WriteString(wrapped("        ", changed(e), terminalWidth))
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// origin says how a change came about.
func origin(e api.HistoryEntry) string {
	switch e.Origin {
	case "push":
		if e.Project == "" {
			return "pushed"
		}
		return "pushed from " + e.Project
	case "file":
		return "pushed from a file"
	case "cases":
		return "cases edited"
	case "restore":
		return "brought back"
	}
	return e.Origin
}

// commit names a commit as git does, and where it was.
func commit(g *agent.Git) string {
	out := g.Commit[:min(len(g.Commit), 12)]
	if g.Commit == "" {
		out = "no commit"
	}
	if g.Branch != "" {
		out += " on " + g.Branch
	}
	if g.Dirty {
		out += ", with changes that are not committed"
	}
	return out
}

func changed(e api.HistoryEntry) string {
	if e.Deleted {
		return "deleted"
	}
	var parts []string
	switch {
	case e.Draft && len(e.Fields) > 0:
		parts = append(parts, "changed "+strings.Join(e.Fields, ", "))
	case e.Draft:
		parts = append(parts, "the agent, anew")
	}
	if e.Suite {
		parts = append(parts, "its cases: "+itoa(e.Cases))
	}
	return strings.Join(parts, "; ")
}
