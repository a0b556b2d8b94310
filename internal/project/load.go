package project

import (
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/project/yamltree"
	"github.com/caplo/caplo/internal/rules"
)

// Rules about files.
const (
	ruleLink = "file/link"
	ruleName = "file/name"
	ruleRead = "file/read"
)

func workers() int { return runtime.GOMAXPROCS(0) }

// Load reads the project whose root is given. The diagnostics say what could
// not be read; Check says that and everything else. The project is usable in
// any case, if only empty.
func Load(root string) (*Project, []diag.Diagnostic) {
	if abs, err := filepath.Abs(root); err == nil {
		root = abs
	}
	p := &Project{Root: root}
	p.sets = sync.OnceValue(p.set)
	l := &loader{project: p, root: root}
	l.list()
	parallel(len(p.files), func(i int) { l.read(p.files[i]) })
	slices.SortFunc(p.files, func(a, b *file) int {
		if a.id.Less(b.id) {
			return -1
		}
		return 1
	})
	if f := p.file(agent.ID{Kind: agent.KindProject, Key: projectKey}); f != nil {
		p.Config = readConfig(f.body)
	}
	out := p.loaded()
	diag.Sort(out)
	return p, out
}

// LoadFile is a project of one agent file, under the name that diagnostics are
// to give it. Its Check takes it that whatever the file refers to exists.
func LoadFile(name string, data []byte) *Project {
	key := strings.TrimSuffix(path.Base(filepath.ToSlash(name)), path.Ext(name))
	if !agent.ValidKey(key) {
		key = strings.Repeat("0", 64) // the name is no matter here, and nobody refers to this one
	}
	return LoadFileAs(name, key, data)
}

// projectKey stands for caplo.yaml in references; a project has one.
const projectKey = "caplo"

// loader finds the files of a project and reads them.
type loader struct {
	project *Project
	root    string
}

func (l *loader) loose(rule, file, message, hint string) {
	l.project.loose = append(l.project.loose, wholeFile(rule, file, message, hint))
}

// wholeFile is a diagnostic that is about no line.
func wholeFile(rule, file, message, hint string) diag.Diagnostic {
	start := diag.Pos{Line: 1, Column: 1}
	severity := diag.Error
	if r, ok := rules.Lookup(rule); ok && r.Severity == agent.Warning {
		severity = diag.Warning
	}
	return diag.Diagnostic{
		Rule: rule, Severity: severity, File: file, Range: diag.Range{Start: start, End: start},
		Message: message, Hint: hint,
	}
}

// reason is the end of an error's chain, without the path that a diagnostic
// names already.
func reason(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}

// read reads one file, or the documents of a knowledge base.
func (l *loader) read(f *file) {
	if f.id.Kind == agent.KindKnowledge {
		l.readBase(f)
		return
	}
	data, d := l.bytes(f.path, yamltree.MaxBytes)
	if d != nil {
		f.diags = []diag.Diagnostic{*d}
		return
	}
	f.parse(data)
}
