package project

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/project/yamltree"
	"github.com/caplo/caplo/internal/rules"
)

// Rules about the comments that switch warnings off.
const (
	ruleIgnoreError   = "ignore/error"
	ruleIgnoreUnknown = "ignore/unknown-rule"
	ruleIgnoreUnused  = "ignore/unused"
)

// ignoreMark is what such a comment begins with.
const ignoreMark = "caplo:ignore"

var (
	ignoreComment = regexp.MustCompile(`^#+[ \t]*` + ignoreMark + `(?:[ \t,]|$)`)
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
}

// ignore takes away the warnings that comments switch off, and adds what is
// wrong with those comments.
func (p *Project) ignore(ds []diag.Diagnostic) []diag.Diagnostic {
	wishes := map[string][]*wish{}
	for _, f := range p.files {
		if f.doc != nil && bytes.Contains(f.doc.Source(), []byte(ignoreMark)) {
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

// wishes reads the comments of a file. A comment that names no rule is a wish
// for the rule "".
func (f *file) wishes() (out []*wish) {
	for _, c := range f.doc.Comments() {
		mark := ignoreComment.FindString(c.Text)
		if mark == "" {
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

// complaint is what is wrong with a wish, nil where nothing is.
func (p *Project) complaint(w *wish, broken map[string]bool, file string) *diag.Diagnostic {
	_, known := rules.Lookup(w.rule)
	switch {
	case w.rule == "":
		return &diag.Diagnostic{
			Rule: ruleIgnoreUnknown, Message: "the comment names no rule to switch off",
			Hint: "write the rule that stands in brackets behind the warning: # " + ignoreMark + " RULE",
		}
	case !known:
		return unknownWish(w)
	case w.meant == "" && strings.HasPrefix(w.rule, "ignore/"):
		return &diag.Diagnostic{
			Rule: ruleIgnoreError, Message: w.rule + " watches these comments, and cannot be switched off by one", Hint: "remove it here",
		}
	case w.meant == "":
		return &diag.Diagnostic{
			Rule: ruleIgnoreError, Message: w.rule + " is an error, and errors cannot be switched off",
			Hint: "mend what it reports, and remove it here",
		}
	case w.used || p.undecided(w.rule, broken, file):
		return nil
	}
	return &diag.Diagnostic{
		Rule: ruleIgnoreUnused, Message: "there is no warning of " + w.rule + " to switch off", Hint: "remove it here",
	}
}

// undecided reports whether the warning may be missing only because of errors,
// which hide warnings, or because the project is not at hand.
func (p *Project) undecided(rule string, broken map[string]bool, file string) bool {
	if !rules.LooksAround(rule) {
		return broken[file]
	}
	for _, b := range broken {
		if b {
			return true
		}
	}
	return p.alone
}

func unknownWish(w *wish) *diag.Diagnostic {
	d := &diag.Diagnostic{
		Rule: ruleIgnoreUnknown, Message: "there is no rule " + w.rule,
		Hint: "write the rule that stands in brackets behind the warning",
	}
	if w.meant != "" {
		d.Hint = "did you mean " + w.meant + "?"
		d.Fix = &diag.Fix{Summary: "write " + w.meant, Edits: []diag.Edit{{Range: w.at, Text: w.meant}}}
	}
	return d
}

// meantWarning is the rule that a word names, if that is a warning which can be
// switched off, or else the one that the word is a slip or the end of.
func meantWarning(word string) string {
	if _, known := rules.Lookup(word); known {
		if slices.Contains(warnings(), word) {
			return word
		}
		return ""
	}
	ids := warnings()
	if near := rules.Nearest(word, ids); near != "" {
		return near
	}
	ids = slices.DeleteFunc(ids, func(id string) bool { return word == "" || !strings.HasSuffix(id, "/"+word) })
	if len(ids) == 1 {
		return ids[0]
	}
	return ""
}

// warnings lists the rules that comments can switch off.
func warnings() (ids []string) {
	for _, r := range rules.Table() {
		if r.Severity == agent.Warning && !strings.HasPrefix(r.ID, "ignore/") {
			ids = append(ids, r.ID)
		}
	}
	return ids
}
