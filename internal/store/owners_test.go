package store_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/caplo/caplo/internal/store"
	"github.com/caplo/caplo/internal/workspace"
)

func TestOwnerFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	o := store.Options{Path: filepath.Join(dir, "caplo.db"), LockDir: filepath.Join(dir, "run", "locks")}
	s := open(t, o)
	id, release, err := s.Owners().Own()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(o.LockDir, "owner-"+id+".lock")
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
	other := open(t, o) // as another process would
	if alive, err := other.Owners().Alive(id); !alive || err != nil {
		t.Errorf("alive: %v, %v", alive, err)
	}
	release()
	gone(t, path)
}

func TestDeadOwnersAreCleanedUp(t *testing.T) {
	t.Parallel()
	o := options(t)
	s := open(t, o)
	dead := []string{"aaaaaaaaaaaaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbbbbbbbbbbbb"}
	var paths []string
	for _, id := range dead {
		path := filepath.Join(filepath.Dir(o.Path), "owner-"+id+".lock")
		writeFile(t, path, nil)
		paths = append(paths, path)
	}
	if alive, err := s.Owners().Alive(dead[0]); alive || err != nil {
		t.Errorf("alive: %v, %v", alive, err)
	}
	gone(t, paths[0])
	id, release, err := s.Owners().Own()
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	gone(t, paths[1])
	if alive, err := s.Owners().Alive(id); !alive || err != nil {
		t.Errorf("alive: %v, %v", alive, err)
	}
}

func TestOwnerWithoutAFolder(t *testing.T) {
	t.Parallel()
	o := options(t)
	s := open(t, o)
	s.Close()
	dir := filepath.Dir(o.Path)
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	writeFile(t, dir, nil) // a file in its place
	_, _, err := s.Owners().Own()
	refused(t, err, workspace.DatabaseUnreadable, dir)
}

func gone(t *testing.T, path string) {
	t.Helper()
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("%s is still there: %v", path, err)
	}
}
