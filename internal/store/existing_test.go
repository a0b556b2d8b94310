package store_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/caplo/caplo/internal/store"
	"github.com/caplo/caplo/internal/workspace"
)

func TestOpenExisting(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "w.db")
	opts := store.Options{Path: path, LockDir: filepath.Join(dir, "locks")}
	if _, err := store.OpenExisting(t.Context(), opts); workspace.CodeOf(err) != workspace.DatabaseUnreadable {
		t.Errorf("no file: %v", err)
	}
	if list, _ := os.ReadDir(dir); len(list) != 0 {
		t.Errorf("it made %v", list)
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := store.OpenExisting(t.Context(), opts); workspace.CodeOf(err) != workspace.DatabaseUnreadable {
		t.Errorf("an empty file: %v", err)
	}
	if info, err := os.Stat(path); err != nil || info.Size() != 0 {
		t.Errorf("it wrote %v, %v", info, err)
	}
	first, err := store.Open(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	second, err := store.OpenExisting(t.Context(), opts)
	if err != nil {
		t.Fatalf("while it is in use: %v", err)
	}
	for _, s := range []*store.SQLite{second, first} {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
