package report

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/caplo/caplo/internal/diag"
)

// shownByGitHub is how many annotations of a kind GitHub shows for one step.
const shownByGitHub = 10

// github writes a workflow command a line for each diagnostic, which GitHub
// Actions shows beside the lines of a pull request, and a closing text.
func (v *Validation) github(b *bytes.Buffer) {
	for _, d := range v.Diagnostics {
		fmt.Fprintf(b, "::%s file=%s,%s,title=%s::%s\n", d.Severity,
			property(d.File), githubRange(d.Range), property(d.Rule), data(v.prose(d)))
	}
	fmt.Fprintln(b, Summary(v.plain))
	if max(v.Summary.Errors, v.Summary.Warnings) > shownByGitHub {
		fmt.Fprintf(b, "GitHub shows the first %d errors and %d warnings of a step beside the code; this log has them all\n",
			shownByGitHub, shownByGitHub)
	}
}

// githubRange names lines and columns. GitHub takes columns only within one line,
// and an endColumn that is still part of what is marked.
func githubRange(r diag.Range) string {
	start, end := r.Start, r.End
	if end.Column == 1 && end.Line > start.Line {
		// It ends with the line break before, as blocks of text do.
		return fmt.Sprintf("line=%d,endLine=%d", start.Line, end.Line-1)
	}
	if end.Line != start.Line {
		return fmt.Sprintf("line=%d,endLine=%d", start.Line, end.Line)
	}
	return fmt.Sprintf("line=%d,endLine=%d,col=%d,endColumn=%d", start.Line, end.Line, start.Column, max(end.Column-1, start.Column))
}

var (
	escapeData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	escapeProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// data is what follows the second pair of colons; its lines are clean already.
func data(s string) string { return escapeData.Replace(s) }

// property is the value of a name=value pair.
func property(s string) string { return escapeProperty.Replace(Clean(s)) }
