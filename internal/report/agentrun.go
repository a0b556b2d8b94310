package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/trace"
)

// RunResult is the result of `caplo agent eval get`: one run with its cases, in
// the order of the suite.
type RunResult struct {
	FormatVersion int             `json:"formatVersion"`
	Agent         string          `json:"agent"`
	Run           api.RunInfo     `json:"run"`
	Cases         []trace.CaseRun `json:"cases"`
}

// NewRunResult makes the result of a run.
func NewRunResult(d api.RunDetail) *RunResult {
	cases := append([]trace.CaseRun{}, d.Cases...)
	slices.SortStableFunc(cases, func(a, b trace.CaseRun) int { return a.Position - b.Position })
	return &RunResult{FormatVersion, d.Run.Agent, d.Run, cases}
}

// Text writes the cases as an eval does, and besides what they passed.
func (r *RunResult) Text(out io.Writer) error {
	var b strings.Builder
	about := "run " + r.Run.ID + " of " + minute(r.Run.Created)
	if r.Run.By != "" {
		about += " by " + r.Run.By
	}
	fmt.Fprintf(&b, "agent/%s: %s\n", CleanLine(r.Agent), CleanLine(about))
	if old := earlier("", r.Run); old != "" {
		b.WriteString(wrapped("", "note: this run is of "+old+" than the workspace holds now", terminalWidth))
	}
	text := EvalText{&b}
	var sum Tally
	for _, c := range r.Cases {
		if c.Result == nil {
			fmt.Fprintf(&b, "  %-7s %s\n", "-", CleanLine(c.Name)+" ("+r.open(c)+")")
			continue
		}
		sum.Add(*c.Result)
		text.Case(EvalCase{Name: c.Name, Result: *c.Result})
		passed(&b, *c.Result)
	}
	if r.Run.Finished != nil {
		sum.Seconds = r.Run.Finished.Sub(r.Run.Created).Seconds()
	}
	fmt.Fprintf(&b, "%s; %s; grader %s; run %s\n", sum, strings.Join(cleaned(modelNames(r.Run.Terms)), ", "), CleanLine(r.Run.Terms.Grader.String()), CleanLine(r.Run.ID))
	_, err := io.WriteString(out, b.String())
	return err
}

// open says why a case has no result.
func (r *RunResult) open(c trace.CaseRun) string {
	switch {
	case r.Run.Status == trace.RunCancelled:
		return "not judged: the run was ended early"
	case c.Status == trace.CaseRunning:
		return "being judged"
	}
	return "waits for its turn"
}

// passed names the checks that a case passed, and quotes the grader where it was
// content: where it was not, that stands with its check.
func passed(b *strings.Builder, r trace.Result) {
	var names []string
	for _, c := range r.Checks {
		if c.Pass {
			names = append(names, c.Check)
		}
	}
	if len(names) > 0 {
		b.WriteString(wrapped("          ", "passed: "+strings.Join(names, ", "), terminalWidth))
	}
	if v := r.Verdict; v != nil && v.Achieved && strings.TrimSpace(v.Rationale) != "" {
		b.WriteString(wrapped("            | ", v.Rationale, terminalWidth))
	}
}

func cleaned(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = CleanLine(s)
	}
	return out
}
