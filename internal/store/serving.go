package store

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"

	"github.com/caplo/caplo/internal/workspace"
)

const serveLock = "serve.lock"

// ServedLocks is the folder of the lock files of a database that is served: it
// lies beside the file, whatever link leads to it.
func ServedLocks(database string) string {
	if dir, err := filepath.EvalSymlinks(filepath.Dir(database)); err == nil {
		database = filepath.Join(dir, filepath.Base(database))
	}
	if file, err := filepath.EvalSymlinks(database); err == nil {
		database = file
	}
	return database + ".locks"
}

// LockServing makes this process the only one that serves a database, or that
// puts another in its place; a second one gets a problem. The system drops the
// lock when the process ends, however it ends.
func LockServing(database string) (release func(), err error) {
	if err := checkPlace(database); err != nil {
		return nil, err
	}
	dir := ServedLocks(database)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, explainOS(dir, err)
	}
	lock := flock.New(filepath.Join(dir, serveLock), flock.SetPermissions(0o600))
	ok, err := lock.TryLock()
	if err != nil {
		return nil, explainOS(lock.Path(), err)
	}
	if !ok {
		return nil, &workspace.Problem{
			Code:    workspace.DatabaseLocked,
			Message: fmt.Sprintf("another caplo serve runs on the database %s", database),
			Hint:    "use that one, or end it first, or name another file with --database",
		}
	}
	held.Store(lock.Path(), lock)
	return func() {
		held.Delete(lock.Path())
		_ = lock.Unlock() // the file stays: removing it would let two processes hold one each
	}, nil
}
