package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/caplo/caplo/internal/workspace"
)

// errReadTx is a fault of the caller.
var errReadTx = errors.New("a read transaction cannot write")

// tx is one transaction. Its first error spoils it: SQLite ends a transaction by
// itself on some errors and would run what follows outside of any.
type tx struct {
	ctx   context.Context
	sql   *sql.Tx
	pool  *pool
	now   func() time.Time
	write bool
	err   error
}

var _ workspace.Tx = (*tx)(nil)

// fail spoils the transaction; doing says what was being done.
func (t *tx) fail(doing string, err error) error {
	t.err = fmt.Errorf("%s: %w", doing, err)
	return t.err
}

// exec runs a statement and returns how many rows it changed.
func (t *tx) exec(doing, query string, args ...any) (int, error) {
	if t.err != nil {
		return 0, t.err
	}
	if !t.write {
		return 0, t.fail(doing, errReadTx)
	}
	var res sql.Result
	var err error
	if stmt := t.pool.prepared(query); stmt != nil {
		res, err = t.sql.StmtContext(t.ctx, stmt).ExecContext(t.ctx, args...)
	} else {
		res, err = t.sql.ExecContext(t.ctx, query, args...)
	}
	if err != nil {
		return 0, t.fail(doing, err)
	}
	n, err := res.RowsAffected()
	if err != nil {
		return 0, t.fail(doing, err)
	}
	return int(n), nil
}

// rows calls each for every row that a query gives.
func (t *tx) rows(doing, query string, args []any, each func(scanner) error) error {
	if t.err != nil {
		return t.err
	}
	rows, err := t.query(query, args)
	if err != nil {
		return t.fail(doing, err)
	}
	defer func() { _ = rows.Close() }() // its errors are those of rows.Err
	for rows.Next() {
		if err := each(rows); err != nil {
			return t.fail(doing, err)
		}
	}
	if err := rows.Err(); err != nil {
		return t.fail(doing, err)
	}
	return nil
}

func (t *tx) query(query string, args []any) (*sql.Rows, error) {
	if stmt := t.pool.prepared(query); stmt != nil {
		return t.sql.StmtContext(t.ctx, stmt).QueryContext(t.ctx, args...)
	}
	return t.sql.QueryContext(t.ctx, query, args...)
}

// row reads the first row of a query; ok is false where it gives none.
func (t *tx) row(doing, query string, args []any, read func(scanner) error) (ok bool, err error) {
	err = t.rows(doing, query, args, func(row scanner) error {
		if ok {
			return nil
		}
		ok = true
		return read(row)
	})
	return ok && err == nil, err
}

// encode writes a column that holds JSON.
func (t *tx) encode(doing string, v any) (string, error) {
	if t.err != nil {
		return "", t.err
	}
	data, err := json.Marshal(v)
	if err != nil {
		return "", t.fail(doing, err)
	}
	return string(data), nil
}

// scanner is a row of a result.
type scanner interface{ Scan(dest ...any) error }

// into reads a row into dest.
func into(dest ...any) func(scanner) error {
	return func(row scanner) error { return row.Scan(dest...) }
}

// jsonColumn reads a column that holds JSON; NULL leaves the value alone.
type jsonColumn struct{ into any }

func (c jsonColumn) Scan(v any) error {
	switch v := v.(type) {
	case nil:
		return nil
	case string:
		return json.Unmarshal([]byte(v), c.into)
	}
	return fmt.Errorf("a column of JSON holds a %T", v)
}

// micros is how times are kept: whole microseconds, UTC. The zero time is now.
func (t *tx) micros(at time.Time) int64 {
	if at.IsZero() {
		at = t.now()
	}
	return at.UnixMicro()
}

// timeColumn reads a time; NULL leaves it alone.
type timeColumn struct{ into *time.Time }

func (c timeColumn) Scan(v any) error {
	switch v := v.(type) {
	case nil:
		return nil
	case int64:
		*c.into = time.UnixMicro(v).UTC()
		return nil
	}
	return fmt.Errorf("a column of times holds a %T", v)
}
