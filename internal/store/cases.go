package store

import (
	"github.com/caplo/caplo/internal/trace"
	"github.com/caplo/caplo/internal/workspace"
)

// Cases lists a run's cases by position.
func (t *tx) Cases(run string) ([]workspace.CaseRecord, error) {
	return t.cases(`run = $1 ORDER BY position`, run)
}

// DoneCases lists cases that finished after seq, in the order of finishing.
func (t *tx) DoneCases(run string, seq int64) ([]workspace.CaseRecord, error) {
	return t.cases(`run = $1 AND seq > $2 ORDER BY seq`, run, seq)
}

func (t *tx) cases(where string, args ...any) ([]workspace.CaseRecord, error) {
	var list []workspace.CaseRecord
	err := t.rows("list cases",
		`SELECT position, case_id, name, status, owner, attempt, coalesce(seq, 0), micros, definition, result
		FROM run_cases WHERE `+where, args, func(row scanner) error {
			var c workspace.CaseRecord
			var res *trace.Result
			err := row.Scan(&c.Position, &c.CaseID, &c.Name, &c.Status, &c.Owner, &c.Attempt, &c.Seq,
				&c.Micros, jsonColumn{&c.Case}, jsonColumn{&res})
			c.Result = res
			list = append(list, c)
			return err
		})
	return list, err
}
