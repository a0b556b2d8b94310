package store

import (
	"fmt"
	"os"

	"github.com/caplo/caplo/internal/workspace"
)

// inPlace lets a transaction succeed only while the database lies where it was
// opened. SQLite itself goes on with a file that has no name any more, and what
// it writes there is lost without a word.
func (s *SQLite) inPlace(fn func(workspace.Tx) error) func(workspace.Tx) error {
	return func(t workspace.Tx) error {
		if err := fn(t); err != nil {
			return err
		}
		if p := s.moved(); p != nil {
			return p
		}
		return nil
	}
}

// moved reports that another file, or none, lies where the database was opened.
func (s *SQLite) moved() *workspace.Problem {
	if s.file == nil {
		return nil
	}
	now, err := os.Stat(s.opts.Path)
	if err == nil && os.SameFile(now, s.file) {
		return nil
	}
	return &workspace.Problem{
		Code:    workspace.DatabaseUnreadable,
		Message: fmt.Sprintf("the database %s was moved, deleted or replaced while it was in use", s.opts.Path),
		Hint:    "put it back and try again; where there is none, a new one is begun",
	}
}
