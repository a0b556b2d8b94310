package project

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/project/yamltree"
)

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
	data, err := readAll(in, info.Size(), limit)
	if err != nil {
		return fail(ruleRead, "the file cannot be read: "+reason(err), "check its permissions")
	}
	if int64(len(data)) > limit {
		return fail(yamltree.RuleLimit, fmt.Sprintf("the file has more than %d MiB", limit>>20), "split it into several files")
	}
	return data, nil
}

// readAll reads up to one byte over a limit. It takes the room for what size
// promises at once, since the bytes are kept: one that grows wastes a quarter.
func readAll(in io.Reader, size, limit int64) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(int(min(size, limit+1)) + bytes.MinRead)
	_, err := b.ReadFrom(io.LimitReader(in, limit+1))
	return b.Bytes(), err
}

// parse makes the file's resource of its text.
func (f *file) parse(data []byte) {
	doc, diags := yamltree.Parse(data)
	f.bom = len(yamltree.TrimBOM(data)) < len(data)
	for _, d := range diags {
		if d.Rule == yamltree.RuleEmpty && isConfig(f.id.Kind) {
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
	for _, d := range doc.Hidden(isName) {
		d.File = f.path
		f.diags = append(f.diags, d)
	}
	f.resource()
}

// MaxFile is the size in bytes up to which a file is read.
const MaxFile = yamltree.MaxBytes

// maxShown is the size up to which the text of a file that cannot be read is
// kept to show its lines.
const maxShown = 1 << 20

// resource writes the file as JSON, an agent's cases left out.
func (f *file) resource() {
	v := f.doc.Root()
	leave := ""
	if f.id.Kind == agent.KindAgent {
		leave = "evals"
		_, f.evals = v.Member(leave)
	}
	f.body, _ = agent.CanonicalValue(v.JSONWithout(leave)) // numbers that JSON cannot hold are faults by now
}

// cases is what stands under an agent's evals key, decoded; nil without the
// key. It is made anew each time, since a project's cases are most of its size.
func (f *file) cases() any {
	if !f.evals {
		return nil
	}
	v, _ := f.doc.Root().Member("evals")
	return v.JSON()
}
