// Package diag holds what is said about a file: positions, ranges and
// diagnostics. It knows no rules, no YAML and no output format.
package diag

import (
	"cmp"
	"slices"
)

// Pos is a place in a text file. Line and column start at 1 and count
// characters (code points), not bytes.
type Pos struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

// Compare orders positions as they stand in the file.
func (p Pos) Compare(q Pos) int {
	return cmp.Or(cmp.Compare(p.Line, q.Line), cmp.Compare(p.Column, q.Column))
}

// Range is a stretch of a file. End is the first position behind it, so a
// range whose ends are equal is a point.
type Range struct {
	Start Pos `json:"start"`
	End   Pos `json:"end"`
}

// Severity says how bad a diagnostic is.
type Severity string

// Severities. Only errors fail a validation, unless it is strict.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
)

// Diagnostic is one mistake in one file.
type Diagnostic struct {
	Rule     string    `json:"rule"` // stable id, such as evals/unique-name
	Severity Severity  `json:"severity"`
	File     string    `json:"file"` // relative to the project's root, with slashes
	Range    Range     `json:"range"`
	Message  string    `json:"message"`        // what is wrong
	Hint     string    `json:"hint,omitempty"` // what to do
	Related  []Related `json:"related,omitempty"`
	Fix      *Fix      `json:"fix,omitempty"` // only where it is certain
}

// Related is another place that a diagnostic speaks of.
type Related struct {
	File    string `json:"file"`
	Range   Range  `json:"range"`
	Message string `json:"message"`
}

// Fix is a change that certainly mends a diagnostic. All of its edits are in
// the diagnostic's file and none overlap.
type Fix struct {
	Summary string `json:"summary"`
	Edits   []Edit `json:"edits"`
}

// Edit puts Text in place of what stands in Range.
type Edit struct {
	Range Range  `json:"range"`
	Text  string `json:"text"`
}

// Sort orders diagnostics by file, line, column, rule, then message.
func Sort(ds []Diagnostic) {
	slices.SortStableFunc(ds, func(a, b Diagnostic) int {
		return cmp.Or(
			cmp.Compare(a.File, b.File),
			a.Range.Start.Compare(b.Range.Start),
			cmp.Compare(a.Rule, b.Rule),
			cmp.Compare(a.Message, b.Message),
		)
	})
}

// Count returns how many diagnostics are errors and how many are warnings.
func Count(ds []Diagnostic) (errors, warnings int) {
	for _, d := range ds {
		if d.Severity == Warning {
			warnings++
		} else {
			errors++
		}
	}
	return errors, warnings
}
