package cli

import "github.com/urfave/cli/v2"

// agentCommand groups what is done to one agent at a time.
func agentCommand(env *Env) *cli.Command {
	return group("agent", "work on one agent at a time", agentValidateCommand(env))
}

// group is a command that only holds others.
func group(name, usage string, commands ...*cli.Command) *cli.Command {
	for _, c := range commands {
		c.OnUsageError = onUsageError
		c.HideHelpCommand = true
	}
	return &cli.Command{
		Name:        name,
		Usage:       usage,
		Subcommands: commands,
		Action: func(c *cli.Context) error {
			_ = cli.ShowSubcommandHelp(c)
			return usagef("see caplo "+name+" --help", "say what to do: a command is missing behind caplo %s", name)
		},
	}
}
