package project

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/project/yamltree"
)

// Rules about the comments that switch warnings off.
const (
	ruleIgnoreError   = "ignore/error"
	ruleIgnoreUnknown = "ignore/unknown-rule"
	ruleIgnoreUnused  = "ignore/unused"
)

// ignoreMark is what such a comment begins with.
const ignoreMark = yamltree.CommentMark + "ignore"

var (
	ignoreComment = regexp.MustCompile(`^#+[ \t]*` + ignoreMark + `(?:[ \t,]|$)`)
	lateMark      = regexp.MustCompile(`(?:^|[ \t(,;#])` + ignoreMark + `(?:[ \t,]|$)`)
	anyMark       = regexp.MustCompile(`^#+[ \t]*` + yamltree.CommentMark + `[^ \t,]*`)
	ignoreReason  = regexp.MustCompile(`(?:^|[ \t,])--(?:[ \t]|$)`)
	ignoreWord    = regexp.MustCompile(`[^ \t,]+`)
)

// wish is a rule that a comment wants switched off on a line.
type wish struct {
	rule  string // as written
	meant string // the warning that it names, or is a slip of; empty if none
	line  int
	at    diag.Range
	used  bool
	late  bool // it does not begin its comment, so it is none
}

// ignore takes away the warnings that comments switch off, and adds what is
// wrong with those comments.
func (p *Project) ignore(ds []diag.Diagnostic) []diag.Diagnostic {
	wishes := map[string][]*wish{}
	for _, f := range p.files {
		if f.doc != nil && bytes.Contains(f.doc.Source(), []byte(yamltree.CommentMark)) {
			wishes[f.path] = f.wishes()
		}
	}
	if len(wishes) == 0 {
		return ds
	}
	ds = slices.DeleteFunc(ds, func(d diag.Diagnostic) bool { return granted(wishes[d.File], d) })
	broken := map[string]bool{}
	for _, d := range ds {
		broken[d.File] = broken[d.File] || d.Severity == diag.Error
	}
	for _, f := range p.files {
		for _, w := range wishes[f.path] {
			if d := p.complaint(w, broken, f.path); d != nil {
				d.File, d.Severity, d.Range = f.path, diag.Warning, w.at
				ds = append(ds, *d)
			}
		}
	}
	return ds
}

// granted reports whether a diagnostic is a warning that is switched off.
func granted(wishes []*wish, d diag.Diagnostic) (off bool) {
	for _, w := range wishes {
		if d.Severity == diag.Warning && w.line == d.Range.Start.Line && w.meant == d.Rule {
			w.used, off = true, true
		}
	}
	return off
}

// wishes reads the comments of a file. A comment that names no rule, or says
// something else to caplo, is a wish for the rule "".
func (f *file) wishes() (out []*wish) {
	for _, c := range f.doc.Comments() {
		mark := ignoreComment.FindString(c.Text)
		if mark == "" {
			if other := anyMark.FindString(c.Text); other != "" {
				out = append(out, newWish(c, len(other), len(other)))
			} else if late := lateMark.FindStringIndex(c.Text); late != nil {
				w := newWish(c, len(other), len(strings.TrimRight(c.Text[:late[1]], " \t,")))
				w.late = true
				out = append(out, w)
			}
			continue
		}
		rest := c.Text[len(mark):]
		if reason := ignoreReason.FindStringIndex(rest); reason != nil {
			rest = rest[:reason[0]]
		}
		words := ignoreWord.FindAllStringIndex(rest, -1)
		if words == nil {
			words = [][]int{{0, 0}}
		}
		for _, at := range words {
			out = append(out, newWish(c, len(mark)+at[0], len(mark)+at[1]))
		}
	}
	return out
}

// newWish is the wish that stands in a comment from one byte to another.
func newWish(c yamltree.Comment, from, to int) *wish {
	w := &wish{rule: c.Text[from:to], line: c.About, at: diag.Range{Start: c.Start, End: c.Start}}
	if w.rule == "" {
		w.at.End.Column += utf8.RuneCountInString(strings.TrimRight(c.Text[:from], " \t,"))
		return w
	}
	w.at.Start.Column += utf8.RuneCountInString(c.Text[:from])
	w.at.End.Column += utf8.RuneCountInString(c.Text[:to])
	w.meant = meantWarning(w.rule)
	return w
}
