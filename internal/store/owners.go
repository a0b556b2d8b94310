package store

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"github.com/gofrs/flock"

	"github.com/caplo/caplo/internal/workspace"
)

const (
	ownersLock  = "owners.lock"
	ownerPrefix = "owner-"
	ownerSuffix = ".lock"
)

// ownerPattern is how ids of owners look. Whatever else a database holds as one
// never becomes part of a path.
var ownerPattern = regexp.MustCompile(`^[a-z2-7]{26}$`)

// held keeps the locks of this process's owners in use: one that the garbage
// collector took would be dropped, and its owner dead, though nobody released it.
var held sync.Map // id to *flock.Flock

// owners keeps a lock file an owner. The system drops the lock when the process
// ends, however it ends; the file may stay until somebody asks for its owner.
type owners struct{ dir string }

var _ workspace.Owners = (*owners)(nil)

func (o *owners) path(id string) string {
	return filepath.Join(o.dir, ownerPrefix+id+ownerSuffix)
}

// Own makes a new owner, and removes the files that killed ones left. Release
// may be called again.
func (o *owners) Own() (id string, release func(), err error) {
	if err := os.MkdirAll(o.dir, 0o700); err != nil {
		return "", nil, explainOS(o.dir, err)
	}
	// One at a time, so that nobody takes a file that another is about to lock
	// for one that was left.
	door := flock.New(filepath.Join(o.dir, ownersLock))
	if err := door.Lock(); err != nil {
		return "", nil, explainOS(door.Path(), err)
	}
	defer func() { _ = door.Unlock() }()
	o.sweep()
	id = strings.ToLower(rand.Text())
	lock := flock.New(o.path(id))
	switch ok, err := lock.TryLock(); {
	case err != nil:
		return "", nil, explainOS(lock.Path(), err)
	case !ok:
		return "", nil, fmt.Errorf("lock %s: it is held already", lock.Path())
	}
	held.Store(id, lock)
	return id, sync.OnceFunc(func() {
		held.Delete(id)
		_ = lock.Unlock() // first: some systems do not remove an open file
		_ = os.Remove(lock.Path())
	}), nil
}

// Alive reports whether the owner's lock is held, by any process. A dead owner's
// file is removed.
func (o *owners) Alive(id string) (bool, error) {
	if !ownerPattern.MatchString(id) {
		return false, nil
	}
	// Shared, so that two who ask at once do not find each other; and never
	// creating the file.
	lock := flock.New(o.path(id), flock.SetFlag(os.O_RDONLY))
	free, err := lock.TryRLock()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, explainOS(lock.Path(), err)
	case !free:
		return true, nil
	}
	_ = lock.Unlock()
	_ = os.Remove(lock.Path())
	return false, nil
}

// sweep removes what killed owners left, as far as it can.
func (o *owners) sweep() {
	entries, _ := os.ReadDir(o.dir)
	for _, e := range entries {
		if name, ok := strings.CutPrefix(e.Name(), ownerPrefix); ok {
			_, _ = o.Alive(strings.TrimSuffix(name, ownerSuffix))
		}
	}
}
