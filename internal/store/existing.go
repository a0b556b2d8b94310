package store

import (
	"context"
	"fmt"

	"github.com/caplo/caplo/internal/workspace"
)

// OpenExisting opens a database that is there already, perhaps in use by a
// server. It makes none, and changes no schema: a server of another version may
// be at work on it.
func OpenExisting(ctx context.Context, o Options) (*SQLite, error) {
	if err := mustExist(o.Path); err != nil {
		return nil, err
	}
	s := &SQLite{opts: o}
	var err error
	if s.writer, err = o.connect(1, "mode=rw"); err != nil {
		return nil, err
	}
	h, err := s.header(ctx)
	ok := false
	if err == nil {
		ok, err = h.current(o.Path)
	}
	if err != nil {
		err = s.explain(err)
	}
	_ = s.writer.Close() // nothing was written
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, &workspace.Problem{
			Code: workspace.DatabaseUnreadable, Message: fmt.Sprintf("%s is empty, or of an earlier caplo", o.Path),
			Hint: "start this version's `caplo serve` on it first, which brings it up to date",
		}
	}
	return Open(ctx, o)
}
