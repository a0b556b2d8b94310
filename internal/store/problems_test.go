package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/caplo/caplo/internal/store"
	"github.com/caplo/caplo/internal/workspace"
)

// wait is a busy timeout that tests can afford.
const wait = 50 * time.Millisecond

func TestForeignFiles(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(t *testing.T, path string){
		"a table":        func(t *testing.T, path string) { raw(t, path, "CREATE TABLE notes (text)").Close() },
		"a version":      func(t *testing.T, path string) { raw(t, path, "PRAGMA user_version = 1").Close() },
		"an application": func(t *testing.T, path string) { raw(t, path, "PRAGMA application_id = 5").Close() },
		"a short text":   func(t *testing.T, path string) { writeFile(t, path, []byte("name: Support\n")) },
		"a long text":    func(t *testing.T, path string) { writeFile(t, path, bytes.Repeat([]byte("text\n"), 5000)) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := options(t)
			prepare(t, o.Path)
			before, err := os.ReadFile(o.Path)
			if err != nil {
				t.Fatal(err)
			}
			openRefused(t, o, workspace.DatabaseForeign, o.Path)
			after, _ := os.ReadFile(o.Path)
			if !bytes.Equal(before, after) {
				t.Error("the file was changed")
			}
			if _, err := os.Stat(o.Path + "-wal"); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("a log was left: %v", err)
			}
		})
	}
}

func TestNewerDatabase(t *testing.T) {
	t.Parallel()
	o := options(t)
	open(t, o).Close()
	newer := store.SchemaVersion() + 1
	raw(t, o.Path, fmt.Sprintf("PRAGMA user_version = %d", newer)).Close()
	openRefused(t, o, workspace.DatabaseNewer, o.Path)
}

func TestWrongPlaces(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "file"), nil)
	for _, path := range []string{dir, filepath.Join(dir, "none", "caplo.db"), filepath.Join(dir, "file", "caplo.db")} {
		openRefused(t, store.Options{Path: path, LockDir: dir}, workspace.DatabaseUnreadable, path)
	}
	// A folder for locks that cannot be made.
	o := store.Options{Path: filepath.Join(dir, "caplo.db"), LockDir: filepath.Join(dir, "file", "locks")}
	openRefused(t, o, workspace.DatabaseUnreadable, o.LockDir)
}

func TestDamagedDatabase(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(t *testing.T, path string, data []byte){
		"overwritten": func(t *testing.T, path string, data []byte) {
			writeFile(t, path, append(data[:4096:4096], bytes.Repeat([]byte{0xa5}, len(data)-4096)...))
		},
		"cut off": func(t *testing.T, path string, data []byte) { writeFile(t, path, data[:8192]) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := options(t)
			s := open(t, o)
			mustPut(t, s, "a", 1<<20)
			s.Close()
			data, err := os.ReadFile(o.Path)
			if err != nil {
				t.Fatal(err)
			}
			damage(t, o.Path, data)
			s, err = store.Open(t.Context(), o)
			if err == nil {
				_, err = has(s, "a")
				s.Close()
			}
			refused(t, err, workspace.DatabaseDamaged, o.Path)
		})
	}
}

func TestLockedDatabase(t *testing.T) {
	t.Parallel()
	o := options(t)
	o.BusyTimeout = wait
	mustPut(t, open(t, o), "a", 1)
	other := raw(t, o.Path, "BEGIN IMMEDIATE")
	s := open(t, o) // opening and reading need no lock
	mustHave(t, s, "a", true)
	refused(t, put(s, "b", 1), workspace.DatabaseLocked, o.Path)
	if _, err := other.Exec("ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	mustPut(t, s, "b", 1)
}

func TestLockedWhileFresh(t *testing.T) {
	t.Parallel()
	o := options(t)
	o.BusyTimeout = wait
	other := raw(t, o.Path, "PRAGMA journal_mode = DELETE", "BEGIN EXCLUSIVE")
	openRefused(t, o, workspace.DatabaseLocked, o.Path)
	if _, err := other.Exec("ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	mustPut(t, open(t, o), "a", 1)
}

func TestFullDatabase(t *testing.T) {
	t.Parallel()
	o := options(t)
	s := open(t, o.WithPragma("max_page_count(60)"))
	mustPut(t, s, "a", 1)
	refused(t, put(s, "b", 1<<20), workspace.DiskFull, o.Path)
	// Looking away does not help: the transaction is lost, and nothing of it may
	// be written outside of it.
	err := s.Write(t.Context(), func(tx workspace.Tx) error {
		_ = tx.PutBody("c", []byte(`1`))
		_ = tx.PutBody("d", make([]byte, 1<<20))
		_ = tx.PutBody("e", []byte(`1`))
		return nil
	})
	refused(t, err, workspace.DiskFull, o.Path)
	mustPut(t, s, "f", 1) // what fits goes in
	for digest, want := range map[string]bool{"a": true, "b": false, "c": false, "d": false, "e": false, "f": true} {
		mustHave(t, s, digest, want)
	}
	s.Close()
	mustPut(t, open(t, o), "b", 1<<20) // and with space it works again
}

func TestFullWhileMigrating(t *testing.T) {
	t.Parallel()
	o := options(t)
	openRefused(t, o.WithPragma("max_page_count(5)"), workspace.DiskFull, o.Path)
	mustPut(t, open(t, o), "a", 1)
}

func TestReadOnlyDatabase(t *testing.T) {
	t.Parallel()
	o := options(t)
	mustPut(t, open(t, o), "a", 1)
	s := open(t, o.WithParam("mode=ro"))
	mustHave(t, s, "a", true)
	refused(t, put(s, "b", 1), workspace.ReadOnly, o.Path)
	mustHave(t, s, "b", false)
}
