package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

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
// lock when the process ends, however it ends. Where nothing else came of it, its
// folder goes with it.
func LockServing(database string) (release func(), err error) {
	if err := checkPlace(database); err != nil {
		return nil, err
	}
	dir := ServedLocks(database)
	made, err := lockFolder(dir)
	if err != nil {
		return nil, err
	}
	lock, err := lockFile(filepath.Join(dir, serveLock))
	if err != nil {
		return nil, err
	}
	if lock == nil {
		return nil, &workspace.Problem{
			Code:    workspace.DatabaseLocked,
			Message: fmt.Sprintf("another caplo serve runs on the database %s", database),
			Hint:    "use that one, or end it first, or name another file with --database",
		}
	}
	held.Store(lock.Path(), lock)
	return func() {
		held.Delete(lock.Path())
		if made {
			_ = os.Remove(lock.Path()) // while it is held: see lockFile
		}
		_ = lock.Unlock()
		if made {
			_ = os.Remove(dir) // one that holds anything else stays
		}
	}, nil
}

// lockFolder makes the folder of lock files, and tells whether it was not there.
func lockFolder(dir string) (made bool, err error) {
	switch err := os.Mkdir(dir, 0o700); {
	case err == nil:
		return true, nil
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		if _, there := os.Stat(dir); there != nil {
			return false, readOnly(filepath.Dir(dir)) // what the user knows of
		}
		return false, explainOS(dir, err)
	case !errors.Is(err, fs.ErrExist):
		return false, explainOS(dir, err)
	}
	return false, nil
}

// lockFile locks a file that whoever holds its lock may remove; nil: another holds
// it. A lock on one that was removed meanwhile holds nobody off, so the file must
// have been the same before and after.
func lockFile(path string) (*flock.Flock, error) {
	for {
		f, err := os.OpenFile(path, os.O_CREATE, 0o600)
		if err != nil {
			return nil, explainOS(path, err)
		}
		before, err := f.Stat()
		_ = f.Close()
		if err != nil {
			return nil, explainOS(path, err)
		}
		lock := flock.New(path, flock.SetPermissions(0o600))
		ok, err := lock.TryLock()
		if err != nil {
			return nil, explainOS(path, err)
		}
		if !ok {
			return nil, nil
		}
		if after, err := os.Stat(path); err == nil && os.SameFile(before, after) {
			return lock, nil
		}
		_ = lock.Unlock()
	}
}
