package project

import (
	"slices"

	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/rules"
)

// Bounds of what is tried, so that no project takes forever: a change of one
// file means judging all.
const (
	maxRounds    = 10
	maxTries     = 256
	maxRepairs   = 500 // of one file in a round: each is held against all values of it
	minTries     = 12
	maxInner     = 6         // tries to mend what a fix brought to light
	maxJudgement = 256 << 20 // bytes to judge, all in all
)

// triesFor is how often a project can be judged.
func triesFor(p *Project) int {
	size := 1
	for _, f := range p.files {
		size += len(f.text())
	}
	return min(maxTries, max(minTries, maxJudgement/size))
}

// mender applies fixes to a project step by step.
type mender struct {
	options rules.Options
	wanted  func(string) bool
	project *Project          // so far
	found   []diag.Diagnostic // in it
	fixed   map[string]int
	tries   int              // left
	known   map[mistake]bool // what an inner mender leaves alone; nil for the outer one

	base *Project // what the edits of this round are for
	kept []repair // what of this round was kept
	over bool     // the project is no longer the base with what was kept
}

// run applies fixes in rounds.
func (m *mender) run() {
	for range maxRounds {
		if !m.round() {
			break
		}
	}
}

// round applies what can be applied at once. It is false if that is nothing.
func (m *mender) round() bool {
	m.base, m.kept, m.over = m.project, nil, false
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
		if d.Fix == nil || !m.wanted(d.File) || m.known[mistakeOf(d)] {
			continue
		}
		r, ok := m.base.repair(d)
		if !ok {
			continue
		}
		if len(last) > 0 && last[0].file != r.file {
			last = nil
		}
		if len(last) < maxRepairs && !slices.ContainsFunc(last, r.overlaps) {
			out, last = append(out, r), append(last, r)
		}
	}
	return out
}

// take keeps as many repairs as it may. Mostly that is all of them; where it is
// not, halves are tried until those that do harm stand alone.
func (m *mender) take(rs []repair) {
	if len(rs) == 0 || m.tries <= 0 || m.over || m.keep(rs) || len(rs) == 1 {
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
	found := next.all(m.options)
	switch {
	case fewer(m.found, found, len(rs)):
		m.project, m.found, m.kept = next, found, all
		return true
	case m.known == nil:
		return m.reveal(rs, next, found, all)
	}
	return false
}

// reveal goes on where fixes brought other mistakes to light, as that of a key
// does whose value nobody could judge before. They are kept if those, and those
// alone, can be mended as well.
func (m *mender) reveal(rs []repair, next *Project, found []diag.Diagnostic, all []repair) bool {
	files := map[string]bool{}
	for _, r := range rs {
		files[r.file] = true
	}
	in := &mender{
		options: m.options, wanted: func(f string) bool { return files[f] }, project: next, found: found,
		fixed: map[string]int{}, tries: min(m.tries, maxInner), known: map[mistake]bool{},
	}
	for _, d := range m.found {
		in.known[mistakeOf(d)] = true
	}
	before := in.tries
	in.run()
	m.tries -= before - in.tries
	if !fewer(m.found, in.found, len(rs)) {
		return false
	}
	m.project, m.found, m.kept, m.over = in.project, in.found, all, true
	for f, n := range in.fixed {
		m.fixed[f] += n
	}
	return true
}

// mistake is a diagnostic as it can be found again after an edit on its line.
type mistake struct {
	file, rule, message string
	line                int
}

func mistakeOf(d diag.Diagnostic) mistake {
	return mistake{d.File, d.Rule, d.Message, d.Range.Start.Line}
}

// fewer reports whether n problems are gone, with no error more.
func fewer(before, after []diag.Diagnostic, n int) bool {
	errors, _ := diag.Count(before)
	left, _ := diag.Count(after)
	return len(after)+n <= len(before) && left <= errors
}
