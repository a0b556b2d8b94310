package project

import (
	"slices"
	"strings"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/rules"
)

// complaint is what is wrong with a wish, nil where nothing is.
func (p *Project) complaint(w *wish, broken map[string]bool, file string) *diag.Diagnostic {
	_, known := rules.Lookup(w.rule)
	switch {
	case w.late:
		return &diag.Diagnostic{
			Rule: ruleIgnoreUnused, Message: ignoreMark + " does not begin the comment, so it switches nothing off",
			Hint: "write it first, and why behind two dashes: # " + ignoreMark + " RULE -- why",
		}
	case w.rule == "":
		return &diag.Diagnostic{
			Rule: ruleIgnoreUnknown, Message: "the comment speaks to caplo and names no rule to switch off",
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
