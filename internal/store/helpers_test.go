package store_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/store"
	"github.com/caplo/caplo/internal/workspace"
)

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

func writeFile(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}
