package store

import (
	"fmt"
	"strings"

	"github.com/caplo/caplo/internal/workspace"
)

// requestMark stands in the column between the key of a start and the digest of
// what it asked for, which holds none; earlier runs have the key alone.
const requestMark = "\n"

// startOf is how a run's start is kept.
func startOf(r workspace.RunRecord) string {
	if r.StartKey == "" || r.Request == "" {
		return r.StartKey
	}
	return r.StartKey + requestMark + r.Request
}

// startColumn reads what startOf wrote.
type startColumn struct{ r *workspace.RunRecord }

// Scan implements sql.Scanner.
func (c startColumn) Scan(v any) error {
	text, ok := v.(string)
	if !ok {
		return fmt.Errorf("a start is kept as text, not as %T", v)
	}
	c.r.StartKey, c.r.Request = text, ""
	if i := strings.LastIndex(text, requestMark); i >= 0 {
		c.r.StartKey, c.r.Request = text[:i], text[i+len(requestMark):]
	}
	return nil
}

// RunByStartKey returns the run that a start made. The empty key is nobody's.
func (t *tx) RunByStartKey(key string) (workspace.RunRecord, bool, error) {
	var r workspace.RunRecord
	if key == "" {
		return r, false, t.err
	}
	// One range of the index, and of that the key itself, with a digest or without.
	ok, err := t.row("read run", `SELECT `+runColumns+` FROM runs
		WHERE start_key >= $1 AND start_key < $1 || char(11) AND start_key <> '' AND (start_key = $1
			OR substr(start_key, length($1) + 1, 1) = char(10) AND instr(substr(start_key, length($1) + 2), char(10)) = 0)`,
		[]any{key}, scanRun(&r))
	return r, ok, err
}
