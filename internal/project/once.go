package project

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/caplo/caplo/internal/diag"
)

// maxShownOfFile is how many diagnostics of one file are told. Whoever has more
// mends these first; a terminal full of megabytes helps nobody.
const maxShownOfFile = 200

// sameMistake is a diagnostic by what is the same wherever its characters are used.
type sameMistake struct {
	file, rule, message string
	at                  diag.Range
}

// once drops what is said twice of the same characters: a mistake that several
// aliases or merge keys lead to is one mistake. The first stays. It keeps its
// fix only where every use of the key would be mended by it.
func (p *Project) once(ds []diag.Diagnostic) []diag.Diagnostic {
	first := make(map[sameMistake]int, len(ds))
	said := make([]int, 0, len(ds))
	out := ds[:0:0]
	for _, d := range ds {
		m := sameMistake{d.File, d.Rule, d.Message, d.Range}
		i, again := first[m]
		if !again {
			first[m] = len(out)
			out, said = append(out, d), append(said, 1)
			continue
		}
		said[i]++
		if !reflect.DeepEqual(out[i].Fix, d.Fix) {
			out[i].Fix = nil
		}
	}
	p.dropUncertain(out, said)
	return out
}

// dropUncertain takes the fixes of keys away that are used more often than they
// were found wrong: what is right here may be wrong there.
func (p *Project) dropUncertain(ds []diag.Diagnostic, said []int) {
	uses := map[string]map[int]int{}
	for i := range ds {
		d := &ds[i]
		f := p.named(d.File)
		if d.Fix == nil || f == nil || f.doc == nil {
			continue
		}
		if uses[d.File] == nil {
			uses[d.File] = f.doc.KeyUses()
		}
		if at, ok := f.doc.Offset(d.Range.Start); ok && uses[d.File][at] > said[i] {
			d.Fix = nil
		}
	}
}

// capped leaves the first diagnostics of each file, errors before warnings, so
// that no warning takes the place of what fails the validation. The last one of
// a file says how many are left out. ds is sorted, and stays so.
func capped(ds []diag.Diagnostic) []diag.Diagnostic {
	out := ds[:0:0]
	for from := 0; from < len(ds); {
		to := from + 1
		for to < len(ds) && ds[to].File == ds[from].File {
			to++
		}
		out = append(out, cappedFile(ds[from:to])...)
		from = to
	}
	return out
}

func cappedFile(ds []diag.Diagnostic) []diag.Diagnostic {
	if len(ds) <= maxShownOfFile {
		return ds
	}
	room := maxShownOfFile
	keep := make([]bool, len(ds))
	for _, severity := range []diag.Severity{diag.Error, diag.Warning} {
		for i, d := range ds {
			if room > 0 && d.Severity == severity {
				keep[i] = true
				room--
			}
		}
	}
	var out []diag.Diagnostic
	for i, d := range ds {
		if keep[i] {
			out = append(out, d)
		}
	}
	errors, warnings := diag.Count(ds)
	shownErrors, shownWarnings := diag.Count(out)
	last := &out[len(out)-1]
	last.Message += fmt.Sprintf(" (not shown of this file: %s)",
		leftOut(errors-shownErrors, warnings-shownWarnings))
	return slices.Clip(out)
}

func leftOut(errors, warnings int) string {
	switch {
	case errors == 0:
		return counted(warnings, "more warning")
	case warnings == 0:
		return counted(errors, "more error")
	}
	return counted(errors, "more error") + ", " + counted(warnings, "more warning")
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
