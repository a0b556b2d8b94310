package project

import (
	"maps"
	"slices"
	"sync"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/rules"
)

// Fixes is what applying the fixes of diagnostics makes of a project. Nothing
// has been written.
type Fixes struct {
	Files []FixedFile       // sorted by name
	After *Project          // the project as it would be
	Left  []diag.Diagnostic // what is wrong with it
}

// FixedFile is a file that fixes change, byte order mark and all.
type FixedFile struct {
	File   string // as diagnostics name it
	Before []byte
	After  []byte
	Fixed  int // how many diagnostics are gone
}

// Fix applies the fixes of what o finds in the wanted files, in rounds, as long
// as they mend anything. A change is kept only where every file it touches can
// still be read and says the same elsewhere, and where less is wrong for each
// fix: what would trade one problem for another is left alone.
func (p *Project) Fix(o rules.Options, wanted func(file string) bool) *Fixes {
	m := &mender{options: o, wanted: wanted, project: p, found: p.all(o), fixed: map[string]int{}, tries: triesFor(p)}
	m.run()
	out := &Fixes{After: m.project, Left: capped(m.found)}
	for _, name := range slices.Sorted(maps.Keys(m.fixed)) {
		out.Files = append(out.Files, FixedFile{
			File: name, Before: p.named(name).bytes(), After: m.project.named(name).bytes(), Fixed: m.fixed[name],
		})
	}
	return out
}

// Without is the project as it would be if some of the files were not fixed.
func (x *Fixes) Without(files []string) *Project {
	texts := map[string][]byte{}
	for _, f := range x.Files {
		if slices.Contains(files, f.File) {
			texts[f.File] = f.Before
		}
	}
	return x.After.with(texts)
}

// with is the project with other texts in some of its files.
func (p *Project) with(texts map[string][]byte) *Project {
	out := &Project{Root: p.Root, Config: p.Config, loose: p.loose, misnamed: p.misnamed, alone: p.alone}
	out.sets = sync.OnceValue(out.set)
	out.files = slices.Clone(p.files)
	for i, f := range out.files {
		if text, ok := texts[f.path]; ok {
			out.files[i] = &file{id: f.id, path: f.path}
			out.files[i].parse(text)
			if f.id.Kind == agent.KindProject {
				out.Config = readConfig(out.files[i].body)
			}
		}
	}
	return out
}

func (p *Project) named(name string) *file {
	i := slices.IndexFunc(p.files, func(f *file) bool { return f.path == name })
	if i < 0 {
		return nil
	}
	return p.files[i]
}

// bytes is the whole text of a file.
func (f *file) bytes() []byte {
	if f.bom {
		return append([]byte("\ufeff"), f.text()...)
	}
	return f.text()
}
