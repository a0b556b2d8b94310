package project

import (
	"cmp"
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

// Bounds of what is tried, so that no project takes forever: a change of one
// file means judging all.
const (
	maxRounds = 10
	maxTries  = 256
)

// Fix applies the fixes of what o finds in the wanted files, in rounds, as long
// as they mend anything. A change is kept only where every file it touches can
// still be read and says the same elsewhere, and where each fix leaves one
// problem less: what would trade one problem for another is left alone.
func (p *Project) Fix(o rules.Options, wanted func(file string) bool) *Fixes {
	m := &mender{options: o, wanted: wanted, project: p, found: p.CheckWith(o), fixed: map[string]int{}, tries: maxTries}
	for range maxRounds {
		if !m.round() {
			break
		}
	}
	out := &Fixes{After: m.project, Left: m.found}
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

// mender applies fixes to a project step by step.
type mender struct {
	options rules.Options
	wanted  func(string) bool
	project *Project          // so far
	found   []diag.Diagnostic // in it
	fixed   map[string]int
	tries   int // left

	base *Project // what the edits of this round are for
	kept []repair // what of this round was kept
}

// round applies what can be applied at once. It is false if that is nothing.
func (m *mender) round() bool {
	m.base, m.kept = m.project, nil
	m.take(m.repairs())
	for _, r := range m.kept {
		m.fixed[r.file]++
	}
	return len(m.kept) > 0
}

// repairs lists the fixes that do not overlap, first come first served; the
// others have their turn in the next round.
func (m *mender) repairs() (out []repair) {
	var last []repair // of the file at hand
	for _, d := range m.found {
		if d.Fix == nil || !m.wanted(d.File) {
			continue
		}
		r, ok := m.base.repair(d)
		if !ok {
			continue
		}
		if len(last) > 0 && last[0].file != r.file {
			last = nil
		}
		if !slices.ContainsFunc(last, r.overlaps) {
			out, last = append(out, r), append(last, r)
		}
	}
	return out
}

// take keeps as many repairs as it may. Mostly that is all of them; where it is
// not, halves are tried until those that do harm stand alone.
func (m *mender) take(rs []repair) {
	if len(rs) == 0 || m.tries == 0 || m.keep(rs) || len(rs) == 1 {
		return
	}
	m.take(rs[:len(rs)/2])
	m.take(rs[len(rs)/2:])
}

// keep adds repairs to those of this round, if they are worth it.
func (m *mender) keep(rs []repair) bool {
	m.tries--
	all := slices.Concat(m.kept, rs)
	next := m.base.repaired(all)
	if next == nil {
		return false
	}
	found := next.CheckWith(m.options)
	if !fewer(m.found, found, len(rs)) {
		return false
	}
	m.project, m.found, m.kept = next, found, all
	return true
}

// fewer reports whether n problems are gone, with no error more.
func fewer(before, after []diag.Diagnostic, n int) bool {
	errors, _ := diag.Count(before)
	left, _ := diag.Count(after)
	return len(after)+n <= len(before) && cmp.Compare(left, errors) <= 0
}
