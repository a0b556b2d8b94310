package store_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/caplo/caplo/internal/store"
	"github.com/caplo/caplo/internal/workspace"
)

// alone wants a folder to hold these files and no remains.
func alone(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{}
	for _, n := range names {
		want[n] = true
	}
	for _, e := range entries {
		if !want[e.Name()] {
			t.Errorf("%s is left behind", e.Name())
		}
		delete(want, e.Name())
	}
	for n := range want {
		t.Errorf("%s is missing", n)
	}
}

// TestBackupWhileOthersWrite copies a database that is written all the time: each
// copy is whole, readable by its owner alone, and holds at least what was there.
func TestBackupWhileOthersWrite(t *testing.T) {
	t.Parallel()
	o := options(t)
	s := open(t, o)
	mustPut(t, s, "first", 1<<16)
	ctx, stop := context.WithCancel(t.Context())
	var writer sync.WaitGroup
	writer.Go(func() {
		for n := 0; ctx.Err() == nil; n++ {
			if err := put(s, "d"+strings.Repeat("x", n), 100); err != nil {
				t.Error(err)
				return
			}
		}
	})
	dir := t.TempDir()
	for _, name := range []string{"a.db", "b.db"} {
		file := filepath.Join(dir, name)
		got, err := store.Backup(t.Context(), o.Path, file)
		if err != nil || got.Schema != store.SchemaVersion() || got.Bytes < 1<<16 {
			t.Fatalf("%+v, %v", got, err)
		}
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v, %v", info.Mode(), err)
		}
	}
	stop()
	writer.Wait()
	alone(t, dir, "a.db", "b.db")
	to := filepath.Join(t.TempDir(), "new.db")
	if _, err := store.Restore(t.Context(), filepath.Join(dir, "b.db"), to); err != nil {
		t.Fatal(err)
	}
	alone(t, filepath.Dir(to), "new.db", "new.db.locks")
	mustHave(t, open(t, store.Options{Path: to}), "first", true)
}

// TestRestoreMigrates makes a current database of an older backup.
func TestRestoreMigrates(t *testing.T) {
	t.Parallel()
	from := options(t).Path
	before := released(t, from, 6)
	file, to := filepath.Join(t.TempDir(), "copy.db"), filepath.Join(t.TempDir(), "new.db")
	if got, err := store.Backup(t.Context(), from, file); err != nil || got.Schema != 6 || got.Revision != 2 {
		t.Fatalf("%+v, %v", got, err)
	}
	if now := kept(t, from, before); now != 6 {
		t.Errorf("the backup changed what it copied: schema %d", now)
	}
	if _, err := store.Restore(t.Context(), file, to); err != nil {
		t.Fatal(err)
	}
	if now := kept(t, to, before); now != store.SchemaVersion() {
		t.Errorf("schema %d", now)
	}
}

// TestCopiesAreRefused: nothing is overwritten, what is no sound database of this
// or an older caplo is no backup, and nothing is left behind.
func TestCopiesAreRefused(t *testing.T) {
	t.Parallel()
	at := func(dir, name string) string { return filepath.Join(dir, name) }
	dir := t.TempDir()
	good := options(t)
	s := open(t, good)
	mustPut(t, s, "a", 1<<17)
	mustPut(t, s, "b", 1<<17)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	writeFile(t, at(dir, "text"), []byte(strings.Repeat("no database ", 1000)))
	writeFile(t, at(dir, "empty"), nil)
	raw(t, at(dir, "other"), "CREATE TABLE t (x)").Close()
	backup := func(name string) string {
		file := at(dir, name)
		if _, err := store.Backup(t.Context(), good.Path, file); err != nil {
			t.Fatal(err)
		}
		return file
	}
	raw(t, backup("newer"), "PRAGMA user_version = 1000").Close()
	data, err := os.ReadFile(backup("torn"))
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, at(dir, "torn"), append(data[:1<<16:1<<16], make([]byte, len(data)-1<<16)...))
	for name, code := range map[string]workspace.Code{
		"text": workspace.DatabaseForeign, "empty": workspace.DatabaseForeign, "other": workspace.DatabaseForeign,
		"newer": workspace.DatabaseNewer, "torn": workspace.DatabaseDamaged, "missing": workspace.DatabaseUnreadable,
	} {
		to := at(t.TempDir(), "new.db")
		_, err := store.Restore(t.Context(), at(dir, name), to)
		refused(t, err, code, name)
		if name != "missing" {
			alone(t, filepath.Dir(to))
		}
		if name != "torn" {
			_, err = store.Backup(t.Context(), at(dir, name), to)
			refused(t, err, code, name)
			if _, err := os.Stat(to); err == nil {
				t.Errorf("%s was backed up", name)
			}
		}
	}
	_, err = store.Backup(t.Context(), good.Path, at(dir, "text"))
	refused(t, err, workspace.DatabaseUnreadable, "text")
	_, err = store.Restore(t.Context(), backup("fine"), at(dir, "text"))
	refused(t, err, workspace.DatabaseUnreadable, "text")
}

func TestOneServerADatabase(t *testing.T) {
	t.Parallel()
	path := options(t).Path
	release, err := store.LockServing(path)
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "link.db")
	writeFile(t, path, nil)
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{path, link} {
		_, err = store.LockServing(p)
		refused(t, err, workspace.DatabaseLocked, p)
	}
	release()
	again, err := store.LockServing(path)
	if err != nil {
		t.Fatal(err)
	}
	again()
	_, err = store.LockServing(filepath.Join(t.TempDir(), "no", "folder.db"))
	var p *workspace.Problem
	if !errors.As(err, &p) {
		t.Errorf("%v", err)
	}
}
