// Package store keeps a workspace in a SQLite file: it implements
// workspace.Store, its queue of cases included, and workspace.Owners.
//
// It decides nothing: what a push or a run means is the workspace's business.
// What a database refuses (a foreign file, a full disk, a lock that stays) leaves
// this package as a workspace.Problem, in a sentence for people.
package store

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"sync"
	"time"

	"github.com/caplo/caplo/internal/workspace"
)

// maxReaders bounds the connections that read; one more writes.
const maxReaders = 4

// errClosed is what transactions begun after Close get.
var errClosed = errors.New("the store is closed")

// Options says which database to open and how.
type Options struct {
	// Path is the database file. Its folder must be there; a file that is not,
	// or holds nothing, becomes a new database.
	Path string
	// LockDir is the folder of the lock files: of owners of cases, and of
	// migrations. It is made where it is not there. All processes that share a
	// database must share it. Empty: the database's folder.
	LockDir string
	// Now is the clock for times that callers leave out. Nil: time.Now.
	Now func() time.Time
	// BusyTimeout is how long a transaction waits for another process's lock.
	// 0: five seconds.
	BusyTimeout time.Duration

	// pragmas are set on every connection and params added to its address: for
	// tests, which provoke faults by them.
	pragmas []string
	params  []string
}

// SQLite is a workspace's store in one SQLite file. Several processes may have
// the same file open; any number of goroutines may use one SQLite.
type SQLite struct {
	opts   Options
	owners *owners
	file   os.FileInfo // which file was opened; nil until then
	// writer has a single connection, so that goroutines queue for it in order
	// instead of sleeping on SQLite's lock.
	writer  *pool
	readers *pool

	mu      sync.Mutex
	closed  bool
	running sync.WaitGroup
}

var _ workspace.Store = (*SQLite)(nil)

// Read runs fn in a read transaction. What fn reads is one snapshot, taken at
// its first query; writers neither wait for it nor disturb it.
func (s *SQLite) Read(ctx context.Context, fn func(workspace.Tx) error) error {
	return s.transact(ctx, s.readers, false, s.inPlace(fn))
}

// Write runs fn in a write transaction, the only one at its time over all
// processes. A Write inside fn would wait for itself: it must not be called.
func (s *SQLite) Write(ctx context.Context, fn func(workspace.Tx) error) error {
	return s.transact(ctx, s.writer, true, s.inPlace(fn))
}

func (s *SQLite) transact(ctx context.Context, db *pool, write bool, fn func(workspace.Tx) error) error {
	if err := s.enter(); err != nil {
		return err
	}
	defer s.running.Done()
	defer db.prepare(ctx)
	conn, err := db.Conn(ctx)
	if err != nil {
		return s.explain(err)
	}
	// A transaction that its ctx ended is rolled back in the background; this
	// waits for it, so that Close finds no connection in use.
	defer func() { _ = conn.Close() }()
	sqlTx, err := conn.BeginTx(ctx, &sql.TxOptions{ReadOnly: !write})
	if err != nil {
		return s.explain(err)
	}
	// Deferred, so that a panic of fn rolls back too; after a commit it does
	// nothing.
	defer func() { _ = sqlTx.Rollback() }()
	t := &tx{ctx: ctx, sql: sqlTx, pool: db, now: s.opts.Now, write: write}
	err = fn(t)
	if err == nil {
		err = t.err // fn looked away
	}
	if err == nil {
		err = sqlTx.Commit()
	}
	if errors.Is(err, sql.ErrTxDone) && ctx.Err() != nil {
		err = ctx.Err() // what ended it before its time
	}
	return s.explain(err)
}

// enter counts a transaction in, unless the store is closed.
func (s *SQLite) enter() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return errClosed
	}
	s.running.Add(1)
	return nil
}

// Owners tells which processes still work on cases.
func (s *SQLite) Owners() workspace.Owners { return s.owners }

// Close refuses new transactions, waits for running ones and closes the file.
// Owners stay as they are: they are released one by one. Closing again is fine.
func (s *SQLite) Close() error {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.running.Wait()
	// The writer last: whoever closes last empties the write-ahead log, and
	// readers may not.
	return errors.Join(s.readers.Close(), s.writer.Close())
}
