package cli

import (
	"fmt"
	"slices"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/project"
	"github.com/caplo/caplo/internal/report"
)

var coverageFormats = []string{"text", "json"}

// showCoverage writes which cases check what. The result is the table alone, so
// errors, which may keep cases out of it, are reported beside it.
func (o *validateOptions) showCoverage(p *project.Project, scope *project.Scope) error {
	all := p.Coverage(o.rules())
	all = slices.DeleteFunc(all, func(c agent.Coverage) bool { return !slices.Contains(scope.Agents, c.Agent) })
	var err error
	if o.format == "json" {
		err = report.CoverageJSON(o.env.Out, all)
	} else {
		err = report.CoverageText(o.env.Out, all)
	}
	if err != nil {
		return fmt.Errorf("write the coverage: %w", err)
	}
	ds := o.shown(p, scope, p.CheckWith(o.rules()))
	if o.strict {
		ds = ds.strict()
	}
	ds = ds.only(func(d diag.Diagnostic) bool { return d.Severity == diag.Error })
	if len(ds.list) == 0 {
		return nil
	}
	return o.report(o.env.Err, "text", ds)
}
