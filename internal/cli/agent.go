package cli

import "github.com/urfave/cli/v2"

// agentCommand groups what is done to one agent at a time.
func agentCommand(env *Env) *cli.Command {
	return group("agent", "work on one agent at a time, by its name or key",
		agentListCommand(env), agentGetCommand(env), agentHistoryCommand(env), agentShowCommand(env),
		agentRestoreCommand(env), agentExportCommand(env), agentPushCommand(env), agentValidateCommand(env),
		group("eval", "run an agent's cases as the workspace has them, and read results",
			agentEvalRunCommand(env), agentEvalWatchCommand(env), agentEvalListCommand(env), agentEvalGetCommand(env)))
}

// group is a command that only holds others.
func group(name, usage string, commands ...*cli.Command) *cli.Command {
	for _, c := range commands {
		c.OnUsageError = onUsageError
		c.HideHelpCommand = true
		c.Flags = append(c.Flags, dirFlag())
	}
	return &cli.Command{
		Name:        name,
		Usage:       usage,
		Subcommands: commands,
		Action: func(c *cli.Context) error {
			_ = cli.ShowSubcommandHelp(c)
			return usagef("see "+c.Command.HelpName+" --help", "say what to do: a command is missing behind %s", c.Command.HelpName)
		},
	}
}
