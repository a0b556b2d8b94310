package cli

import (
	"io"
	"path/filepath"

	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/project"
	"github.com/caplo/caplo/internal/report"
)

// diagnosticFormats are the formats that diagnostics can be written in, the
// usual one first.
var diagnosticFormats = report.ValidationFormats

// diagnosticSet is diagnostics with the files that were looked at.
type diagnosticSet struct {
	list   []diag.Diagnostic
	source func(file string) []byte
	files  []string
	root   string // the project's folder as files are named; empty: no project
}

// writeDiagnostics writes diagnostics in one of diagnosticFormats. It is the one
// place that does.
func writeDiagnostics(w io.Writer, format string, ds diagnosticSet) error {
	var explained []report.Rule
	if format == "sarif" {
		explained = knownRules()
	}
	return report.NewValidation(Version(), ds.list, explained...).WithFiles(ds.files).WithRoot(ds.root).WithSource(ds.source).Write(w, format)
}

// hasErrors reports whether any diagnostic is an error.
func (s diagnosticSet) hasErrors() bool {
	errors, _ := diag.Count(s.list)
	return errors > 0
}

// only keeps the diagnostics that keep says.
func (s diagnosticSet) only(keep func(diag.Diagnostic) bool) diagnosticSet {
	var list []diag.Diagnostic
	for _, d := range s.list {
		if keep(d) {
			list = append(list, d)
		}
	}
	s.list = list
	return s
}

// strict is the diagnostics with warnings taken for errors.
func (s diagnosticSet) strict() diagnosticSet {
	list := make([]diag.Diagnostic, len(s.list))
	for i, d := range s.list {
		d.Severity = diag.Error
		list[i] = d
	}
	s.list = list
	return s
}

// standing shows a project's files to somebody who stands in a folder, who
// wants to open them from there.
type standing struct{ dir, root string }

func (env *Env) standing(p *project.Project) standing { return standing{env.Dir, p.Root} }

// name is a file's name as it is shown.
func (s standing) name(file string) string {
	full := filepath.Join(s.root, filepath.FromSlash(file))
	rel, err := filepath.Rel(s.dir, full)
	if err != nil {
		return filepath.ToSlash(full)
	}
	return filepath.ToSlash(rel)
}

// diagnostics names the files of diagnostics as they are shown.
func (s standing) diagnostics(p *project.Project, ds []diag.Diagnostic) diagnosticSet {
	files := map[string]string{}
	show := func(file string) string {
		name := s.name(file)
		files[name] = file
		return name
	}
	list := make([]diag.Diagnostic, len(ds))
	for i, d := range ds {
		d.File = show(d.File)
		d.Related = append([]diag.Related(nil), d.Related...)
		for j := range d.Related {
			d.Related[j].File = show(d.Related[j].File)
		}
		list[i] = d
	}
	diag.Sort(list) // ../caplo.yaml stands before agents/, which it did not by its name in the project
	return diagnosticSet{
		list: list, root: s.name(""),
		source: func(file string) []byte { return p.Source(files[file]) },
	}
}
