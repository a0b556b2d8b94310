package store_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/store"
	"github.com/caplo/caplo/internal/workspace"
)

func options(t testing.TB) store.Options {
	return store.Options{Path: filepath.Join(t.TempDir(), "caplo.db")}
}

// raw opens a database as another program would, on one connection.
func raw(t *testing.T, path string, statements ...string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { db.Close() })
	for _, s := range statements {
		if _, err := db.ExecContext(t.Context(), s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
	return db
}

// refused checks that err is a problem of the code, in one clean sentence that
// names the path.
func refused(t *testing.T, err error, code workspace.Code, path string) {
	t.Helper()
	var p *workspace.Problem
	if !errors.As(err, &p) {
		t.Fatalf("got %v, want a problem %s", err, code)
	}
	if p.Code != code || p.Hint == "" || !strings.Contains(p.Message, path) {
		t.Errorf("got %s: %s (%s), want %s about %s", p.Code, p.Message, p.Hint, code, path)
	}
	for _, noise := range []string{"SQLITE", "sqlite3", "(5)", "database is locked", "malformed", "\n"} {
		if strings.Contains(p.Message, noise) {
			t.Errorf("the message speaks of %q: %s", noise, p.Message)
		}
	}
}

func openRefused(t *testing.T, o store.Options, code workspace.Code, path string) {
	t.Helper()
	s, err := store.Open(t.Context(), o)
	if err == nil {
		s.Close()
	}
	refused(t, err, code, path)
}

func put(s workspace.Store, digest string, size int) error {
	return s.Write(context.Background(), func(tx workspace.Tx) error {
		return tx.PutBody(digest, bytes.Repeat([]byte("1"), size))
	})
}

func has(s workspace.Store, digest string) (ok bool, err error) {
	err = s.Read(context.Background(), func(tx workspace.Tx) error {
		_, ok, err = tx.Body(digest)
		return err
	})
	return ok, err
}

func mustPut(t *testing.T, s workspace.Store, digest string, size int) {
	t.Helper()
	if err := put(s, digest, size); err != nil {
		t.Fatalf("write: %v", err)
	}
}

func mustHave(t *testing.T, s workspace.Store, digest string, want bool) {
	t.Helper()
	if ok, err := has(s, digest); ok != want || err != nil {
		t.Errorf("%s is there: %v, %v; want %v", digest, ok, err, want)
	}
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

func writeFile(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}
