package project

import (
	"slices"
	"strings"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/project/yamltree"
	"github.com/caplo/caplo/internal/rules"
)

// ignoreMark begins a comment that switches warnings off for a line:
//
//	# caplo:ignore evals/no-check
const ignoreMark = yamltree.CommentMark + "ignore"

// ruleIgnore is about comments that switch nothing off.
const ruleIgnore = "file/ignore"

// ignore applies a file's comments to what was found in it: warnings that they
// name are dropped. Each rule that a comment names in vain is a warning itself.
func (f *file) ignore(ds []diag.Diagnostic) []diag.Diagnostic {
	if f.doc == nil {
		return ds
	}
	comments := f.doc.Comments()
	if len(comments) == 0 {
		return ds
	}
	type place struct {
		rule string
		line int
	}
	warned, off := map[place]bool{}, map[place]bool{}
	for _, d := range ds {
		if d.File == f.path && d.Severity == diag.Warning {
			warned[place{d.Rule, d.Range.Start.Line}] = true
		}
	}
	for _, c := range comments {
		names, ok := strings.CutPrefix(c.Text, ignoreMark)
		if !ok {
			ds = append(ds, f.vain(c, "this comment says nothing that caplo knows", "write # "+ignoreMark+" and the id of a rule"))
			continue
		}
		ids := strings.FieldsFunc(names, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' })
		if len(ids) == 0 {
			ds = append(ds, f.vain(c, "this comment names no rule", "name the rule whose warning it switches off"))
		}
		for _, id := range ids {
			if at := (place{id, c.Line}); warned[at] {
				off[at] = true
			} else {
				ds = append(ds, f.vain(c, "there is no warning "+id+" to switch off here", vainHint(id)))
			}
		}
	}
	return slices.DeleteFunc(ds, func(d diag.Diagnostic) bool {
		return d.File == f.path && d.Severity == diag.Warning && off[place{d.Rule, d.Range.Start.Line}]
	})
}

func (f *file) vain(c yamltree.Comment, message, hint string) diag.Diagnostic {
	return diag.Diagnostic{Rule: ruleIgnore, Severity: diag.Warning, File: f.path, Range: c.Range, Message: message, Hint: hint}
}

func vainHint(id string) string {
	if r, ok := rules.Lookup(id); ok {
		if r.Severity == agent.Error {
			return "an error cannot be switched off; remove the comment"
		}
		return "remove the comment, or put it on the line of the warning or above it"
	}
	var ids []string
	for _, r := range rules.Table() {
		ids = append(ids, r.ID)
	}
	if near := rules.Nearest(id, ids); near != "" {
		return "did you mean " + near + "?"
	}
	return "name the rule as it stands in brackets behind the warning"
}
