package project

import (
	"slices"

	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/project/yamltree"
)

// repair is a fix with its edits found in the bytes of its file.
type repair struct {
	file  string
	edits []yamltree.Edit
}

func (r repair) overlaps(o repair) bool {
	return slices.ContainsFunc(r.edits, func(e yamltree.Edit) bool { return slices.ContainsFunc(o.edits, e.Overlaps) })
}

// repair finds the bytes of a diagnostic's fix.
func (p *Project) repair(d diag.Diagnostic) (repair, bool) {
	f := p.named(d.File)
	if f == nil || f.doc == nil || len(d.Fix.Edits) == 0 {
		return repair{}, false
	}
	r := repair{file: d.File}
	for _, e := range d.Fix.Edits {
		from, ok := f.doc.Offset(e.Range.Start)
		to, found := f.doc.Offset(e.Range.End)
		if !ok || !found || from > to {
			return repair{}, false
		}
		edit := yamltree.Edit{From: from, To: to, Text: e.Text}
		if slices.ContainsFunc(r.edits, edit.Overlaps) {
			return repair{}, false
		}
		r.edits = append(r.edits, edit)
	}
	return r, true
}

// repaired is the project with repairs made, nil where a file could not be read
// any more or would say something else where nothing was to be mended.
func (p *Project) repaired(rs []repair) *Project {
	edits := map[string][]yamltree.Edit{}
	for _, r := range rs {
		edits[r.file] = append(edits[r.file], r.edits...)
	}
	texts := map[string][]byte{}
	for name, es := range edits {
		text := yamltree.Apply(p.named(name).text(), es)
		if p.named(name).bom {
			text = append([]byte("\ufeff"), text...)
		}
		texts[name] = text
	}
	out := p.with(texts)
	for name, es := range edits {
		before, after := p.named(name).doc, out.named(name).doc
		if after == nil || !yamltree.SameElsewhere(before, after, es) {
			return nil
		}
	}
	return out
}
