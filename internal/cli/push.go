package cli

import (
	"time"

	"github.com/urfave/cli/v2"

	"github.com/caplo/caplo/internal/report"
)

type pushOptions struct {
	env       *Env
	selectors []string
	takeOver  bool
	dryRun    bool
	wait      time.Duration
	format    string
}

func pushCommand(env *Env) *cli.Command {
	return &cli.Command{
		Name:      "push",
		Usage:     "sync drafts and eval suites from the project to the workspace",
		ArgsUsage: "[agent/KEY | agent/*]...",
		Description: "Writes the drafts of the selected agents (all, where none is named) and of all they\n" +
			"reach, and the suites of the selected agents, in one step or not at all.",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "dry-run", Usage: "show what would change, and change nothing"},
			&cli.BoolFlag{Name: "take-over", Usage: "overwrite what another project pushed"},
			waitFlag(), formatFlag("text", "json"),
		},
		Action: func(c *cli.Context) error {
			wait, err := waitOf(c)
			if err != nil {
				return err
			}
			o := &pushOptions{
				env: env, wait: wait, selectors: c.Args().Slice(),
				takeOver: c.Bool("take-over"), dryRun: c.Bool("dry-run"), format: c.String("format"),
			}
			return env.orJSON(o.format, o.run(c), func(problem, hint string) any { return report.FailedPush(problem, hint) })
		},
	}
}

func (o *pushOptions) run(c *cli.Context) error {
	if err := checkFormat(o.format, "text", "json"); err != nil {
		return err
	}
	p, err := proven(o.env, c)
	if err != nil {
		return err
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
	push.takeOver, push.dryRun = o.takeOver, o.dryRun
	done, err := push.run(c.Context)
	if err != nil {
		return o.env.onLines(p, err)
	}
	result := report.NewPush(done.Revision, done.Plan, o.dryRun)
	if o.format == "json" {
		return report.JSON(o.env.Out, result)
	}
	return result.Text(o.env.Out)
}
