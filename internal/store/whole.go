package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/caplo/caplo/internal/workspace"
)

// halfway is a file that becomes another one once it is whole.
type halfway struct{ path string }

// beside makes an empty file, readable by this user alone, in the folder of a
// file that must not be there yet.
func beside(file string) (halfway, error) {
	if err := checkPlace(file); err != nil {
		return halfway{}, err
	}
	if err := mustNotExist(file); err != nil {
		return halfway{}, err
	}
	tmp, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+".*.tmp")
	if err != nil {
		return halfway{}, explainOS(filepath.Dir(file), err)
	}
	return halfway{tmp.Name()}, tmp.Close()
}

func mustNotExist(file string) error {
	for _, f := range []string{file, file + "-wal"} {
		if _, err := os.Lstat(f); err == nil {
			return &workspace.Problem{
				Code: workspace.DatabaseUnreadable, Message: f + " exists already, and is not overwritten",
				Hint: "name another file, or move that one away",
			}
		}
	}
	return nil
}

// become gives the file its name, once the disk has it. Whoever made a file of
// that name meanwhile keeps it.
func (h halfway) become(file string) error {
	if err := synced(h.path); err != nil {
		return explainOS(file, err)
	}
	err := os.Link(h.path, file)
	switch {
	case errors.Is(err, fs.ErrExist):
		return mustNotExist(file)
	case err != nil: // there are file systems without links
		err = os.Rename(h.path, file)
	}
	if err != nil {
		return explainOS(file, err)
	}
	_ = synced(filepath.Dir(file)) // some systems sync no folders
	return nil
}

func synced(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// remove takes away what SQLite may have put beside it, too.
func (h halfway) remove() {
	for _, end := range []string{"", "-wal", "-shm", "-journal"} {
		_ = os.Remove(h.path + end)
	}
}

func damagedBackup(file string) *workspace.Problem {
	return &workspace.Problem{
		Code: workspace.DatabaseDamaged, Message: fmt.Sprintf("the backup %s is damaged", file),
		Hint: "use another one; nothing was restored",
	}
}
