package cli

import (
	"io"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/project"
	"github.com/caplo/caplo/internal/report"
)

type pushOptions struct {
	env         *Env
	file        string // a single one, in place of a project; - is standard input
	selectors   []string
	takeOver    bool
	dryRun      bool
	prune       bool
	noOverwrite bool
	yes         bool
	wait        time.Duration
	format      string

	result *report.Push // what was planned, as far as it got
}

func pushCommand(env *Env) *cli.Command {
	return &cli.Command{
		Name:      "push",
		Usage:     "sync drafts and eval suites from the project to the workspace",
		ArgsUsage: "[agent/KEY | agent/*]...",
		Description: "Writes the drafts of the selected agents (all, where none is named) and of all they\n" +
			"reach, and the suites of the selected agents, in one step or not at all. What was\n" +
			"changed outside of git since the last push is named; on a terminal it is asked about\n" +
			"before it is overwritten. Nothing is deleted because a file is missing, except with\n" +
			"--prune.",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "dry-run", Usage: "show what would change, and change nothing"},
			&cli.BoolFlag{Name: "no-overwrite", Usage: "refuse to overwrite what was changed outside of git"},
			&cli.BoolFlag{Name: "prune", Usage: "delete what this project pushed earlier and no longer has"},
			&cli.BoolFlag{Name: "yes", Usage: "ask nothing: overwrite, and with --prune delete"},
			&cli.BoolFlag{Name: "take-over", Usage: "overwrite what another project pushed"},
			waitFlag(), formatFlag("text", "json"),
		},
		Action: func(c *cli.Context) error {
			wait, err := waitOf(c)
			if err != nil {
				return err
			}
			o := &pushOptions{
				env: env, wait: wait, selectors: c.Args().Slice(), takeOver: c.Bool("take-over"), dryRun: c.Bool("dry-run"),
				prune: c.Bool("prune"), noOverwrite: c.Bool("no-overwrite"), yes: c.Bool("yes"), format: c.String("format"),
				result: report.NewPush(env.Now().Location()),
			}
			return env.orJSON(o.format, o.run(c), o.failed)
		},
	}
}

// failed is the result with why nothing was pushed.
func (o *pushOptions) failed(problem, hint string) any {
	o.result.Problem, o.result.Hint = problem, hint
	return o.result
}

func (o *pushOptions) check() error {
	if o.prune && len(o.selectors) > 0 {
		return usagef("leave the selectors out: --prune compares all of the project", "--prune and selectors do not go together")
	}
	return checkFormat(o.format, "text", "json")
}

// prunable refuses to prune where it cannot be told what the project pushed, or
// where a folder is empty that should not be.
func prunable(p *project.Project) error {
	switch {
	case p.Config.Project == "":
		return &failure{
			msg:  "--prune needs the project's name: without one nobody knows what it pushed earlier",
			hint: "name it in caplo.yaml: project: NAME",
		}
	case len(p.Agents()) == 0:
		return &failure{
			msg:  "the project has no agents, so --prune would delete all that it ever pushed",
			hint: "check that the folder agents/ is there; caplo never empties a workspace",
		}
	}
	return nil
}

func (o *pushOptions) run(c *cli.Context) error {
	if err := o.check(); err != nil {
		return err
	}
	p, err := proven(o.env, c)
	if err != nil {
		return err
	}
	if err := notHalfPulled(p); err != nil {
		return err
	}
	if o.prune {
		if err := prunable(p); err != nil {
			return err
		}
	}
	keys, err := selected(p, o.selectors)
	if err != nil {
		return err
	}
	conn, err := connect(c.Context, o.env, p, reach{concurrency: 1, wait: o.wait})
	if err != nil {
		return err
	}
	defer conn.Close()
	push, err := newPush(conn.Client, p, keys)
	if err != nil {
		return err
	}
	push.takeOver, push.dryRun, push.planned, push.approve, push.progress = o.takeOver, o.dryRun, o.planned, o.approve, o.env.progress
	push.manifest.Git = gitState(c.Context, o.env, p.Root)
	push.manifest.Whole = len(o.selectors) == 0
	if o.prune {
		push.prune(p)
	}
	done, err := push.run(c.Context)
	if err != nil {
		return o.env.onLines(p, err)
	}
	defer o.sayLeft(p, push.left)
	return o.finish(done)
}

// planned keeps what is known of a push before it comes about, for where it does not.
func (o *pushOptions) planned(revision int64, plan agent.Plan) {
	o.result.Revision, o.result.Plan = revision, plan
}

// finish says what the push did or would do. A dry run ends as the push would that
// must not overwrite.
func (o *pushOptions) finish(done pushed) error {
	o.result.Done(done.Revision, done.Plan, o.dryRun)
	var refused error
	if o.dryRun {
		refused = o.keeping(done.Plan)
	}
	if refused != nil {
		o.result.Problem, o.result.Hint = explain(refused)
	}
	write := o.result.Text
	if o.format == "json" {
		write = func(w io.Writer) error { return report.JSON(w, o.result) }
	}
	if err := write(o.env.Out); err != nil {
		return err
	}
	return refused
}
