package project

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
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
	p := &Project{alone: true}
	p.sets = sync.OnceValue(p.set)
	f := &file{id: agent.ID{Kind: agent.KindAgent, Key: key}, path: name}
	f.parse(data)
	p.files = []*file{f}
	return p
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

// bytes reads a file that stands in the project, up to one byte over a limit.
func (l *loader) bytes(name string, limit int64) ([]byte, *diag.Diagnostic) {
	fail := func(rule, message, hint string) ([]byte, *diag.Diagnostic) {
		d := wholeFile(rule, name, message, hint)
		return nil, &d
	}
	if l.escapes(name) {
		return fail(ruleLink, "the link leads out of the project", "copy what it points at into the project")
	}
	full := filepath.Join(l.root, filepath.FromSlash(name))
	info, err := os.Stat(full)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fail(ruleRead, "the file vanished while it was read, or is a link to nothing", "restore it, or remove the link")
	case err != nil:
		return fail(ruleRead, "the file cannot be read: "+reason(err), "check its permissions")
	case info.IsDir():
		return fail(ruleRead, "this is a folder, not a file", "rename the folder, or move it elsewhere")
	case !info.Mode().IsRegular():
		return fail(ruleRead, "this is not a regular file", "replace it by a file")
	}
	in, err := os.Open(full)
	if err != nil {
		return fail(ruleRead, "the file cannot be read: "+reason(err), "check its permissions")
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, limit+1))
	if err != nil {
		return fail(ruleRead, "the file cannot be read: "+reason(err), "check its permissions")
	}
	if int64(len(data)) > limit {
		return fail(yamltree.RuleLimit, fmt.Sprintf("the file has more than %d MiB", limit>>20), "split it into several files")
	}
	return data, nil
}

// parse makes the file's resource of its text.
func (f *file) parse(data []byte) {
	doc, diags := yamltree.Parse(data)
	f.bom = len(yamltree.TrimBOM(data)) < len(data)
	for _, d := range diags {
		if d.Rule == yamltree.RuleEmpty && f.id.Kind == agent.KindProject {
			f.body = json.RawMessage("{}")
			continue
		}
		d.File = f.path
		for i := range d.Related {
			d.Related[i].File = f.path
		}
		f.diags = append(f.diags, d)
	}
	if doc == nil {
		f.source = yamltree.TrimBOM(data)
		if len(f.source) > maxShown {
			f.source = nil
		}
		return
	}
	f.doc = doc
	f.resource()
}

// MaxFile is the size in bytes up to which a file is read.
const MaxFile = yamltree.MaxBytes

// maxShown is the size up to which the text of a file that cannot be read is
// kept to show its lines.
const maxShown = 1 << 20

// resource writes the file as JSON, an agent's cases left out.
func (f *file) resource() {
	v := f.doc.Root().JSON()
	if m, ok := v.(map[string]any); ok && f.id.Kind == agent.KindAgent {
		_, f.evals = m["evals"]
		delete(m, "evals")
	}
	f.body, _ = agent.CanonicalValue(v) // numbers that JSON cannot hold are faults by now
}

// cases is what stands under an agent's evals key; nil without the key. It is
// written anew each time, since a project's cases are most of its size.
func (f *file) cases() json.RawMessage {
	if !f.evals {
		return nil
	}
	v, _ := f.doc.Root().Member("evals")
	out, _ := agent.CanonicalValue(v.JSON())
	return out
}

// Limits of a knowledge base.
const (
	maxDocument  = 1 << 20
	maxDocuments = 5_000
	maxBase      = 16 << 20
)
