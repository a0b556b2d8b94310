package cli

import (
	"path/filepath"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/project"
	"github.com/caplo/caplo/internal/report"
)

// newValidation is what was found in a project, ready to be written in any
// format. Other tools look for files from the working directory on, where they
// started caplo.
func newValidation(env *Env, p *project.Project, ds []diag.Diagnostic) *report.Validation {
	v := report.NewValidation(Version(), ds, knownRules()...).WithFiles(checkedFiles(p)).WithSource(p.Source)
	if dir, err := filepath.Rel(env.Dir, p.Root); err == nil {
		v.WithRoot(filepath.ToSlash(dir))
	}
	return v
}

// checkedFiles are the files of a project's resources, as diagnostics name them;
// for a knowledge base it is the folder.
func checkedFiles(p *project.Project) []string {
	var out []string
	for _, in := range p.Inputs() {
		switch in.ID.Kind {
		case agent.KindAgent:
			out = append(out, "agents/"+in.ID.Key+".yaml")
		case agent.KindTools:
			out = append(out, "tools/"+in.ID.Key+".yaml")
		case agent.KindKnowledge:
			out = append(out, "knowledge/"+in.ID.Key)
		case agent.KindProject:
			out = append(out, project.FileName)
		}
	}
	return out
}
