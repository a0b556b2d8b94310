package report

import (
	"fmt"
	"io"
	"sort"
	"strconv"
	"strings"

	"github.com/caplo/caplo/internal/trace"
)

// EvalText writes an eval as text while it goes on: an agent's heading, each
// case once as it ends, a summary line.
type EvalText struct{ W io.Writer }

// Head writes an agent's heading.
func (t EvalText) Head(a *EvalAgent) {
	if a.Problem != "" {
		fmt.Fprintf(t.W, "agent/%s: %s\n", a.Agent, CleanLine(a.Problem))
		if a.Hint != "" {
			fmt.Fprintf(t.W, "          hint: %s\n", CleanLine(a.Hint))
		}
		return
	}
	how := "run " + a.Run
	switch a.How {
	case "joined":
		how = "going on with run " + a.Run + ", which is not finished"
	case "reused":
		how = fmt.Sprintf("unchanged since run %s of %s passed, so its results are reused", a.Run, a.Created.Local().Format("2006-01-02 15:04"))
	}
	fmt.Fprintf(t.W, "agent/%s: %s\n", a.Agent, how)
}

// Case writes one case: ok, or its failed checks.
func (t EvalText) Case(c EvalCase) {
	name := CleanLine(c.Name)
	if c.Outcome == trace.OK {
		note := ""
		if c.Verdict != nil && c.Verdict.NotJudged {
			note = " (outcome not judged)"
		}
		fmt.Fprintf(t.W, "  ok      %s%s\n", name, note)
		return
	}
	word := "FAILED"
	if c.Outcome == trace.Error {
		word = "ERROR"
	}
	fmt.Fprintf(t.W, "  %-7s %s", word, name)
	if at := c.where(); at != "" {
		fmt.Fprintf(t.W, "  %s", at)
	}
	fmt.Fprintln(t.W)
	if c.Error != "" {
		fmt.Fprintf(t.W, "          %s\n", CleanLine(c.Error))
	}
	if c.Said != "" {
		fmt.Fprintln(t.W, indent("            | ", CleanText(c.Said)))
	}
	for _, check := range c.Checks {
		if !check.Pass {
			t.check(check, c)
		}
	}
	t.notes(c)
}

// notes writes what a trace has to say to whoever mends the case.
func (t EvalText) notes(c EvalCase) {
	trace.Walk(c.Trace.Steps, func(s trace.Step) bool {
		if s.Note != "" {
			fmt.Fprintf(t.W, "          note: %s\n", CleanLine(s.Note))
		}
		return true
	})
}

// quoted are the checks whose Seen was written by a model: it is set apart, so
// that it cannot be taken for caplo's own words.
var quoted = map[string]bool{
	trace.CheckAnswerContains: true, trace.CheckAnswerExcludes: true,
	trace.CheckDesiredOutcome: true, trace.CheckTurnCompleted: true,
}

func (t EvalText) check(c trace.CheckResult, of EvalCase) {
	const pad = "          "
	message := CleanLine(c.Message)
	if !quoted[c.Check] {
		if c.Seen != "" && !strings.Contains(c.Message, c.Seen) {
			message += " (" + CleanLine(c.Seen) + ")"
		}
		fmt.Fprintf(t.W, "%s%s: %s\n", pad, c.Check, message)
		return
	}
	fmt.Fprintf(t.W, "%s%s: %s\n", pad, c.Check, message)
	if c.Check == trace.CheckDesiredOutcome {
		fmt.Fprintf(t.W, "%s  wanted: %s\n", pad, CleanLine(c.Expected))
	}
	// Where there is no reply there is nothing to quote, and an error says the
	// rest.
	if c.Seen != "" && (of.Trace.Replied() || c.Check == trace.CheckTurnCompleted && c.Seen != of.Error) {
		fmt.Fprintln(t.W, indent(pad+"  | ", CleanText(c.Seen)))
	}
}

// Summary writes an agent's summary line.
func (t EvalText) Summary(a *EvalAgent) {
	if a.Problem != "" {
		return
	}
	fmt.Fprintf(t.W, "%s; %s; grader %s; run %s\n", a.Tally, strings.Join(a.Models, ", "), a.Grader, a.Run)
}

// Total writes the last line where there are several agents.
func (t EvalText) Total(e *Eval) {
	if len(e.Agents) < 2 {
		return
	}
	without := 0
	for _, a := range e.Agents {
		if a.Problem != "" {
			without++
		}
	}
	line := fmt.Sprintf("%d agents: %s", len(e.Agents), e.Summary)
	if without > 0 {
		line += fmt.Sprintf("; %s without cases", count(without, "agent"))
	}
	fmt.Fprintln(t.W, line)
}

func (t Tally) String() string {
	ok := fmt.Sprintf("%d ok", t.OK)
	if t.NotJudged > 0 {
		ok += fmt.Sprintf(" (%d not judged)", t.NotJudged)
	}
	return fmt.Sprintf("%s: %s, %d failed, %d error, %.1f s", count(t.Total, "case"), ok, t.Failed, t.Errors, t.Seconds)
}

func itoa(n int) string { return strconv.Itoa(n) }

func sortedKeys(set map[string]bool) []string {
	out := make([]string, 0, len(set))
	for k := range set {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}
