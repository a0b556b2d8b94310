package store

import (
	"errors"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/workspace"
)

const headColumns = `kind, key, revision, digest, body, project, cases, refs`

func scanHead(h *workspace.Head) func(scanner) error {
	return into(headFields(h)...)
}

func headFields(h *workspace.Head) []any {
	return []any{&h.Kind, &h.Key, &h.Revision, &h.Digest, &h.Body, &h.Project, &h.Cases, jsonColumn{&h.Refs}}
}

// Head returns what a resource or suite is now.
func (t *tx) Head(id agent.ID) (workspace.Head, bool, error) {
	var h workspace.Head
	ok, err := t.row("read "+id.String(),
		`SELECT `+headColumns+` FROM heads WHERE kind = $1 AND key = $2`,
		[]any{id.Kind, id.Key}, scanHead(&h))
	return h, ok, err
}

// AllHeads lists every head, sorted by kind and key.
func (t *tx) AllHeads() ([]workspace.Head, error) {
	return t.heads("list resources", `SELECT `+headColumns+` FROM heads ORDER BY kind, key`)
}

// HeadsAfter lists the heads of a kind whose key comes after one, by key.
func (t *tx) HeadsAfter(kind agent.Kind, after string, limit int) ([]workspace.Head, error) {
	return t.heads("list resources",
		`SELECT `+headColumns+` FROM heads WHERE kind = $1 AND key > $2 ORDER BY key LIMIT $3`, kind, after, limit)
}

// History lists a resource's revisions, newest first.
func (t *tx) History(id agent.ID) ([]workspace.Head, error) {
	var list []workspace.Head
	err := t.rows("read history of "+id.String(),
		`SELECT deleted, `+headColumns+` FROM history WHERE kind = $1 AND key = $2 ORDER BY revision DESC`,
		[]any{id.Kind, id.Key}, func(row scanner) error {
			var h workspace.Head
			err := row.Scan(append([]any{&h.Deleted}, headFields(&h)...)...)
			list = append(list, h)
			return err
		})
	return list, err
}

// DropHead takes a head away; the history says in which revision, and what it was.
func (t *tx) DropHead(id agent.ID, revision int64) error {
	doing := "drop " + id.String()
	n, err := t.exec(doing,
		`INSERT INTO history (`+headColumns+`, deleted)
		SELECT kind, key, $3, digest, body, project, cases, refs, 1 FROM heads WHERE kind = $1 AND key = $2`,
		id.Kind, id.Key, revision)
	if err == nil && n == 0 {
		err = t.fail(doing, errors.New("it is not there"))
	}
	if err != nil {
		return err
	}
	_, err = t.exec(doing, `DELETE FROM heads WHERE kind = $1 AND key = $2`, id.Kind, id.Key)
	return err
}

func (t *tx) heads(doing, query string, args ...any) ([]workspace.Head, error) {
	var list []workspace.Head
	err := t.rows(doing, query, args, func(row scanner) error {
		var h workspace.Head
		err := scanHead(&h)(row)
		list = append(list, h)
		return err
	})
	return list, err
}

// PutHead makes h current and keeps it in the history. Within one revision the
// last one counts.
func (t *tx) PutHead(h workspace.Head) error {
	doing := "store " + h.ID.String()
	refs, err := t.encode(doing, h.Refs)
	if err != nil {
		return err
	}
	const values = ` (` + headColumns + `) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) `
	const replaced = `digest = excluded.digest, body = excluded.body,
		project = excluded.project, cases = excluded.cases, refs = excluded.refs`
	args := []any{h.Kind, h.Key, h.Revision, h.Digest, h.Body, h.Project, h.Cases, refs}
	_, err = t.exec(doing, `INSERT INTO heads`+values+
		`ON CONFLICT (kind, key) DO UPDATE SET revision = excluded.revision, `+replaced, args...)
	if err != nil {
		return err
	}
	_, err = t.exec(doing, `INSERT INTO history`+values+
		`ON CONFLICT (kind, key, revision) DO UPDATE SET `+replaced, args...)
	return err
}
