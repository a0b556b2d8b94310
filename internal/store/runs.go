package store

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/caplo/caplo/internal/trace"
	"github.com/caplo/caplo/internal/workspace"
)

const runColumns = `number, started_by, start_key, id, agent, key, draft, suite, status, is_full, created, finished,
	coalesce(finish_order, 0), time_limit, cases, ok, failed, errors, terms, pinned`

func scanRun(r *workspace.RunRecord) func(scanner) error {
	return func(row scanner) error {
		var limit int64
		var finished time.Time
		err := row.Scan(&r.Number, &r.By, startColumn{r}, &r.ID, &r.Agent, &r.Key, &r.Draft, &r.Suite, &r.Status, &r.Full,
			timeColumn{&r.Created}, timeColumn{&finished}, &r.Order, &limit,
			&r.Cases, &r.OK, &r.Failed, &r.Errors, jsonColumn{&r.Terms}, jsonColumn{&r.Pinned})
		r.TimeLimit = time.Duration(limit) * time.Microsecond
		if !finished.IsZero() {
			r.Finished = &finished
		}
		return err
	}
}

// AddRun stores an open run with its cases, all queued.
func (t *tx) AddRun(r workspace.RunRecord, cases []workspace.CaseRecord) error {
	doing := "store run " + r.ID
	terms, err := t.encode(doing, r.Terms)
	if err != nil {
		return err
	}
	pinned, err := t.encode(doing, r.Pinned)
	if err != nil {
		return err
	}
	_, err = t.exec(doing,
		`INSERT INTO runs (id, agent, key, draft, suite, status, is_full, created, time_limit,
			cases, ok, failed, errors, terms, pinned, started_by, start_key)
		VALUES ($1, $2, $3, $4, $5, 'open', $6, $7, $8, $9, 0, 0, 0, $10, $11, $12, $13)`,
		r.ID, r.Agent, r.Key, r.Draft, r.Suite, r.Full, t.micros(r.Created), r.TimeLimit.Microseconds(),
		r.Cases, terms, pinned, r.By, startOf(r))
	if err != nil {
		return err
	}
	return t.addCases(doing, r.ID, cases)
}

func (t *tx) addCases(doing, run string, cases []workspace.CaseRecord) error {
	for _, c := range cases {
		def, err := t.encode(doing, c.Case)
		if err != nil {
			return err
		}
		_, err = t.exec(doing,
			`INSERT INTO run_cases (run, position, case_id, name, status, owner, attempt, outcome, micros, definition)
			VALUES ($1, $2, $3, $4, 'queued', '', 0, '', 0, $5)`,
			run, c.Position, c.CaseID, c.Name, def)
		if err != nil {
			return err
		}
	}
	return nil
}

// Run returns a run by its id.
func (t *tx) Run(id string) (workspace.RunRecord, bool, error) {
	var r workspace.RunRecord
	ok, err := t.row("read run "+id, `SELECT `+runColumns+` FROM runs WHERE id = $1`, []any{id}, scanRun(&r))
	return r, ok, err
}

// FindRuns lists runs, the newest created first: in the order in which they were
// stored, whatever the clock said.
func (t *tx) FindRuns(f workspace.RunFilter) ([]workspace.RunRecord, error) {
	where, args := []string{"1 = 1"}, []any{}
	for _, c := range []struct{ column, value string }{
		{"agent", f.Agent}, {"key", f.Key}, {"draft", f.Draft}, {"status", string(f.Status)},
	} {
		if c.value != "" {
			args = append(args, c.value)
			where = append(where, fmt.Sprintf("%s = $%d", c.column, len(args)))
		}
	}
	if f.Full {
		where = append(where, "is_full = 1")
	}
	if f.Counts {
		where = append(where, "status <> 'cancelled'")
	}
	if f.Before > 0 {
		args = append(args, f.Before)
		where = append(where, fmt.Sprintf("number < $%d", len(args)))
	}
	query := `SELECT ` + runColumns + ` FROM runs WHERE ` + strings.Join(where, " AND ") + ` ORDER BY number DESC`
	if f.Limit > 0 {
		args = append(args, f.Limit)
		query += fmt.Sprintf(" LIMIT $%d", len(args))
	}
	var list []workspace.RunRecord
	err := t.rows("list runs", query, args, func(row scanner) error {
		var r workspace.RunRecord
		err := scanRun(&r)(row)
		list = append(list, r)
		return err
	})
	return list, err
}

// FinishRun ends an open run and gives it the next order. A run that is not open
// any more stays as it is.
func (t *tx) FinishRun(r trace.Run) error {
	doing := "finish run " + r.ID
	if r.Status == trace.RunOpen {
		return t.fail(doing, errors.New("an open run is not finished"))
	}
	var finished time.Time
	if r.Finished != nil {
		finished = *r.Finished
	}
	_, err := t.exec(doing,
		`UPDATE runs SET status = $2, finished = $3, cases = $4, ok = $5, failed = $6, errors = $7,
			finish_order = (SELECT coalesce(max(finish_order), 0) + 1 FROM runs)
		WHERE id = $1 AND status = 'open'`,
		r.ID, r.Status, t.micros(finished), r.Cases, r.OK, r.Failed, r.Errors)
	return err
}
