package store

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/gofrs/flock"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/database"

	"github.com/caplo/caplo/internal/workspace"
)

// applicationID marks a SQLite file as caplo's; the first migration writes it.
const applicationID = 0x6361706c

const (
	migrationLock = "migrate.lock"
	migrationWait = time.Minute // for another process's migration
	migrationPoll = 5 * time.Millisecond
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

var migrations = must(fs.Sub(migrationFiles, "migrations"))

// schemaVersion is the version that the migrations lead to: their number, as
// they are numbered from 1 without gaps.
var schemaVersion = sync.OnceValue(func() int64 {
	return int64(len(must(fs.ReadDir(migrations, "."))))
})

func must[T any](v T, err error) T {
	if err != nil {
		panic(err) // the embedded files are part of the program
	}
	return v
}

// migrate brings the database to the current schema. It holds a lock file, so
// that no two processes migrate at once, and looks again once it has it: the
// other process may have done the work.
func (s *SQLite) migrate(ctx context.Context) error {
	unlock, err := s.lockMigration(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	h, err := s.header(ctx)
	if err != nil {
		return err
	}
	if ok, err := h.current(s.opts.Path); ok || err != nil {
		return err
	}
	if h.journal != "wal" {
		// It stays with the file. Not in the address: a foreign file must not
		// be changed, and a current one need not be asked.
		if err := s.writer.QueryRowContext(ctx, "PRAGMA journal_mode = WAL").Scan(&h.journal); err != nil {
			return err
		}
	}
	if h.journal != "wal" {
		return &workspace.Problem{
			Code:    workspace.DatabaseUnreadable,
			Message: fmt.Sprintf("%s lies where SQLite cannot keep a write-ahead log", s.opts.Path),
			Hint:    "move it to a local disk",
		}
	}
	return s.migrateTo(ctx, schemaVersion())
}

func (s *SQLite) migrateTo(ctx context.Context, version int64) error {
	p, err := goose.NewProvider(goose.DialectCustom, s.writer.DB, migrations,
		goose.WithStore(headerVersions{}), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return fmt.Errorf("migrate %s: %w", s.opts.Path, err)
	}
	if _, err := p.UpTo(ctx, version); err != nil {
		return fmt.Errorf("migrate %s: %w", s.opts.Path, err)
	}
	return nil
}

func (s *SQLite) lockMigration(ctx context.Context) (unlock func(), err error) {
	if err := os.MkdirAll(s.opts.LockDir, 0o700); err != nil {
		return nil, explainOS(s.opts.LockDir, err)
	}
	path := filepath.Join(s.opts.LockDir, migrationLock)
	lock := flock.New(path)
	wait, cancel := context.WithTimeout(ctx, migrationWait)
	defer cancel()
	_, err = lock.TryLockContext(wait, migrationPoll)
	switch {
	case err == nil:
		// The file stays: removing it would let a third process lock a new
		// one while a second holds the old.
		return func() { _ = lock.Unlock() }, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		return nil, locked(s.opts.Path, migrationWait)
	}
	return nil, explainOS(path, err)
}

// headerVersions lets goose keep the schema version in the database's header
// (user_version) in place of a table of its own: opening a current database is
// one query, and a version is committed with what it stands for.
type headerVersions struct{}

var _ database.StoreExtender = headerVersions{}

func (headerVersions) Tablename() string { return "user_version" }

func (headerVersions) TableExists(context.Context, database.DBTxConn) (bool, error) {
	return true, nil
}

func (headerVersions) CreateVersionTable(context.Context, database.DBTxConn) error { return nil }

func (headerVersions) Insert(ctx context.Context, db database.DBTxConn, r database.InsertRequest) error {
	_, err := db.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", r.Version))
	return err
}

func (headerVersions) Delete(context.Context, database.DBTxConn, int64) error {
	return errors.New("migrations go forward only")
}

func (v headerVersions) GetMigration(ctx context.Context, db database.DBTxConn, version int64) (*database.GetMigrationResult, error) {
	latest, err := v.GetLatestVersion(ctx, db)
	if err == nil && version > latest {
		err = database.ErrVersionNotFound
	}
	if err != nil {
		return nil, err
	}
	return &database.GetMigrationResult{IsApplied: true}, nil
}

func (headerVersions) GetLatestVersion(ctx context.Context, db database.DBTxConn) (version int64, err error) {
	err = db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version)
	return version, err
}

func (v headerVersions) ListMigrations(ctx context.Context, db database.DBTxConn) ([]*database.ListMigrationsResult, error) {
	latest, err := v.GetLatestVersion(ctx, db)
	var list []*database.ListMigrationsResult
	for n := latest; err == nil && n >= 0; n-- {
		list = append(list, &database.ListMigrationsResult{Version: n, IsApplied: true})
	}
	return list, err
}
