//go:build faults && linux

package store_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/caplo/caplo/internal/store"
)

func init() { helpers["disk"] = helpDisk }

// TestFaultDisk fills a small disk of its own and makes it read-only. The disk is
// mounted in a namespace that ends with the helper.
func TestFaultDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	attr := &syscall.SysProcAttr{Unshareflags: unix.CLONE_NEWNS}
	if uid := os.Getuid(); uid != 0 {
		attr = &syscall.SysProcAttr{
			Cloneflags:  unix.CLONE_NEWUSER | unix.CLONE_NEWNS,
			UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: uid, Size: 1}},
		}
	}
	h, err := start(t, self(t), "disk", store.Options{Path: filepath.Join(dir, "caplo.db"), LockDir: dir}, attr)
	if err != nil {
		t.Skipf("this system gives no namespace: %v", err)
	}
	if got := h.line(); got != "mounted" {
		t.Skipf("this system mounts no disk: %s", got)
	}
	for _, want := range []string{
		"disk-full", // a transaction too large for the disk
		"kept",
		"disk-full", // opening another database on the full disk
		"ok",        // writing again, with space
		"read-only", // writing once the disk is read-only
		"read-only", // opening anew there
		"done",
	} {
		if got := h.line(); !strings.HasPrefix(got, want) {
			t.Fatalf("got %q, want %q", got, want)
		}
	}
}

// helpDisk says line by line what happened.
func helpDisk(o store.Options, _ *bufio.Reader, out io.Writer) error {
	dir := filepath.Dir(o.Path)
	if err := unix.Mount("none", dir, "tmpfs", 0, "size=2m"); err != nil {
		return err
	}
	fmt.Fprintln(out, "mounted")
	s, err := store.Open(context.Background(), o)
	if err != nil {
		return err
	}
	if err := put(s, "a", 1); err != nil {
		return err
	}
	fmt.Fprintln(out, say(put(s, "large", 4<<20)))
	if ok, err := has(s, "a"); err != nil || !ok {
		return fmt.Errorf("lost what was there: %w", err)
	}
	fmt.Fprintln(out, "kept")
	ballast := filepath.Join(dir, "ballast")
	fill(ballast)
	_, err = store.Open(context.Background(), store.Options{Path: filepath.Join(dir, "second.db"), LockDir: dir})
	fmt.Fprintln(out, say(err))
	if err := os.Remove(ballast); err != nil {
		return err
	}
	fmt.Fprintln(out, say(put(s, "b", 1000)))
	return diskReadOnly(o, s, out)
}

func diskReadOnly(o store.Options, s *store.SQLite, out io.Writer) error {
	if err := s.Close(); err != nil { // a disk with open files stays writable
		return err
	}
	if err := unix.Mount("none", filepath.Dir(o.Path), "", unix.MS_REMOUNT|unix.MS_RDONLY, ""); err != nil {
		return err
	}
	s, err := store.Open(context.Background(), o)
	if err == nil {
		err = put(s, "c", 1)
	}
	fmt.Fprintln(out, say(err))
	_, err = store.Open(context.Background(), store.Options{Path: o.Path + ".new", LockDir: o.LockDir})
	fmt.Fprintln(out, say(err))
	fmt.Fprintln(out, "done")
	return nil
}

func say(err error) string {
	if err == nil {
		return "ok"
	}
	return describe(err)
}

// fill writes until the disk is full.
func fill(path string) {
	f, err := os.Create(path)
	for block := make([]byte, 1024); err == nil; {
		_, err = f.Write(block)
	}
	_ = f.Close()
}
