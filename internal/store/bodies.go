package store

import "encoding/json"

// LackingBodies returns those digests that the store does not hold, each once,
// in the order given.
func (t *tx) LackingBodies(digests []string) ([]string, error) {
	const doing = "look for bodies"
	if len(digests) == 0 {
		return nil, t.err
	}
	list, err := t.encode(doing, digests)
	if err != nil {
		return nil, err
	}
	var lacking []string
	err = t.rows(doing,
		`SELECT value FROM json_each($1) AS asked
		WHERE NOT EXISTS (SELECT 1 FROM bodies WHERE digest = asked.value)
		GROUP BY value ORDER BY min(asked.key)`,
		[]any{list}, func(row scanner) error {
			var digest string
			err := row.Scan(&digest)
			lacking = append(lacking, digest)
			return err
		})
	return lacking, err
}

// Body returns a stored body.
func (t *tx) Body(digest string) (json.RawMessage, bool, error) {
	var body []byte
	ok, err := t.row("read body", `SELECT body FROM bodies WHERE digest = $1`, []any{digest}, into(&body))
	return body, ok, err
}

// PutBody stores a body; what is stored already stays.
func (t *tx) PutBody(digest string, body json.RawMessage) error {
	_, err := t.exec("store body",
		`INSERT INTO bodies (digest, body) VALUES ($1, $2) ON CONFLICT DO NOTHING`, digest, string(body))
	return err
}
