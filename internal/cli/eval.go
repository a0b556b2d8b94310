package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/project"
	"github.com/caplo/caplo/internal/report"
)

type evalOptions struct {
	env         *Env
	selectors   []string
	concurrency int
	start       api.Start
	timeLimit   time.Duration
	takeOver    bool
	wait        time.Duration
	format      string
	same        string   // the command that asks for the same again
	folder      []string // its -C, if it has one
}

func evalCommand(env *Env) *cli.Command {
	return &cli.Command{
		Name:      "eval",
		Usage:     "push the selected agents, then run their cases",
		ArgsUsage: "[agent/KEY | agent/*]...",
		Description: "Runs each case as one turn of a fresh conversation, checks it and has a grader judge\n" +
			"the outcome. Without a selector, every agent that lists cases runs. Exits 3 when a case\n" +
			"does not pass or an agent has no cases. A passing run of the same draft, cases and\n" +
			"settings is reused.",
		Flags: append(runFlags(),
			&cli.BoolFlag{Name: "take-over", Usage: "overwrite what another project pushed"},
			waitFlag(), formatFlag("text", "json")),
		Action: func(c *cli.Context) error {
			o, err := readEvalOptions(env, c)
			if err != nil {
				return err
			}
			o.selectors, o.takeOver = c.Args().Slice(), c.Bool("take-over")
			return env.orJSON(o.format, o.run(c), failedEval)
		},
	}
}

// runFlags are those of every command that runs cases.
func runFlags() []cli.Flag {
	return []cli.Flag{
		&cli.IntFlag{Name: "concurrency", Value: defaultConcurrency, Usage: "work `N` cases at once"},
		&cli.BoolFlag{Name: "rerun", Usage: "run even where a passing run could be reused"},
		&cli.StringFlag{Name: "model", Usage: "run every agent on this `MODEL`, whatever files and settings say"},
		&cli.StringFlag{Name: "grader", Usage: "grade with this `MODEL`"},
		&cli.DurationFlag{Name: "timeout", Value: 10 * time.Minute, Usage: "end a run after `DURATION`; what is open then ends as an error"},
	}
}

// defaultConcurrency is how many cases the local workspace works at once, where
// nobody says otherwise.
const defaultConcurrency = 8

// readEvalOptions reads what all commands have in common that run cases.
func readEvalOptions(env *Env, c *cli.Context) (*evalOptions, error) {
	if err := notEmpty(c, "model", "grader"); err != nil {
		return nil, err
	}
	wait, err := waitOf(c)
	return &evalOptions{
		env: env, concurrency: c.Int("concurrency"),
		start:     api.Start{Rerun: c.Bool("rerun"), Model: c.String("model"), Grader: c.String("grader")},
		timeLimit: c.Duration("timeout"), format: c.String("format"), wait: wait, same: pickUp(c), folder: inFolder(c),
	}, err
}

func failedEval(problem, hint string) any {
	e := report.NewEval()
	e.Problem, e.Hint = problem, hint
	return e
}

func (o *evalOptions) check() error {
	if o.concurrency < 1 || o.concurrency > 256 {
		return usagef("give a number from 1 to 256", "--concurrency %d is out of range", o.concurrency)
	}
	if o.timeLimit < time.Second {
		return usagef("give a duration of a second or more, such as 10m", "--timeout %s is too short", o.timeLimit)
	}
	if o.timeLimit > api.MaxTimeLimit {
		return usagef("give a day or less, such as 10m", "--timeout %s is too long", o.timeLimit)
	}
	o.start.TimeLimit = int64(o.timeLimit.Round(time.Second) / time.Second)
	return checkFormat(o.format, "text", "json")
}

// noteLimit says that a served workspace does not take its limit from a flag.
func (o *evalOptions) noteLimit(c *cli.Context, conn *connection) {
	if conn.served != "" && c.IsSet("concurrency") {
		fmt.Fprintf(o.env.Err, "note: %s works its runs by its own limit, whatever --concurrency says\n", conn.served)
	}
}

func (o *evalOptions) run(c *cli.Context) (err error) {
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
	keys, err := o.agents(p)
	if err != nil {
		return err
	}
	conn, err := connect(c.Context, o.env, p, reach{o.concurrency, o.wait})
	if err != nil {
		return err
	}
	o.noteLimit(c, conn)
	defer func() { err = errors.Join(err, conn.Close()) }()
	began := o.env.Now()
	push, err := newPush(conn.Client, p, keys)
	if err != nil {
		return err
	}
	push.takeOver, push.manifest.Git, push.progress = o.takeOver, gitState(c.Context, o.env, p.Root), o.env.progress
	done, err := push.run(c.Context)
	if err != nil {
		return o.env.onLines(p, err)
	}
	if err := o.env.sayLosses(done.Plan); err != nil {
		return err
	}
	w := &watch{conn: conn, project: p, run: push.start}
	return o.follow(c.Context, w, keys, began)
}

// follow starts the agents' runs, prints them, and says how it ends.
func (o *evalOptions) follow(ctx context.Context, w *watch, keys []string, began time.Time) error {
	w.env, w.start, w.result, w.text = o.env, o.start, report.NewEval(), report.EvalText{W: o.env.Out}
	if o.format == "json" {
		w.text.W = io.Discard
	}
	if err := w.all(ctx, keys); err != nil {
		if w.project != nil {
			err = o.env.onLines(w.project, err)
		}
		return o.stopped(w, err)
	}
	w.result.Sum(o.env.Now().Sub(began))
	w.text.Total(w.result)
	if o.format == "json" {
		if err := report.JSON(o.env.Out, w.result); err != nil {
			return fmt.Errorf("write the result: %w", err)
		}
	}
	if !w.result.Passed() {
		return &ended{StatusNotPassed}
	}
	return nil
}

// agents are the selected agents; without a selector, those that list cases.
func (o *evalOptions) agents(p *project.Project) ([]string, error) {
	if len(o.selectors) > 0 {
		return selected(p, o.selectors)
	}
	var keys []string
	for _, key := range p.Agents() {
		if cases, _ := p.Suite(key); len(cases) > 0 {
			keys = append(keys, key)
		}
	}
	if len(keys) == 0 {
		return nil, &noCases{failure{msg: "no agent of this project lists eval cases", hint: "list some under evals in an agent's file"}}
	}
	return keys, nil
}
