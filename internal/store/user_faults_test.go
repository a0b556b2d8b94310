//go:build faults && unix

package store_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/caplo/caplo/internal/store"
)

// nobody is a user without any right of its own.
const nobody = 65534

// TestFaultWithoutPermission opens databases that a user may not open. Permissions do
// not hold root back, so the helper runs as another user then.
func TestFaultWithoutPermission(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name         string
		there        bool // whether there is a database
		folder, file os.FileMode
		want         []string
	}{
		{"folder closed, no file", false, 0o555, 0, []string{"read-only"}},
		{"folder closed", true, 0o555, 0o666, []string{"read-only"}},
		{"folder hidden", true, 0o000, 0o666, []string{"database-unreadable"}},
		{"file closed", true, 0o777, 0o444, []string{"open", "read-only"}},
		{"file hidden", true, 0o777, 0o000, []string{"database-unreadable"}},
		{"all open", true, 0o777, 0o666, []string{"open", "ok"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := publicDir(t)
			o := store.Options{Path: filepath.Join(dir, "data", "caplo.db"), LockDir: filepath.Join(dir, "data")}
			mkdir(t, o.LockDir)
			if c.there {
				open(t, o).Close()
				chmod(t, o.Path, c.file)
				_ = os.Remove(filepath.Join(o.LockDir, "migrate.lock"))
			}
			chmod(t, o.LockDir, c.folder)
			t.Cleanup(func() { _ = os.Chmod(o.LockDir, 0o700) })
			h := startAsNobody(t, dir, o)
			for _, want := range c.want {
				if got := h.line(); !strings.HasPrefix(got, want) {
					t.Errorf("got %q, want %q", got, want)
				}
			}
		})
	}
}

func startAsNobody(t *testing.T, dir string, o store.Options) *helper {
	t.Helper()
	var attr *syscall.SysProcAttr
	if os.Getuid() == 0 {
		attr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	// The folder that this binary was built in is closed to others.
	binary := filepath.Join(dir, "helper")
	if os.Link(self(t), binary) != nil { // a copy may be found busy when it is run
		copyFile(t, self(t), binary)
	}
	h, err := start(t, binary, "put", o, attr)
	if err != nil {
		t.Skipf("this system starts no process as another user: %v", err)
	}
	return h
}

// publicDir is a folder that any user may look into.
func publicDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "caplo-store-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	chmod(t, dir, 0o755)
	return dir
}

func mkdir(t *testing.T, path string) {
	t.Helper()
	if err := os.Mkdir(path, 0o755); err != nil {
		t.Fatal(err)
	}
}

func chmod(t *testing.T, path string, mode os.FileMode) {
	t.Helper()
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	in, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(out, in); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	chmod(t, to, 0o755)
}
