package store

import (
	"github.com/caplo/caplo/internal/workspace"
)

// LastRevision is the number of the newest revision, 0 before the first.
func (t *tx) LastRevision() (number int64, err error) {
	_, err = t.row("read last revision", `SELECT coalesce(max(number), 0) FROM revisions`, nil, into(&number))
	return number, err
}

// AddRevision stores r under the next number, which it returns. A push key that
// another revision has is an error.
func (t *tx) AddRevision(r workspace.Revision) (int64, error) {
	const doing = "store revision"
	last, err := t.LastRevision()
	if err != nil {
		return 0, err
	}
	plan, err := t.encode(doing, r.Plan)
	if err != nil {
		return 0, err
	}
	git, err := t.encode(doing, r.Git)
	if err != nil {
		return 0, err
	}
	_, err = t.exec(doing,
		`INSERT INTO revisions (number, created, project, author, origin, git, push_key, request, plan)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		last+1, t.micros(r.Created), r.Project, r.Author, r.Origin, git, r.PushKey, r.Request, plan)
	if err != nil {
		return 0, err
	}
	return last + 1, nil
}

// Revision returns a revision by its number.
func (t *tx) Revision(number int64) (workspace.Revision, bool, error) {
	return t.revision(`number = $1`, number)
}

// RevisionStamp returns a revision without its plan.
func (t *tx) RevisionStamp(number int64) (workspace.Revision, bool, error) {
	var r workspace.Revision
	ok, err := t.row("read revision", `SELECT `+stampColumns+` FROM revisions WHERE number = $1`, []any{number}, into(stampFields(&r)...))
	return r, ok, err
}

// RevisionByPushKey returns the revision that a push made. The empty key is
// nobody's.
func (t *tx) RevisionByPushKey(key string) (workspace.Revision, bool, error) {
	return t.revision(`push_key = $1 AND push_key <> ''`, key)
}

// Revisions lists revisions below a number, the newest first, without their plans.
func (t *tx) Revisions(before int64, limit int) ([]workspace.Revision, error) {
	var list []workspace.Revision
	err := t.rows("list revisions",
		`SELECT `+stampColumns+` FROM revisions WHERE $1 = 0 OR number < $1 ORDER BY number DESC LIMIT $2`,
		[]any{before, limit}, func(row scanner) error {
			var r workspace.Revision
			err := row.Scan(stampFields(&r)...)
			list = append(list, r)
			return err
		})
	return list, err
}

const stampColumns = `number, created, project, author, origin, git, push_key, request`

func stampFields(r *workspace.Revision) []any {
	return []any{&r.Number, timeColumn{&r.Created}, &r.Project, &r.Author, &r.Origin, jsonColumn{&r.Git}, &r.PushKey, &r.Request}
}

func scanRevision(r *workspace.Revision) func(scanner) error {
	return into(append(stampFields(r), jsonColumn{&r.Plan})...)
}

func (t *tx) revision(where string, arg any) (workspace.Revision, bool, error) {
	var r workspace.Revision
	ok, err := t.row("read revision", `SELECT `+stampColumns+`, plan FROM revisions WHERE `+where, []any{arg}, scanRevision(&r))
	return r, ok, err
}
