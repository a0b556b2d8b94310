package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/caplo/caplo/internal/workspace"
)

// Copied says what a backup holds.
type Copied struct {
	Schema   int64
	Revision int64 // number of the newest
	Bytes    int64
}

// Backup writes a copy of a database to a file, as it is at one moment, while
// others go on using it. The file is not there before, and appears whole and
// found sound, or not at all.
func Backup(ctx context.Context, database, file string) (Copied, error) {
	if err := mustExist(database); err != nil {
		return Copied{}, err
	}
	tmp, err := beside(file)
	if err != nil {
		return Copied{}, err
	}
	defer tmp.remove()
	if err := copyOnline(ctx, database, tmp.path); err != nil {
		return Copied{}, err
	}
	found, err := inspect(ctx, tmp.path)
	if err != nil {
		return found, err
	}
	return found, tmp.become(file)
}

// copyOnline has SQLite write the database anew, in one read transaction.
func copyOnline(ctx context.Context, database, to string) error {
	from := &SQLite{opts: Options{Path: database, BusyTimeout: 5 * time.Second}}
	var err error
	if from.writer, err = from.opts.connect(1, "mode=rw"); err != nil {
		return err
	}
	defer from.writer.Close()
	h, err := from.header(ctx)
	if err == nil {
		err = h.usable(database)
	}
	if err != nil {
		return from.explain(err)
	}
	if _, err = from.writer.ExecContext(ctx, `VACUUM INTO $1`, to); err != nil {
		return (&SQLite{opts: Options{Path: to}}).explain(err)
	}
	return nil
}

// usable refuses what is no database of caplo's, an empty one as well.
func (h header) usable(path string) error {
	if h.application == 0 && h.version == 0 && h.tables == 0 {
		return foreign(path, "an empty one")
	}
	_, err := h.current(path)
	return err
}

// inspect looks through a whole database that nobody else uses, and reports
// what it holds.
func inspect(ctx context.Context, path string) (Copied, error) {
	var c Copied
	s := &SQLite{opts: Options{Path: path, BusyTimeout: time.Second}}
	var err error
	if s.writer, err = s.opts.connect(1, "mode=rw"); err != nil {
		return c, err
	}
	defer s.writer.Close()
	h, err := s.header(ctx)
	if err == nil {
		err = h.usable(path)
	}
	if err != nil {
		return c, s.explain(err)
	}
	verdict := ""
	if err := s.writer.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&verdict); err != nil {
		return c, s.explain(err)
	}
	broken := 0
	err = s.writer.QueryRowContext(ctx, `SELECT count(*) FROM pragma_foreign_key_check`).Scan(&broken)
	if err != nil {
		return c, s.explain(err)
	}
	if verdict != "ok" || broken > 0 {
		return c, damaged(path)
	}
	c.Schema = h.version
	err = s.writer.QueryRowContext(ctx, `SELECT coalesce(max(number), 0) FROM revisions`).Scan(&c.Revision)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return c, s.explain(err)
	}
	if info, err := os.Stat(path); err == nil {
		c.Bytes = info.Size()
	}
	return c, nil
}

// Restore puts a backup where no database is, and brings it up to date. Nothing
// is there before it is whole; no server may run on the place.
func Restore(ctx context.Context, file, database string) (Copied, error) {
	if err := mustExist(file); err != nil {
		return Copied{}, err
	}
	release, err := LockServing(database)
	if err != nil {
		return Copied{}, err
	}
	defer release()
	tmp, err := beside(database)
	if err != nil {
		return Copied{}, err
	}
	defer tmp.remove()
	if err := copyFile(file, tmp.path); err != nil {
		return Copied{}, err
	}
	found, err := inspect(ctx, tmp.path)
	if err != nil {
		return found, renamed(err, file, tmp.path)
	}
	s, err := Open(ctx, Options{Path: tmp.path, LockDir: ServedLocks(database)})
	if err != nil {
		return found, renamed(err, file, tmp.path)
	}
	if err := s.Close(); err != nil {
		return found, err
	}
	return found, tmp.become(database)
}

// mustExist refuses a file that is not there, before SQLite would make one.
func mustExist(path string) error {
	if err := checkPlace(path); err != nil {
		return err
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return unreadable(path, "it does not exist")
	}
	return nil
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return explainOS(from, err)
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return explainOS(to, err)
	}
	_, err = io.Copy(out, in)
	if err = errors.Join(err, out.Close()); err != nil {
		return explainOS(to, fmt.Errorf("copy %s: %w", from, err))
	}
	return nil
}

// renamed speaks of the file that the user named where a problem is about our
// copy of it.
func renamed(err error, file, tmp string) error {
	var p *workspace.Problem
	if !errors.As(err, &p) {
		return err
	}
	switch p.Code {
	case workspace.DatabaseForeign:
		return foreign(file, "something else")
	case workspace.DatabaseDamaged:
		return damagedBackup(file)
	}
	other := *p
	other.Message = strings.ReplaceAll(p.Message, tmp, filepath.Clean(file))
	return &other
}
