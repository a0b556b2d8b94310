package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/caplo/caplo/internal/workspace"
)

// explain turns what the driver reports into a problem that people can do
// something about. Errors of others, and faults that only caplo can be blamed
// for, pass as they are. It is the one place that knows SQLite's result codes.
func (s *SQLite) explain(err error) error {
	var p *workspace.Problem
	var fault *sqlite.Error
	switch {
	case err == nil, errors.As(err, &p),
		errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case !errors.As(err, &fault):
		return err
	}
	if p = s.moved(); p != nil { // whatever else SQLite makes of it
		p.Err = err
		return p
	}
	path := s.opts.Path
	switch code := fault.Code(); code {
	case sqlite3.SQLITE_IOERR_SHMSIZE: // the log's index could not grow
		p = full(path)
	case sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS, sqlite3.SQLITE_IOERR_DATA:
		p = damaged(path)
	case sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_TRUNCATE:
		p = refused(path)
	default:
		p = s.explainPrimary(path, code&0xff)
	}
	if p == nil {
		return err
	}
	p.Err = err
	return p
}

func (s *SQLite) explainPrimary(path string, code int) *workspace.Problem {
	switch code {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL:
		return locked(path, s.opts.BusyTimeout)
	case sqlite3.SQLITE_FULL:
		return full(path)
	case sqlite3.SQLITE_READONLY:
		return readOnly(path)
	case sqlite3.SQLITE_NOTADB:
		return foreign(path, "something else")
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR: // our own statements are right where the tables are
		return damaged(path)
	case sqlite3.SQLITE_IOERR:
		return unreadable(path, "the disk reported an error")
	case sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		return cannotOpen(path)
	}
	return nil
}

// explainOS does for files of our own what explain does for the database.
func explainOS(path string, err error) error {
	var p *workspace.Problem
	switch {
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		p = readOnly(path)
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		p = full(path)
	default:
		reason := err
		var pathErr *fs.PathError
		if errors.As(err, &pathErr) {
			reason = pathErr.Err // without the path again
		}
		p = unreadable(path, reason.Error())
	}
	p.Err = err
	return p
}

func foreign(path, what string) *workspace.Problem {
	return &workspace.Problem{
		Code:    workspace.DatabaseForeign,
		Message: fmt.Sprintf("%s is no caplo database but %s", path, what),
		Hint:    "move it away; it was not changed",
	}
}

func damaged(path string) *workspace.Problem {
	return &workspace.Problem{
		Code:    workspace.DatabaseDamaged,
		Message: fmt.Sprintf("the database %s is damaged", path),
		Hint:    "restore a backup of it, or move it away to begin a new one and push again",
	}
}

func locked(path string, after time.Duration) *workspace.Problem {
	return &workspace.Problem{
		Code:    workspace.DatabaseLocked,
		Message: fmt.Sprintf("another process has kept the database %s locked for %s", path, after),
		Hint:    "let that process end, or end it, and try again",
	}
}

func full(path string) *workspace.Problem {
	return &workspace.Problem{
		Code:    workspace.DiskFull,
		Message: fmt.Sprintf("there is no space left to write %s", path),
		Hint:    "free some space and try again; what was saved before is kept",
	}
}

func readOnly(path string) *workspace.Problem {
	return &workspace.Problem{
		Code:    workspace.ReadOnly,
		Message: fmt.Sprintf("%s cannot be written", path),
		Hint:    "make it writable for this user",
	}
}

func unreadable(path, why string) *workspace.Problem {
	return &workspace.Problem{
		Code:    workspace.DatabaseUnreadable,
		Message: fmt.Sprintf("the database %s cannot be opened: %s", path, why),
		Hint:    "check the path and its permissions, or name another file",
	}
}

func refused(path string) *workspace.Problem {
	return &workspace.Problem{
		Code:    workspace.DiskFull,
		Message: fmt.Sprintf("the system refused to write %s", path),
		Hint:    "look at quotas, limits of file sizes and the disk's health, and try again; what was saved before is kept",
	}
}
