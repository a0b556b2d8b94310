package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/trace"
)

// RunList is the result of `caplo agent eval list`: an agent's runs, the newest
// first.
type RunList struct {
	FormatVersion int           `json:"formatVersion"`
	Agent         string        `json:"agent"`
	Runs          []api.RunInfo `json:"runs"`
}

// NewRunList makes the result for an agent, by its key.
func NewRunList(key string, runs []api.RunInfo) *RunList {
	return &RunList{FormatVersion, key, append([]api.RunInfo{}, runs...)}
}

// Text writes two lines a run.
func (l *RunList) Text(out io.Writer) error {
	if len(l.Runs) == 0 {
		_, err := fmt.Fprintf(out, "agent/%s has no runs yet\n", CleanLine(l.Agent))
		return err
	}
	var b strings.Builder
	for _, r := range l.Runs {
		fmt.Fprintf(&b, "%s  %s  %s\n", CleanLine(r.ID), minute(r.Created), outcome(r.Run))
		about := shortModels(r.Terms)
		if r.By != "" {
			about = "by " + r.By + ", " + about
		}
		b.WriteString(wrapped("    ", about+earlier("; of ", r), terminalWidth))
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// outcome says how a run ended, or how far it is.
func outcome(r trace.Run) string {
	done := r.OK + r.Failed + r.Errors
	counts := fmt.Sprintf("%d ok, %d failed, %d error", r.OK, r.Failed, r.Errors)
	switch {
	case r.Status == trace.RunCancelled:
		return fmt.Sprintf("ended early: %s of %d", counts, r.Cases)
	case r.Status == trace.RunOpen:
		return fmt.Sprintf("%d of %s judged so far", done, count(r.Cases, "case"))
	case r.Finished == nil:
		return counts
	}
	return fmt.Sprintf("%s  %.1f s", counts, r.Finished.Sub(r.Created).Seconds())
}

// shortModels names the models of a run without their providers, where a model
// has a name of its own.
func shortModels(t trace.Terms) string {
	seen := map[string]bool{}
	for _, m := range t.Models {
		seen[shortModel(m)] = true
	}
	names := sortedKeys(seen)
	if len(names) > 2 {
		names = []string{names[0], names[1], fmt.Sprintf("%d more", len(names)-2)}
	}
	return strings.Join(names, ", ") + "; grader " + shortModel(t.Grader)
}

func shortModel(m trace.Model) string {
	if m.Name == "" {
		return m.Provider
	}
	return m.Name
}
