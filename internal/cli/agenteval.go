package cli

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/caplo/caplo/internal/report"
)

func agentEvalRunCommand(env *Env) *cli.Command {
	return &cli.Command{
		Name:      "run",
		Usage:     "run an agent's cases as the workspace has them, without a push",
		ArgsUsage: "NAME",
		Description: "Runs each case as one turn of a fresh conversation, checks it and has a grader judge\n" +
			"the outcome. Exits 3 when a case does not pass or the agent has no cases. A passing run\n" +
			"of the same draft, cases and settings is reused.",
		Flags: append(runFlags(), waitFlag(), formatFlag("text", "json")),
		Action: func(c *cli.Context) error {
			if err := plainCommand(c, 1, oneAgent); err != nil {
				return err
			}
			o, err := readEvalOptions(env, c)
			if err != nil {
				return err
			}
			return env.orJSON(o.format, o.runNamed(c), failedEval)
		},
	}
}

// runNamed runs the cases of the agent that the argument names.
func (o *evalOptions) runNamed(c *cli.Context) (err error) {
	if err := o.check(); err != nil {
		return err
	}
	conn, err := nearby(o.env, c, o.concurrency)
	if err != nil {
		return err
	}
	o.noteLimit(c, conn)
	defer func() { err = errors.Join(err, conn.Close()) }()
	began := o.env.Now()
	a, err := findAgent(c.Context, conn, c.Args().First())
	if err != nil {
		return err
	}
	w := &watch{conn: conn, run: conn.StartRun}
	return o.follow(c.Context, w, []string{a.Key}, began)
}

func agentEvalListCommand(env *Env) *cli.Command {
	return &cli.Command{
		Name:      "list",
		Usage:     "list an agent's runs, the newest first",
		ArgsUsage: "NAME",
		Flags:     []cli.Flag{limitFlag("runs"), waitFlag(), formatFlag("text", "json")},
		Action: onAgents(env, 1, oneAgent, func(c *cli.Context, conn *connection) error {
			limit, err := limitOf(c)
			if err != nil {
				return err
			}
			a, err := findAgent(c.Context, conn, c.Args().First())
			if err != nil {
				return err
			}
			runs, err := conn.AgentRuns(c.Context, a.Key, limit)
			if err != nil {
				return err
			}
			return written(env, c, report.NewRunList(a.Key, runs))
		}),
	}
}

func agentEvalGetCommand(env *Env) *cli.Command {
	return &cli.Command{
		Name:      "get",
		Usage:     "show a run's cases with their checks; the newest run where none is named",
		ArgsUsage: "NAME [RUN]",
		Flags:     []cli.Flag{waitFlag(), formatFlag("text", "json")},
		Action: func(c *cli.Context) error {
			n := max(1, min(2, c.NArg()))
			return onAgents(env, n, oneAgent+", then perhaps a run's id", func(c *cli.Context, conn *connection) error {
				return showRun(env, c, conn)
			})(c)
		},
	}
}

// showRun writes a run. How its cases ended is no matter for the exit status: it
// is asked what there is, and answered.
func showRun(env *Env, c *cli.Context, conn *connection) error {
	a, err := findAgent(c.Context, conn, c.Args().First())
	if err != nil {
		return err
	}
	id := c.Args().Get(1)
	if id == "" {
		newest, err := conn.AgentRuns(c.Context, a.Key, 1)
		if err != nil {
			return err
		}
		if len(newest) == 0 {
			return &failure{
				msg:  fmt.Sprintf("agent/%s has no runs yet", a.Key),
				hint: "caplo agent eval run " + a.Key + " starts one",
			}
		}
		id = newest[0].ID
	}
	run, err := conn.Run(c.Context, id)
	if err != nil {
		return err
	}
	if run.Run.Agent != a.Key {
		return &failure{
			msg:  fmt.Sprintf("run %s is of agent/%s, not of agent/%s", run.Run.ID, run.Run.Agent, a.Key),
			hint: fmt.Sprintf("caplo agent eval get %s %s", run.Run.Agent, run.Run.ID),
		}
	}
	return written(env, c, report.NewRunResult(run))
}
