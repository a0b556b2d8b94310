package report

import (
	"slices"
	"strings"

	"github.com/caplo/caplo/internal/diag"
)

// sane is a diagnostic that every format can carry: text is UTF-8, positions
// begin at 1, no range ends before it starts, and lists are not null.
func sane(d diag.Diagnostic) diag.Diagnostic {
	d.Rule, d.File, d.Message, d.Hint = validUTF8(d.Rule), validUTF8(d.File), validUTF8(d.Message), validUTF8(d.Hint)
	if d.Severity != diag.Warning {
		d.Severity = diag.Error // what Count takes it for
	}
	d.Range = saneRange(d.Range)
	d.Related = slices.Clone(d.Related)
	for i, r := range d.Related {
		d.Related[i] = diag.Related{File: validUTF8(r.File), Range: saneRange(r.Range), Message: validUTF8(r.Message)}
	}
	if d.Fix != nil {
		fix := &diag.Fix{Summary: validUTF8(d.Fix.Summary), Edits: []diag.Edit{}}
		for _, e := range d.Fix.Edits {
			fix.Edits = append(fix.Edits, diag.Edit{Range: saneRange(e.Range), Text: validUTF8(e.Text)})
		}
		d.Fix = fix
	}
	return d
}

func saneRange(r diag.Range) diag.Range {
	r.Start = diag.Pos{Line: max(r.Start.Line, 1), Column: max(r.Start.Column, 1)}
	r.End = diag.Pos{Line: max(r.End.Line, 1), Column: max(r.End.Column, 1)}
	if r.End.Compare(r.Start) < 0 {
		r.End = r.Start
	}
	return r
}

// validUTF8 replaces what is none. A lone byte of 0x9b would begin an escape
// sequence on some terminals.
func validUTF8(s string) string { return strings.ToValidUTF8(s, "\ufffd") }

func sortFiles(files []string) { slices.Sort(files) }
