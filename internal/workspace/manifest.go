package workspace

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/caplo/caplo/internal/agent"
)

// admit refuses a manifest that contradicts itself or does not say whose it is.
// Several projects push to a served workspace, and two without names would
// overwrite each other unnoticed; a local one belongs to a single folder.
func (w *Workspace) admit(m agent.Manifest) error {
	if w.opts.Served && m.Project == "" && !m.File {
		return &Problem{
			Code:    InvalidRequest,
			Message: "a served workspace takes pushes of projects with a name alone: without one nobody knows whose change a push overwrites",
			Hint:    "name it in caplo.yaml: project: NAME",
		}
	}
	return checkManifest(m)
}

// checkManifest refuses a manifest that contradicts itself.
func checkManifest(m agent.Manifest) error {
	if n := len(m.Resources) + len(m.Suites); n > MaxManifest || len(m.Selected) > MaxManifest {
		return tooLarge("a push names at most %d resources and suites; this one names %d", MaxManifest, max(n, len(m.Selected)))
	}
	seen := map[agent.ID]bool{}
	for _, d := range append(append([]agent.Digested(nil), m.Resources...), m.Suites...) {
		if !agent.ValidKey(d.Key) || seen[d.ID] {
			return &Problem{Code: InvalidRequest, Message: fmt.Sprintf("the manifest names %s twice, or it is no key", d.ID)}
		}
		seen[d.ID] = true
	}
	for _, d := range m.Resources {
		if !pushable(d.Kind) {
			return &Problem{Code: InvalidRequest, Message: fmt.Sprintf("%s is not pushed", d.ID)}
		}
	}
	for _, d := range m.Suites {
		if d.Kind != agent.KindSuite {
			return &Problem{Code: InvalidRequest, Message: fmt.Sprintf("%s is not a suite", d.ID)}
		}
	}
	if err := checkGit(m.Git); err != nil {
		return err
	}
	return checkPrune(m)
}

var commitForm = regexp.MustCompile(`^[0-9a-f]{0,64}$`)

// checkGit refuses what git does not call commits and branches so: it is shown.
func checkGit(g *agent.Git) error {
	if g == nil || commitForm.MatchString(g.Commit) && len(g.Branch) <= 1000 && utf8.ValidString(g.Branch) && !strings.ContainsFunc(g.Branch, hidden) {
		return nil
	}
	return &Problem{Code: InvalidRequest, Message: "the push names a git commit or branch that is none"}
}
