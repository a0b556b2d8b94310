package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/report"
	"github.com/caplo/caplo/internal/trace"
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

func agentEvalWatchCommand(env *Env) *cli.Command {
	return &cli.Command{
		Name:      "watch",
		Usage:     "follow runs that were started already to their end",
		ArgsUsage: "RUN...",
		Description: "Prints the cases of these runs as they end, those that ended before as well, and exits\n" +
			"as the eval that started them: 3 when a case does not pass.",
		Flags: []cli.Flag{waitFlag(), formatFlag("text", "json")},
		Action: func(c *cli.Context) error {
			if c.NArg() == 0 || slices.Contains(c.Args().Slice(), "") {
				return usagef("see caplo agent eval list NAME for the ids of runs", "name the runs to watch")
			}
			o := &evalOptions{env: env, format: c.String("format"), same: pickUp(c), folder: inFolder(c)}
			return env.orJSON(o.format, o.watchRuns(c), failedEval)
		},
	}
}

// watchRuns follows the runs that the arguments name.
func (o *evalOptions) watchRuns(c *cli.Context) (err error) {
	if err := checkFormat(o.format, "text", "json"); err != nil {
		return err
	}
	conn, err := nearby(o.env, c, defaultConcurrency)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	find := func(ctx context.Context, id string, _ api.Start) (api.StartedRun, error) {
		run, err := conn.Run(ctx, id)
		how := "" // it ended, and its results are shown as they are
		if run.Run.Status == trace.RunOpen {
			how = "joined"
		}
		return api.StartedRun{Run: run.Run.Run, How: how}, err
	}
	return o.follow(c.Context, &watch{conn: conn, run: find}, distinct(c.Args().Slice()), o.env.Now())
}

// distinct is a list with each word where it comes first.
func distinct(words []string) []string {
	var out []string
	for _, w := range words {
		if !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
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
