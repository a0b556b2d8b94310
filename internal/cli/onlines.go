package cli

import (
	"errors"
	"fmt"
	"slices"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/project"
)

// onLines shows what a workspace found wrong with a project's resources on the
// project's own lines, and returns the failure to end with.
func (env *Env) onLines(p *project.Project, err error) error {
	list := problemsOf(err)
	if len(list) == 0 {
		return err
	}
	here, elsewhere := sortOut(p, list)
	for _, found := range elsewhere {
		fmt.Fprintf(env.Err, "%s: %s (%s, in no file of this project)\n",
			clean(found.Ref.ID.String()+found.Ref.Pointer), clean(found.Message), clean(found.Rule))
	}
	if len(here) > 0 {
		placed := p.Place(here)
		if werr := writeDiagnostics(env.Err, "text", env.standing(p).diagnostics(p, placed)); werr != nil {
			return werr
		}
	}
	return err
}

// problemsOf are the places that a workspace's refusal names.
func problemsOf(err error) []agent.Problem {
	var wire *api.Problem
	if !errors.As(err, &wire) {
		return nil
	}
	return wire.Problems
}

// sortOut tells problems with what the project has from those with what it has
// not. A suite's are the agent's, under its evals, and severities are of the two
// that there are.
func sortOut(p *project.Project, problems []agent.Problem) (here, elsewhere []agent.Problem) {
	resources := p.Resources()
	for _, found := range problems {
		if found.Ref.Kind == agent.KindSuite {
			found.Ref.Kind, found.Ref.Pointer = agent.KindAgent, "/evals"+found.Ref.Pointer
		}
		if found.Severity != agent.Warning {
			found.Severity = agent.Severity(diag.Error)
		}
		if slices.ContainsFunc(resources, func(r agent.Resource) bool { return r.ID == found.Ref.ID }) {
			here = append(here, found)
		} else {
			elsewhere = append(elsewhere, found)
		}
	}
	return here, elsewhere
}
