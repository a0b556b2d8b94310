package project

import (
	"slices"

	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/project/yamltree"
)

// besideHidden leaves out what is said of a word that holds an invisible
// character: that it is unknown follows, and the two words would look alike.
func besideHidden(ds []diag.Diagnostic) []diag.Diagnostic {
	var hidden []diag.Diagnostic
	for _, d := range ds {
		if d.Rule == yamltree.RuleInvisible {
			hidden = append(hidden, d)
		}
	}
	if hidden == nil {
		return ds
	}
	return slices.DeleteFunc(ds, func(d diag.Diagnostic) bool {
		return d.Rule != yamltree.RuleInvisible && slices.ContainsFunc(hidden, func(h diag.Diagnostic) bool {
			return h.File == d.File && d.Range.Start.Compare(h.Range.Start) <= 0 && h.Range.Start.Compare(d.Range.End) < 0 &&
				d.Range.Start.Line == h.Range.Start.Line && d.Range.End.Line == h.Range.Start.Line
		})
	})
}
