package cli

import (
	"io"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/caplo/caplo/internal/report"
	"github.com/caplo/caplo/internal/workspace"
)

func whoamiCommand(env *Env) *cli.Command {
	return &cli.Command{
		Name:  "whoami",
		Usage: "say which workspace the settings name, and whom it takes you for",
		Flags: []cli.Flag{waitFlag(), formatFlag("text", "json")},
		Action: func(c *cli.Context) error {
			if err := plainCommand(c, 0, ""); err != nil {
				return err
			}
			who, err := whoami(env, c)
			if err != nil {
				return err
			}
			return written(env, c, who)
		},
	}
}

func whoami(env *Env, c *cli.Context) (*report.Who, error) {
	conn, t, err := connectSettled(env, c)
	if err != nil {
		return nil, err
	}
	if conn == nil {
		return report.LocalWho(), nil
	}
	defer conn.Close()
	id, err := conn.WhoAmI(c.Context)
	if err != nil {
		return nil, err
	}
	return report.NewWho(t.origin, t.keyOrigin, id), nil
}

// plainCommand checks a command's arguments, how many and what, and its format.
func plainCommand(c *cli.Context, arguments int, what string) error {
	if c.NArg() != arguments {
		if arguments == 0 {
			return usagef("see "+c.Command.HelpName+" --help", "%s takes no argument", c.Command.HelpName)
		}
		return usagef("see "+c.Command.HelpName+" --help", "%s takes %s", c.Command.HelpName, what)
	}
	for _, a := range c.Args().Slice() {
		if a == "" {
			return usagef("see "+c.Command.HelpName+" --help", "an argument is empty")
		}
		if workspace.HoldsKey(a) {
			return errKeyArgument
		}
	}
	for _, f := range c.Command.Flags {
		if slices.Contains(f.Names(), "format") {
			return checkFormat(c.String("format"), "text", "json")
		}
	}
	return nil
}

// written writes a result in the command's format.
func written(env *Env, c *cli.Context, result interface{ Text(io.Writer) error }) error {
	if c.String("format") == "json" {
		return report.JSON(env.Out, result)
	}
	return result.Text(env.Out)
}
