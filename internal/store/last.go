package store

import (
	"slices"

	"github.com/caplo/caplo/internal/trace"
	"github.com/caplo/caplo/internal/workspace"
)

// maxRunsAtOnce bounds the runs that are held while last results are looked for.
const maxRunsAtOnce = 64

// LastResults finds, for those of an agent's cases that have a result, the one of
// the run that was created last. It walks back from the newest run and stops when
// each is found, which the first few runs are enough for as a rule: an agent may
// have been run a thousand times.
func (t *tx) LastResults(agentKey string, ids []string) (map[string]workspace.LastResult, error) {
	out := map[string]workspace.LastResult{}
	missing, err := t.everDone(ids)
	before, more := int64(0), true
	for limit := 2; err == nil && more && len(missing) > 0; limit = min(2*limit, maxRunsAtOnce) {
		var runs []workspace.RunRecord
		runs, err = t.FindRuns(workspace.RunFilter{Agent: agentKey, Before: before, Limit: limit})
		more = len(runs) == limit
		for _, r := range runs {
			if err == nil && len(missing) > 0 {
				err = t.lastOf(r, missing, out)
				missing = slices.DeleteFunc(missing, func(id string) bool { _, ok := out[id]; return ok })
			}
			before = r.Number
		}
	}
	return out, err
}

// everDone are the cases that have a result somewhere; the others would be looked
// for in every run.
func (t *tx) everDone(ids []string) ([]string, error) {
	const doing = "read last results"
	list, err := t.encode(doing, ids)
	if err != nil {
		return nil, err
	}
	var done []string
	err = t.rows(doing,
		`SELECT value FROM json_each($1) AS asked
		WHERE EXISTS (SELECT 1 FROM run_cases WHERE case_id = asked.value AND status = 'done')`,
		[]any{list}, func(row scanner) error {
			var id string
			err := row.Scan(&id)
			done = append(done, id)
			return err
		})
	return done, err
}

// lastOf adds the results that a run has of some cases.
func (t *tx) lastOf(r workspace.RunRecord, ids []string, out map[string]workspace.LastResult) error {
	list, err := t.encode("read last results", ids)
	if err != nil {
		return err
	}
	cases, err := t.cases(`run = $1 AND status = 'done' AND case_id IN (SELECT value FROM json_each($2))`, r.ID, list)
	for _, c := range cases {
		out[c.CaseID] = workspace.LastResult{Run: r.Run, Case: c, Finished: r.Status != trace.RunOpen}
	}
	return err
}
