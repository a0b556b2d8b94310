package store

import (
	"encoding/json"
	"time"

	"github.com/caplo/caplo/internal/workspace"
)

// PutMember stores a member under its id. Of one that is there it changes the
// name, the role and when it was removed.
func (t *tx) PutMember(m workspace.Member) error {
	_, err := t.exec("store member "+m.ID,
		`INSERT INTO members (id, name, role, created, removed) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (id) DO UPDATE SET name = excluded.name, role = excluded.role, removed = excluded.removed`,
		m.ID, m.Name, m.Role, t.micros(m.Created), optional(m.Removed))
	return err
}

const memberColumns = `id, name, role, created, removed`

func scanMember(m *workspace.Member) func(scanner) error {
	return into(&m.ID, &m.Name, &m.Role, timeColumn{&m.Created}, timeColumn{&m.Removed})
}

// Member returns a member by its id.
func (t *tx) Member(id string) (workspace.Member, bool, error) {
	var m workspace.Member
	ok, err := t.row("read member", `SELECT `+memberColumns+` FROM members WHERE id = $1`, []any{id}, scanMember(&m))
	return m, ok, err
}

// Members lists all members, removed ones as well, the oldest first.
func (t *tx) Members() ([]workspace.Member, error) {
	var list []workspace.Member
	err := t.rows("list members", `SELECT `+memberColumns+` FROM members ORDER BY number`, nil, func(row scanner) error {
		var m workspace.Member
		err := scanMember(&m)(row)
		list = append(list, m)
		return err
	})
	return list, err
}

// PutKey stores a key of a member under its id. Of one that is there it changes
// the name, the scopes, when it ends and when it was revoked; whose it is and its
// secret stay, and so does its last use.
func (t *tx) PutKey(k workspace.Key) error {
	doing := "store key " + k.ID
	scopes, err := t.encode(doing, k.Scopes)
	if err != nil {
		return err
	}
	_, err = t.exec(doing,
		`INSERT INTO keys (id, name, member, scopes, hash, made_by, created, expires, used, revoked)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
		ON CONFLICT (id) DO UPDATE SET name = excluded.name, scopes = excluded.scopes,
			expires = excluded.expires, revoked = excluded.revoked`,
		k.ID, k.Name, k.Member, scopes, k.Hash, k.MadeBy, t.micros(k.Created),
		optional(k.Expires), optional(k.Used), optional(k.Revoked))
	return err
}

const keyColumns = `id, name, member, scopes, hash, made_by, created, expires, used, revoked`

func scanKey(k *workspace.Key) func(scanner) error {
	return into(&k.ID, &k.Name, &k.Member, jsonColumn{&k.Scopes}, &k.Hash, &k.MadeBy,
		timeColumn{&k.Created}, timeColumn{&k.Expires}, timeColumn{&k.Used}, timeColumn{&k.Revoked})
}

// Key returns a key by its id.
func (t *tx) Key(id string) (workspace.Key, bool, error) {
	var k workspace.Key
	ok, err := t.row("read key", `SELECT `+keyColumns+` FROM keys WHERE id = $1`, []any{id}, scanKey(&k))
	return k, ok, err
}

// Keys lists a member's keys, or all where member is empty, the oldest first.
func (t *tx) Keys(member string) ([]workspace.Key, error) {
	return t.KeysAfter(member, "", -1) // no limit
}

// KeysAfter lists as Keys does, from the key after one on, whose id is known; after
// none means from the oldest on.
func (t *tx) KeysAfter(member, after string, limit int) ([]workspace.Key, error) {
	// One statement each, so that each has its index.
	whose := `$1 = ''`
	if member != "" {
		whose = `member = $1`
	}
	var list []workspace.Key
	err := t.rows("list keys", `SELECT `+keyColumns+` FROM keys
		WHERE `+whose+` AND number > CASE WHEN $2 = '' THEN 0 ELSE (SELECT number FROM keys WHERE id = $2) END
		ORDER BY number LIMIT $3`,
		[]any{member, after, limit}, func(row scanner) error {
			var k workspace.Key
			err := scanKey(&k)(row)
			list = append(list, k)
			return err
		})
	return list, err
}

// UseKey notes a key's last use; an earlier time than is known changes nothing.
func (t *tx) UseKey(id string, at time.Time) error {
	_, err := t.exec("note the use of a key",
		`UPDATE keys SET used = $2 WHERE id = $1 AND (used IS NULL OR used < $2)`, id, t.micros(at))
	return err
}

// Setting returns a setting of the workspace.
func (t *tx) Setting(key string) (value json.RawMessage, ok bool, err error) {
	ok, err = t.row("read setting "+key, `SELECT value FROM settings WHERE key = $1`, []any{key}, into(jsonColumn{&value}))
	return value, ok, err
}

// PutSetting stores a setting of the workspace.
func (t *tx) PutSetting(key string, value json.RawMessage) error {
	_, err := t.exec("store setting "+key,
		`INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
		key, string(value))
	return err
}

// optional is how a time is kept that may be missing.
func optional(at time.Time) any {
	if at.IsZero() {
		return nil
	}
	return at.UnixMicro()
}
