package cli

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/project"
	"github.com/caplo/caplo/internal/remote"
	"github.com/caplo/caplo/internal/report"
	"github.com/caplo/caplo/internal/trace"
)

// watch starts the agents' runs and follows them, printing each case once, in
// the order of the files: a case waits for those before it, so that what is
// printed does not depend on how many are worked at once.
type watch struct {
	env     *Env
	conn    *connection
	project *project.Project // nil: the cases stand in no files
	run     func(ctx context.Context, key string, start api.Start) (api.StartedRun, error)
	start   api.Start
	result  *report.Eval
	text    report.EvalText
	asked   bool // for a run, which may have begun even where no answer came
	begun   bool // all runs were
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
		if err := ctx.Err(); err != nil {
			return err
		}
		r, err := w.begin(ctx, key)
		if err != nil {
			return err
		}
		runs = append(runs, r)
	}
	w.begun = true
	if err := ctx.Err(); err != nil {
		return err
	}
	w.note(runs)
	for _, r := range runs {
		if r.id == "" {
			continue
		}
		stream, err := w.conn.Open(ctx, r.id) // one after the other: they are worked in this order
		if err != nil {
			return err
		}
		go w.follow(ctx, r, stream)
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
	if w.project != nil {
		cases, _ := w.project.Suite(key)
		for i, c := range cases {
			r.order[agent.NameKey(c.Name)] = i
		}
	}
	w.asked = true
	asking, done := w.patient(ctx)
	defer done()
	started, err := w.run(asking, key, w.start)
	if isNoCases(err) {
		r.agent.Problem, r.agent.Hint = explain(err)
		return r, nil
	}
	if err != nil {
		return nil, err
	}
	r.id, r.cases, r.agent.Agent = started.Run.ID, started.Run.Cases, started.Run.Agent
	r.agent.Begin(started.Run, started.How)
	if started.Run.Rehearsed() {
		w.result.Note = report.RehearsalNote
	}
	return r, nil
}

// startGrace is how long the answer to a start is waited for after Ctrl-C.
const startGrace = 2 * time.Second

// patient is ctx, but for a start at a served workspace, which goes on there whether
// or not its answer is heard: after Ctrl-C it is still waited for, a moment, since it
// names the run that is to be picked up again.
func (w *watch) patient(ctx context.Context) (context.Context, func()) {
	if w.conn.served == "" {
		return ctx, func() {}
	}
	asking, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(startGrace, cancel) })
	return asking, func() { stop(); cancel() }
}

func (w *watch) follow(ctx context.Context, r *followed, stream *remote.Stream) {
	began := w.env.Now()
	run, err := stream.Read(func(c trace.CaseRun) error {
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
	r.agent.Seconds = w.env.Now().Sub(began).Seconds()
	r.over <- err
	close(r.events)
}

// print writes an agent's cases as they end and returns when its run is over.
func (w *watch) print(r *followed) error {
	w.text.Head(r.agent)
	if r.id == "" {
		return nil
	}
	next := 0
	for c := range r.events {
		r.held[r.place(c)] = c
		for c, ok := r.held[next]; ok; c, ok = r.held[next] {
			delete(r.held, next)
			next++
			w.one(r, c)
		}
	}
	// Those that waited for a case that did not come.
	for _, at := range slices.Sorted(maps.Keys(r.held)) {
		w.one(r, r.held[at])
	}
	if err := <-r.over; err != nil {
		return err
	}
	if r.agent.Total != r.cases {
		return fmt.Errorf("run %s has %d cases and reported %d", r.id, r.cases, r.agent.Total)
	}
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
	if w.project != nil {
		if file, pos, ok := w.project.CasePos(r.agent.Agent, c.Name); ok {
			row.File, row.Line = w.env.standing(w.project).name(file), pos.Line
		}
	}
	r.agent.Add(row.Result)
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
