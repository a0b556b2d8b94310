package cli

import (
	"fmt"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/project"
	"github.com/caplo/caplo/internal/rules"
)

type validateOptions struct {
	checkOptions
	words        []string // selectors and paths
	routingCases int
	coverage     bool
}

func validateCommand(env *Env) *cli.Command {
	return &cli.Command{
		Name:      "validate",
		Usage:     "find every mistake in the project, offline",
		ArgsUsage: "[agent/KEY | agent/* | PATH]...",
		Description: "Reads every file of the project and reports all that is wrong, each on its line. Sends\n" +
			"nothing and contacts no tool. A selector or a path restricts what is reported. Exits 1\n" +
			"when there are errors.",
		Flags: append(checkFlags(),
			&cli.IntFlag{
				Name: "routing-cases", Value: rules.RoutingCasesNeeded,
				Usage: "ask for `N` routing cases for each sub-agent under fast routing, 1 to 10",
			},
			&cli.BoolFlag{Name: "coverage", Usage: "show which cases check each tool, sub-agent and action"},
			formatFlag(diagnosticFormats...),
		),
		Action: func(c *cli.Context) error {
			o := &validateOptions{
				checkOptions: readCheckOptions(env, c), words: c.Args().Slice(),
				routingCases: c.Int("routing-cases"), coverage: c.Bool("coverage"),
			}
			return o.run(c)
		},
	}
}

func (o *validateOptions) check() error {
	if err := checkFormat(o.format, diagnosticFormats...); err != nil {
		return err
	}
	if err := o.checkOptions.check(); err != nil {
		return err
	}
	if o.routingCases < 1 || o.routingCases > 10 {
		return usagef("give a number from 1 to 10", "--routing-cases is %d", o.routingCases)
	}
	if o.coverage {
		if o.fix {
			return usagef("fix first, then look at the coverage", "--coverage and --fix do not go together")
		}
		return checkFormat(o.format, coverageFormats...)
	}
	return nil
}

func (o *validateOptions) run(c *cli.Context) error {
	if err := o.check(); err != nil {
		return err
	}
	p, err := openProject(o.env, c)
	if err != nil {
		return err
	}
	scope, err := p.Scope(o.env.Dir, o.words)
	if err != nil {
		return usagef("name agent/KEY, agent/*, or a file or folder of the project", "%s", err)
	}
	switch {
	case o.coverage:
		return o.showCoverage(p, scope)
	case o.fix:
		return o.mend(p, scope)
	}
	return o.report(o.env.Out, o.format, o.shown(p, scope, p.CheckWith(o.rules())))
}

func (o *validateOptions) rules() rules.Options { return rules.Options{RoutingCases: o.routingCases} }

// shown is what of a project's diagnostics is reported, named from where the
// user stands.
func (o *validateOptions) shown(p *project.Project, scope *project.Scope, ds []diag.Diagnostic) diagnosticSet {
	all := diagnosticSet{list: ds}
	at := o.env.standing(p)
	out := at.diagnostics(p, all.only(func(d diag.Diagnostic) bool { return scope.Holds(d.File) }).list)
	for _, f := range p.Files() {
		if scope.Holds(f) {
			out.files = append(out.files, at.name(f))
		}
	}
	return out
}

// mend applies fixes, or shows them, and reports what remains.
func (o *validateOptions) mend(p *project.Project, scope *project.Scope) error {
	fixes := p.Fix(o.rules(), scope.Holds)
	show := o.env.standing(p).name
	if len(fixes.Files) == 0 {
		fmt.Fprintln(o.env.Err, "nothing to fix")
	}
	if o.dryRun {
		if err := o.showPatch(fixes.Files, show); err != nil {
			return err
		}
		return o.report(o.env.Err, "text", o.shown(fixes.After, scope, fixes.Left))
	}
	at := func(file string) string { return filepath.Join(p.Root, filepath.FromSlash(file)) }
	failed := o.write(fixes.Files, at, show)
	after, left := fixes.After, fixes.Left
	if len(failed) > 0 {
		after = fixes.Without(failed)
		left = after.CheckWith(o.rules())
	}
	err := o.report(o.env.Out, o.format, o.shown(after, scope, left))
	if err == nil && len(failed) > 0 {
		return &ended{StatusFailed}
	}
	return err
}
