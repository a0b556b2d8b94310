package cli

import (
	"github.com/urfave/cli/v2"

	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/report"
)

type validateOptions struct {
	env    *Env
	strict bool
}

func validateCommand(env *Env) *cli.Command {
	return &cli.Command{
		Name:  "validate",
		Usage: "find every mistake in the project, offline",
		Description: "Reads every file of the project and reports all that is wrong, each on its line. Sends\n" +
			"nothing and contacts no tool. Exits 1 when there are errors.",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "strict", Usage: "take warnings for errors"},
		},
		Action: func(c *cli.Context) error {
			o := &validateOptions{env: env, strict: c.Bool("strict")}
			return o.run(c)
		},
	}
}

func (o *validateOptions) run(c *cli.Context) error {
	p, err := openProject(o.env, c)
	if err != nil {
		return err
	}
	ds := p.Check()
	if o.strict {
		for i := range ds {
			ds[i].Severity = diag.Error
		}
	}
	report.Diagnostics(o.env.Out, ds, p.Source)
	for _, d := range ds {
		if d.Severity == diag.Error {
			return &ended{StatusFailed}
		}
	}
	return nil
}
