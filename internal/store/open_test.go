package store_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/caplo/caplo/internal/store"
)

func options(t testing.TB) store.Options {
	return store.Options{Path: filepath.Join(t.TempDir(), "caplo.db")}
}

func TestOpenKeepsWhatWasWritten(t *testing.T) {
	t.Parallel()
	o := options(t)
	s := open(t, o)
	mustPut(t, s, "a", 1)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	mustHave(t, open(t, o), "a", true)
	mustHave(t, open(t, o), "a", true) // and twice at once
}

func TestOpenFreshFiles(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(t *testing.T, path string){
		"absent":     func(*testing.T, string) {},
		"zero bytes": func(t *testing.T, path string) { writeFile(t, path, nil) },
		"killed before the first table": func(t *testing.T, path string) {
			raw(t, path, "PRAGMA journal_mode = WAL").Close()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := options(t)
			prepare(t, o.Path)
			mustPut(t, open(t, o), "a", 1)
		})
	}
}

func TestOpenStrangePaths(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"a b?mode=ro#c%41&d", "Käse 'x' \"y\".db", "file:x", ":memory:", "-x"} {
		dir := filepath.Join(t.TempDir(), name)
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Skipf("this system does not take the name: %v", err)
		}
		path := filepath.Join(dir, name)
		mustPut(t, open(t, store.Options{Path: path}), "a", 1)
		if _, err := os.Stat(path); err != nil {
			t.Errorf("the database is elsewhere: %v", err)
		}
	}
}

func TestOpenRelativePath(t *testing.T) {
	t.Chdir(t.TempDir())
	s := open(t, store.Options{Path: "caplo.db"})
	mustPut(t, s, "a", 1)
	if _, err := os.Stat("caplo.db"); err != nil {
		t.Error(err)
	}
}

func TestOpenMigratesOlder(t *testing.T) {
	t.Parallel()
	for v := int64(1); v < store.SchemaVersion(); v++ {
		t.Run(fmt.Sprint("from ", v), func(t *testing.T) {
			t.Parallel()
			o := options(t)
			if err := store.OpenAt(t.Context(), o, v); err != nil {
				t.Fatal(err)
			}
			s := open(t, o)
			mustPut(t, s, "a", 1)
			addRun(t, s, "run", 1)
		})
	}
}

func TestOpenRestoresTheLog(t *testing.T) {
	t.Parallel()
	o := options(t)
	open(t, o).Close()
	raw(t, o.Path, "PRAGMA journal_mode = DELETE").Close()
	mustPut(t, open(t, o), "a", 1)
	var mode string
	if err := raw(t, o.Path).QueryRow("PRAGMA journal_mode").Scan(&mode); err != nil || mode != "wal" {
		t.Errorf("journal mode %s, %v", mode, err)
	}
}

func TestOpenCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := store.Open(ctx, options(t)); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
