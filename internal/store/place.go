package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/caplo/caplo/internal/workspace"
)

// cannotOpen finds out why SQLite could not open the database: it says only
// that it could not. The file itself is not opened to see, because closing it
// would drop every lock that SQLite holds on it in this process.
func cannotOpen(path string) *workspace.Problem {
	dir := filepath.Dir(path)
	if err := checkPlace(path); err != nil {
		var p *workspace.Problem
		if errors.As(err, &p) {
			return p
		}
	}
	_, err := os.Stat(path)
	there := err == nil
	switch {
	case there && !mayRead(path):
		return unreadable(path, "this user may not read it")
	case !mayWrite(dir): // the log lies beside the database
		return readOnly(dir)
	case there && !mayWrite(path):
		return readOnly(path)
	}
	return unreadable(path, "the system refused to open it")
}

// checkPlace finds what no database can be at, before SQLite is asked.
func checkPlace(path string) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return unreadable(path, "it is a folder")
	case err == nil && !info.Mode().IsRegular():
		return unreadable(path, "it is not a regular file")
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrPermission):
		return unreadable(path, "this user may not look into its folder")
	}
	dir := filepath.Dir(path)
	info, err = os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return unreadable(path, fmt.Sprintf("there is no folder %s", dir))
	case err != nil:
		return explainOS(dir, err)
	case !info.IsDir():
		return unreadable(path, fmt.Sprintf("%s is a file, not a folder", dir))
	}
	return nil
}
