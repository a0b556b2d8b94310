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

// LastResults finds, for each case id of an agent that has a result, the one of
// the run that was created last.
func (t *tx) LastResults(agentKey string) (map[string]workspace.LastResult, error) {
	out := map[string]workspace.LastResult{}
	err := t.rows("read last results",
		`WITH newest AS (
			SELECT c.case_id, c.run, c.position, max(r.number)
			FROM run_cases AS c JOIN runs AS r ON r.id = c.run
			WHERE r.agent = $1 AND c.status = 'done' GROUP BY c.case_id)
		SELECT c.position, c.case_id, c.name, c.status, c.attempt, c.seq, c.micros, c.definition, c.result, c.run
		FROM newest AS n JOIN run_cases AS c ON c.run = n.run AND c.position = n.position`,
		[]any{agentKey}, func(row scanner) error {
			var l workspace.LastResult
			c := &l.Case
			var res *trace.Result
			err := row.Scan(&c.Position, &c.CaseID, &c.Name, &c.Status, &c.Attempt, &c.Seq, &c.Micros,
				jsonColumn{&c.Case}, jsonColumn{&res}, &l.Run.ID)
			c.Result = res
			out[c.CaseID] = l
			return err
		})
	if err != nil {
		return nil, err
	}
	runs := map[string]workspace.RunRecord{} // most cases end in the same few
	for id, l := range out {
		r, ok := runs[l.Run.ID]
		if !ok {
			if r, _, err = t.Run(l.Run.ID); err != nil {
				return nil, err
			}
			runs[r.ID] = r
		}
		l.Run, l.Finished = r.Run, r.Status != trace.RunOpen
		out[id] = l
	}
	return out, nil
}
