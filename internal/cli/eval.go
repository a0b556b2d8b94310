package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/project"
	"github.com/caplo/caplo/internal/report"
	"github.com/caplo/caplo/internal/trace"
)

type evalOptions struct {
	env         *Env
	selectors   []string
	concurrency int
	start       api.Start
	timeLimit   time.Duration
	takeOver    bool
	format      string
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
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "concurrency", Value: 8, Usage: "work `N` cases at once"},
			&cli.BoolFlag{Name: "rerun", Usage: "run even where a passing run could be reused"},
			&cli.StringFlag{Name: "model", Usage: "run every agent on this `MODEL`, whatever files and settings say"},
			&cli.StringFlag{Name: "grader", Usage: "grade with this `MODEL`"},
			&cli.DurationFlag{Name: "timeout", Value: 10 * time.Minute, Usage: "end a run after `DURATION`; what is open then ends as an error"},
			&cli.BoolFlag{Name: "take-over", Usage: "overwrite what another project pushed"},
			formatFlag("text", "json"),
		},
		Action: func(c *cli.Context) error {
			o := &evalOptions{
				env: env, selectors: c.Args().Slice(), concurrency: c.Int("concurrency"),
				start:     api.Start{Rerun: c.Bool("rerun"), Model: c.String("model"), Grader: c.String("grader")},
				timeLimit: c.Duration("timeout"), takeOver: c.Bool("take-over"), format: c.String("format"),
			}
			return o.run(c)
		},
	}
}

func (o *evalOptions) check() error {
	if o.concurrency < 1 || o.concurrency > 256 {
		return usagef("give a number from 1 to 256", "--concurrency %d is out of range", o.concurrency)
	}
	if o.timeLimit < time.Second {
		return usagef("give a duration of a second or more, such as 10m", "--timeout %s is too short", o.timeLimit)
	}
	return checkFormat(o.format, "text", "json")
}

func (o *evalOptions) run(c *cli.Context) (err error) {
	if err := o.check(); err != nil {
		return err
	}
	o.start.TimeLimit = int64(o.timeLimit.Round(time.Second) / time.Second)
	p, err := proven(o.env, c)
	if err != nil {
		return err
	}
	keys, err := o.agents(p)
	if err != nil {
		return err
	}
	conn, err := connect(c.Context, o.env, p, o.concurrency)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	began := o.env.Now()
	push, err := newPush(conn.Client, p, keys)
	if err != nil {
		return err
	}
	push.takeOver = o.takeOver
	if _, err := push.run(c.Context); err != nil {
		return err
	}
	w := &watch{env: o.env, conn: conn, project: p, start: o.start, result: report.NewEval(), text: report.EvalText{W: o.env.Out}}
	if o.format == "json" {
		w.text.W = io.Discard
	}
	if err := w.all(c.Context, keys); err != nil {
		return o.interrupted(err)
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
		fmt.Fprintln(o.env.Err, "caplo: no agent of this project lists eval cases")
		fmt.Fprintln(o.env.Err, "hint: list some under evals in an agent's file")
		return nil, &ended{StatusNotPassed}
	}
	return keys, nil
}

// interrupted says how to go on after Ctrl-C.
func (o *evalOptions) interrupted(err error) error {
	if errors.Is(err, context.Canceled) {
		fmt.Fprintln(o.env.Err, "caplo: interrupted; finished cases are kept")
		fmt.Fprintln(o.env.Err, "hint: the same command takes the run up where it stopped")
		return &ended{StatusInterrupted}
	}
	return err
}

// watch starts the agents' runs and follows them, printing each case once, in
// the order of the files: a case waits for those before it, so that what is
// printed does not depend on how many are worked at once.
type watch struct {
	env     *Env
	conn    *connection
	project *project.Project
	start   api.Start
	result  *report.Eval
	text    report.EvalText
}

// run is one agent's run while it is followed.
type followed struct {
	agent  *report.EvalAgent
	id     string
	cases  int
	order  map[string]int        // of a case's name among the cases, where the file lists them
	events chan trace.CaseRun    // closed when the run is over
	over   chan error            // one value, once events is closed
	held   map[int]trace.CaseRun // ended, and waiting for earlier ones
}

func (w *watch) all(ctx context.Context, keys []string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var runs []*followed
	for _, key := range keys {
		r, err := w.begin(ctx, key)
		if err != nil {
			return err
		}
		runs = append(runs, r)
	}
	w.note(runs)
	for _, r := range runs {
		if r.id != "" {
			go w.follow(ctx, r)
		}
	}
	for _, r := range runs {
		if err := w.print(r); err != nil {
			return err
		}
	}
	return nil
}

// begin starts an agent's run. One without cases has none, which is said and
// does not keep the others from running.
func (w *watch) begin(ctx context.Context, key string) (*followed, error) {
	r := &followed{
		agent: &report.EvalAgent{Agent: key, Models: []string{}, Cases: []report.EvalCase{}},
		order: map[string]int{}, held: map[int]trace.CaseRun{},
		events: make(chan trace.CaseRun, 128), over: make(chan error, 1),
	}
	w.result.Agents = append(w.result.Agents, r.agent)
	cases, _ := w.project.Suite(key)
	for i, c := range cases {
		r.order[agent.NameKey(c.Name)] = i
	}
	started, err := w.conn.StartRun(ctx, key, w.start)
	if isNoCases(err) {
		r.agent.Problem, _ = explain(err)
		return r, nil
	}
	if err != nil {
		return nil, err
	}
	r.id, r.cases = started.Run.ID, started.Run.Cases
	r.agent.Begin(started.Run, started.How)
	if started.Run.Rehearsed() {
		w.result.Note = report.RehearsalNote
	}
	return r, nil
}

func (w *watch) follow(ctx context.Context, r *followed) {
	run, err := w.conn.Follow(ctx, r.id, func(c trace.CaseRun) error {
		select {
		case r.events <- c:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
	if err == nil && run.Status != trace.RunFinished {
		err = &failure{msg: fmt.Sprintf("run %s was %s by somebody else", r.id, run.Status), hint: "run the cases again"}
	}
	r.agent.Status = string(run.Status)
	r.over <- err
	close(r.events)
}

// print writes an agent's cases as they end and returns when its run is over.
func (w *watch) print(r *followed) error {
	w.text.Head(r.agent)
	if r.id == "" {
		return nil
	}
	began := w.env.Now()
	next := 0
	for c := range r.events {
		r.held[r.place(c)] = c
		for c, ok := r.held[next]; ok; c, ok = r.held[next] {
			delete(r.held, next)
			next++
			w.one(r, c)
		}
	}
	// Those that waited for a case that the run does not have.
	for _, at := range slices.Sorted(maps.Keys(r.held)) {
		w.one(r, r.held[at])
	}
	if err := <-r.over; err != nil {
		return err
	}
	if r.agent.Total != r.cases {
		return fmt.Errorf("run %s has %d cases and reported %d", r.id, r.cases, r.agent.Total)
	}
	r.agent.Seconds = w.env.Now().Sub(began).Seconds()
	w.text.Summary(r.agent)
	return nil
}

// place is a case's place in the output: that of the file, where it lists the
// case, else one behind all those, in the order of the run.
func (r *followed) place(c trace.CaseRun) int {
	if i, ok := r.order[agent.NameKey(c.Name)]; ok {
		return i
	}
	return len(r.order) + c.Position
}

func (w *watch) one(r *followed, c trace.CaseRun) {
	row := report.EvalCase{Name: c.Name, Seconds: float64(c.Micros) / 1e6}
	if c.Result != nil {
		row.Result = *c.Result
	}
	if file, pos, ok := w.project.CasePos(r.agent.Agent, c.Name); ok {
		row.File, row.Line = file, pos.Line
	}
	r.agent.Add(row.Outcome)
	r.agent.Cases = append(r.agent.Cases, row)
	w.text.Case(row)
}

// note says once that a stand-in answers, loudly where nobody watches.
func (w *watch) note(runs []*followed) {
	if w.result.Note == "" {
		return
	}
	word := "note"
	if ci := w.env.Getenv("CI"); ci != "" && ci != "false" {
		word = "WARNING"
	}
	fmt.Fprintf(w.env.Err, "%s: %s\n", word, w.result.Note)
}
