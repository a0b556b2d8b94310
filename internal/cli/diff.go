package cli

import (
	"time"

	"github.com/urfave/cli/v2"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/report"
)

type diffOptions struct {
	env       *Env
	selectors []string
	wait      time.Duration
	format    string
}

func diffCommand(env *Env) *cli.Command {
	return &cli.Command{
		Name:      "diff",
		Usage:     "show how the workspace differs from the files",
		ArgsUsage: "[agent/KEY | agent/*]...",
		Description: "Compares the selected agents (all of the project, where none is named) and all they\n" +
			"reach, field by field and case by case, and changes nothing. Lines with - are in the\n" +
			"workspace and lines with + in the files: what push would change. pull goes the other\n" +
			"way. Exits 1 when anything differs.",
		Flags: []cli.Flag{waitFlag(), formatFlag("text", "json")},
		Action: func(c *cli.Context) error {
			wait, err := waitOf(c)
			if err != nil {
				return err
			}
			o := &diffOptions{env: env, wait: wait, selectors: c.Args().Slice(), format: c.String("format")}
			return env.orJSON(o.format, o.run(c), func(problem, hint string) any {
				d := report.NewDiff(nil)
				d.Problem, d.Hint = problem, hint
				return d
			})
		},
	}
}

func (o *diffOptions) run(c *cli.Context) error {
	if err := checkFormat(o.format, "text", "json"); err != nil {
		return err
	}
	p, err := proven(o.env, c)
	if err != nil {
		return err
	}
	d, err := o.env.compare(c.Context, p, o.selectors, o.wait)
	if err != nil {
		return err
	}
	defer d.Close()
	result := report.NewDiff(o.env.Now().Location())
	result.Revision, result.Colour = d.state.Revision, o.env.coloured()
	if err := d.report(result); err != nil {
		return err
	}
	if o.format == "json" {
		err = report.JSON(o.env.Out, result)
	} else {
		err = result.Text(o.env.Out)
	}
	if err == nil && result.Differs {
		return &ended{StatusFailed}
	}
	return err
}

// report adds all differences to a result, in the order of their ids.
func (d *drift) report(result *report.Diff) error {
	missing := d.state.Missing
	for i, item := range d.items {
		for len(missing) > 0 && missing[0].Less(item.ID) {
			result.Add(report.Difference{ID: missing[0], In: report.InFiles})
			missing = missing[1:]
		}
		x, err := d.difference(item)
		if err != nil {
			return err
		}
		result.Add(x)
		d.forget(i)
	}
	for _, id := range missing {
		result.Add(report.Difference{ID: id, In: report.InFiles})
	}
	return nil
}

// forget lets go of the texts of an item that was compared: those of many cases are
// most of what a comparison holds.
func (d *drift) forget(i int) {
	item := &d.items[i]
	item.body, item.cases = nil, nil
	if item.Kind == agent.KindSuite {
		delete(d.suites, item.Key)
	} else {
		delete(d.bodies, item.ID)
	}
}

func (d *drift) difference(i driftItem) (x report.Difference, err error) {
	x = report.Difference{ID: i.ID, In: report.InWorkspace, Written: &report.Written{
		Revision: i.Revision, Created: i.Created, Author: i.Author, Origin: i.Origin, Project: i.Project, Outside: d.outside(i),
	}}
	if i.here {
		x.In = report.InBoth
	}
	switch {
	case i.Kind == agent.KindSuite:
		x.Cases, err = agent.DiffCases(i.cases, d.suites[i.Key])
	case i.here:
		x.Fields, err = agent.CompareBodies(i.Kind, i.body, d.bodies[i.ID])
	}
	return x, err
}
