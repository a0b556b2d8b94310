package store

import (
	"github.com/caplo/caplo/internal/trace"
	"github.com/caplo/caplo/internal/workspace"
)

// Claim takes the first queued case of an open run, in one statement.
func (t *tx) Claim(run, owner string) (workspace.Claim, bool, error) {
	const doing = "claim a case"
	c := workspace.Claim{Run: run, Owner: owner}
	if t.err == nil && !t.write {
		return c, false, t.fail(doing, errReadTx)
	}
	ok, err := t.row(doing,
		`UPDATE run_cases SET status = 'running', owner = $2, attempt = attempt + 1
		WHERE run = $1 AND position = (
			SELECT position FROM run_cases WHERE run = $1 AND status = 'queued' ORDER BY position LIMIT 1)
			AND EXISTS (SELECT 1 FROM runs WHERE id = $1 AND status = 'open')
		RETURNING position, attempt, definition`,
		[]any{run, owner}, into(&c.Position, &c.Attempt, jsonColumn{&c.Case}))
	return c, ok, err
}

// Record writes a claimed case's result, in one statement; recorded is false
// where the claim no longer holds or the run is not open any more.
func (t *tx) Record(c workspace.Claim, res trace.Result, micros int64) (bool, error) {
	const doing = "record a case"
	result, err := t.encode(doing, res)
	if err != nil {
		return false, err
	}
	n, err := t.exec(doing,
		`UPDATE run_cases SET status = 'done', owner = '', outcome = $5, micros = $6, result = $7,
			seq = (SELECT coalesce(max(seq), 0) + 1 FROM run_cases WHERE run = $1)
		WHERE run = $1 AND position = $2 AND owner = $3 AND attempt = $4 AND status = 'running'
			AND EXISTS (SELECT 1 FROM runs WHERE id = $1 AND status = 'open')`,
		c.Run, c.Position, c.Owner, c.Attempt, res.Outcome, micros, result)
	return n == 1, err
}

// RecordOpen writes res for every case of an open run that has none, numbered by
// position.
func (t *tx) RecordOpen(run string, res trace.Result) (int, error) {
	const doing = "record open cases"
	result, err := t.encode(doing, res)
	if err != nil {
		return 0, err
	}
	return t.exec(doing,
		`UPDATE run_cases SET status = 'done', owner = '', outcome = $2, result = $3, seq = o.last + o.n
		FROM (SELECT position, row_number() OVER (ORDER BY position) AS n,
				(SELECT coalesce(max(seq), 0) FROM run_cases WHERE run = $1) AS last
			FROM run_cases WHERE run = $1 AND status <> 'done') AS o
		WHERE run_cases.run = $1 AND run_cases.position = o.position
			AND EXISTS (SELECT 1 FROM runs WHERE id = $1 AND status = 'open')`,
		run, res.Outcome, result)
}

// Release queues the running cases of owner again: those of one run, or of all
// where run is empty.
func (t *tx) Release(owner, run string) (int, error) {
	return t.exec("release cases",
		`UPDATE run_cases SET status = 'queued', owner = ''
		WHERE owner = $1 AND status = 'running' AND ($2 = '' OR run = $2)`, owner, run)
}

// RunOwners lists the owners of the run's running cases.
func (t *tx) RunOwners(run string) ([]string, error) {
	var list []string
	err := t.rows("list owners",
		`SELECT DISTINCT owner FROM run_cases WHERE run = $1 AND status = 'running' ORDER BY owner`,
		[]any{run}, func(row scanner) error {
			var owner string
			err := row.Scan(&owner)
			list = append(list, owner)
			return err
		})
	return list, err
}

// Tally counts a run's cases by outcome; open are those without one.
func (t *tx) Tally(run string) (ok, failed, errs, open int, err error) {
	_, err = t.row("count cases",
		`SELECT count(*) FILTER (WHERE outcome = 'ok'), count(*) FILTER (WHERE outcome = 'failed'),
			count(*) FILTER (WHERE outcome = 'error'), count(*) FILTER (WHERE outcome = '')
		FROM run_cases WHERE run = $1`, []any{run}, into(&ok, &failed, &errs, &open))
	return ok, failed, errs, open, err
}
