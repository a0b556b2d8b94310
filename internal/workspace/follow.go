package workspace

import (
	"context"

	"github.com/caplo/caplo/internal/trace"
)

// Work works an open run, after those that are worked already. It returns at
// once.
func (w *Workspace) Work(ctx context.Context, id string) error {
	run, err := w.RunHead(ctx, id)
	if err == nil && run.Status == trace.RunOpen {
		_, err = w.pool.work(id)
	}
	return err
}

// Follow reports a run's cases in the order of their finishing, each once,
// beginning after the one that finished as number seq, and returns the run when
// it is over. Following an open run works it. It returns early when ctx ends, report fails, or the run cannot be
// worked on.
func (w *Workspace) Follow(ctx context.Context, id string, seq int64, report func(trace.CaseRun) error) (trace.Run, error) {
	defer w.pool.watch(id)()
	var worked *working
	for {
		changed := w.pool.signal(id)
		run, cases, err := w.news(ctx, id, seq)
		if err != nil {
			return trace.Run{}, err
		}
		for _, c := range cases {
			if err := report(c); err != nil {
				return run, err
			}
			seq = c.Seq
		}
		if run.Status != trace.RunOpen {
			return run, nil
		}
		if worked == nil {
			if worked, err = w.pool.work(id); err != nil {
				return run, err
			}
		}
		select {
		case <-ctx.Done():
			return run, ctx.Err()
		case <-changed:
		case <-worked.done:
			// The pool let go: it failed, or the run is over as the next look
			// shows, or the workspace closes, which asking it again shows.
			if worked.err != nil {
				return run, worked.err
			}
			worked = nil
		}
	}
}

func (w *Workspace) news(ctx context.Context, id string, seq int64) (trace.Run, []trace.CaseRun, error) {
	var run trace.Run
	var cases []trace.CaseRun
	err := w.store.Read(ctx, func(tx Tx) error {
		rec, err := findRun(tx, id)
		if err != nil {
			return err
		}
		run = rec.Run
		rows, err := tx.DoneCases(id, seq)
		for _, r := range rows {
			cases = append(cases, r.CaseRun)
		}
		return err
	})
	return run, cases, err
}
