package cli

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/project"
	"github.com/caplo/caplo/internal/report"
)

type pullOptions struct {
	env       *Env
	selectors []string
	dryRun    bool
	discard   bool
	wait      time.Duration
	format    string

	result *report.Pull
}

func pullCommand(env *Env) *cli.Command {
	return &cli.Command{
		Name:      "pull",
		Usage:     "bring what was changed in the workspace into the files",
		ArgsUsage: "[agent/KEY | agent/*]...",
		Description: "Writes what the workspace has of the selected agents (all of the project, where none is\n" +
			"named) and of all they reach, and changes only what differs in a file: the rest stays byte\n" +
			"for byte. What is only in the files stays, and so does what the files say and was never\n" +
			"pushed. Where the workspace was changed there too, a terminal asks, and a pipeline\n" +
			"refuses without --discard.",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "dry-run", Usage: "show the changes as a patch, and make none"},
			&cli.BoolFlag{Name: "discard", Usage: "overwrite what the files say and was never pushed"},
			waitFlag(), formatFlag("text", "json"),
		},
		Action: func(c *cli.Context) error {
			wait, err := waitOf(c)
			if err != nil {
				return err
			}
			o := &pullOptions{
				env: env, wait: wait, selectors: c.Args().Slice(), dryRun: c.Bool("dry-run"), discard: c.Bool("discard"),
				format: c.String("format"), result: report.NewPull(),
			}
			return env.orJSON(o.format, o.run(c), func(problem, hint string) any {
				o.result.Problem, o.result.Hint = problem, hint
				return o.result
			})
		},
	}
}

func (o *pullOptions) run(c *cli.Context) error {
	if err := checkFormat(o.format, "text", "json"); err != nil {
		return err
	}
	p, err := openProject(o.env, c)
	if err != nil {
		return err
	}
	if err := o.env.readable(p); err != nil {
		return err
	}
	d, err := o.env.compare(c.Context, p, o.selectors, o.wait)
	if err != nil {
		return err
	}
	defer d.Close()
	note, err := readPullNote(p.Root)
	if err != nil {
		return err
	}
	plan := &pulling{drift: d, discard: o.discard, note: note}
	plan.plan()
	o.result.Revision, o.result.Conflicts = plan.state.Revision, plan.outsiders()
	if len(plan.wrong) > 0 {
		return plan.refusal(o.env)
	}
	if err := o.consent(c.Context, plan); err != nil {
		return err
	}
	return o.write(p, plan)
}

// readable refuses a project whose own file says nothing certain: it names the
// workspace.
func (env *Env) readable(p *project.Project) error {
	var errs []diag.Diagnostic
	for _, d := range p.Check() {
		if d.Severity == diag.Error && d.File == project.FileName {
			errs = append(errs, d)
		}
	}
	if len(errs) == 0 {
		return nil
	}
	if err := writeDiagnostics(env.Err, "text", env.standing(p).diagnostics(p, errs)); err != nil {
		return err
	}
	return &failure{msg: "caplo.yaml has errors, so nothing was done", hint: "mend them and pull again"}
}

// consent asks before work is lost that no one else has: what the files say was
// never pushed, and the workspace was changed as well.
func (o *pullOptions) consent(ctx context.Context, plan *pulling) error {
	for _, item := range plan.conflicts {
		fmt.Fprintf(o.env.Err, "%s: the files say what was never pushed, and the workspace was changed %s\n", clean(report.Title(item.ID)),
			clean(report.Stamp(item.Author, item.Created, item.Origin, o.env.Now().Location())))
	}
	if len(plan.conflicts) == 0 || o.dryRun {
		return nil
	}
	refused := plan.clash()
	if !o.env.canAsk() {
		return refused
	}
	yes, err := o.env.ask(ctx, "overwrite what was never pushed?")
	if err == nil && !yes {
		err = &failure{msg: "nothing was written", hint: refused.hint}
	}
	return err
}

// write makes the changes and says which.
func (o *pullOptions) write(p *project.Project, plan *pulling) error {
	show := o.env.standing(p).name
	o.result.DryRun, o.result.Changed = o.dryRun, len(plan.changes) > 0
	o.result.Kept = append(o.result.Kept, plan.kept...)
	for _, f := range plan.files {
		f.File = show(f.File)
		o.result.Files = append(o.result.Files, f)
	}
	var failed error
	if o.dryRun && len(plan.conflicts) > 0 { // it ends as the pull would
		failed = plan.clash()
		o.result.Problem, o.result.Hint = explain(failed)
	}
	if o.dryRun && o.format == "text" {
		return cmp.Or(o.patch(plan, show), failed)
	}
	if !o.dryRun {
		if err := plan.begin().keep(p.Root); err != nil {
			return err
		}
		project.Sweep(p.Root, o.env.Now())
		done, err := project.Put(p.Root, plan.changes)
		o.result.Files = o.result.Files[:done]
		if err != nil {
			failed = &failure{
				msg:  fmt.Sprintf("%s, after %d of %d files were written", err, done, len(plan.changes)),
				hint: "see to that file and pull again; it goes on where it stopped", err: err,
			}
			o.result.Changed = done > 0
			_ = plan.stopped(done).keep(p.Root) // the note that stands says more, and nothing wrong
			o.result.Problem, o.result.Hint = explain(failed)
		}
	}
	if failed == nil && !o.dryRun {
		if err := plan.end().keep(p.Root); err != nil {
			return err
		}
	}
	if err := o.show(failed); err != nil {
		return err
	}
	if failed == nil && len(plan.changes) > 0 && !o.dryRun {
		o.sayErrors(p.Root)
	}
	return failed
}

func (o *pullOptions) show(failed error) error {
	if o.format == "json" {
		return report.JSON(o.env.Out, o.result)
	}
	return o.result.Text(o.env.Out, failed == nil)
}

// patch writes what would change in place of making it.
func (o *pullOptions) patch(plan *pulling, show func(string) string) error {
	said := false
	for _, c := range plan.changes {
		if err := patchOf(o.env.Out, show(c.Path), c.Before, c.After); err != nil {
			return fmt.Errorf("write the patch: %w", err)
		}
		said = said || o.env.sayUpwards(show(c.Path))
	}
	return o.result.KeptText(o.env.Err)
}

// sayErrors says where what came from the workspace does not pass validate: it
// takes what is valid in form alone.
func (o *pullOptions) sayErrors(root string) {
	p, _ := project.Load(root)
	if errs, _ := diag.Count(p.Check()); errs > 0 {
		fmt.Fprintf(o.env.Err, "note: the project has %s now; `caplo validate` shows them\n", count(errs, "error"))
	}
}
