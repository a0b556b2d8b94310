package cli

import (
	"github.com/urfave/cli/v2"

	"github.com/caplo/caplo/internal/report"
)

// onAgents is a command that does something over a connection to the workspace
// nearby, with so many arguments.
func onAgents(env *Env, arguments int, what string, do func(*cli.Context, *connection) error) cli.ActionFunc {
	return func(c *cli.Context) error {
		if err := plainCommand(c, arguments, what); err != nil {
			return err
		}
		conn, err := nearby(env, c, 1)
		if err != nil {
			return err
		}
		defer conn.Close()
		return do(c, conn)
	}
}

// oneAgent is what a command says that takes one.
const oneAgent = "the name or key of one agent; a name with spaces goes in quotes"

func agentListCommand(env *Env) *cli.Command {
	return &cli.Command{
		Name:  "list",
		Usage: "list the workspace's agents",
		Flags: []cli.Flag{waitFlag(), formatFlag("text", "json")},
		Action: onAgents(env, 0, "", func(c *cli.Context, conn *connection) error {
			list, err := conn.Agents(c.Context, "")
			if err != nil {
				return err
			}
			return written(env, c, report.NewAgentList(list))
		}),
	}
}

func agentGetCommand(env *Env) *cli.Command {
	return &cli.Command{
		Name:      "get",
		Usage:     "show where an agent stands: its draft, cases, last push and last run",
		ArgsUsage: "NAME",
		Flags:     []cli.Flag{waitFlag(), formatFlag("text", "json")},
		Action: onAgents(env, 1, oneAgent, func(c *cli.Context, conn *connection) error {
			a, err := findAgent(c.Context, conn, c.Args().First())
			if err != nil {
				return err
			}
			info := &report.AgentInfo{FormatVersion: report.FormatVersion, Agent: a}
			push, ok, err := conn.LastPush(c.Context, a.Key)
			if err != nil {
				return err
			}
			if ok {
				info.LastPush = &push
			}
			runs, err := conn.AgentRuns(c.Context, a.Key, 1)
			if err != nil {
				return err
			}
			if len(runs) > 0 {
				info.LastRun = &runs[0]
			}
			return written(env, c, info)
		}),
	}
}

func agentHistoryCommand(env *Env) *cli.Command {
	return &cli.Command{
		Name:      "history",
		Usage:     "list what was changed of an agent and its cases, the newest first",
		ArgsUsage: "NAME",
		Flags:     []cli.Flag{limitFlag("changes"), waitFlag(), formatFlag("text", "json")},
		Action: onAgents(env, 1, oneAgent, func(c *cli.Context, conn *connection) error {
			limit, err := limitOf(c)
			if err != nil {
				return err
			}
			key, err := keyOf(c, conn)
			if err != nil {
				return err
			}
			entries, err := conn.NewestHistory(c.Context, key, limit)
			if err != nil {
				return err
			}
			return written(env, c, report.NewAgentHistory(key, entries))
		}),
	}
}

// keyOf is the key of the agent that the command's argument names, one that is
// gone among them.
func keyOf(c *cli.Context, conn *connection) (string, error) {
	word := c.Args().First()
	key, revision, err := keyAt(c.Context, conn, word)
	if err == nil && revision > 0 {
		a, err := findAgent(c.Context, conn, word)
		return a.Key, err
	}
	return key, err
}

func limitFlag(of string) cli.Flag {
	return &cli.IntFlag{Name: "limit", Usage: "list the newest `N` " + of + "; left out, all"}
}

func limitOf(c *cli.Context) (int, error) {
	n := c.Int("limit")
	if n < 0 || n == 0 && c.IsSet("limit") {
		return 0, usagef("give a number from 1 on", "--limit %d is out of range", n)
	}
	return n, nil
}
