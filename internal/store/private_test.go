//go:build unix

package store_test

import (
	"os"
	"testing"
)

// TestOpenKeepsOthersOut wants nobody else to read a database, neither a new one
// nor one that was made readable, nor the log beside it.
func TestOpenKeepsOthersOut(t *testing.T) {
	t.Parallel()
	o := options(t)
	for range 2 {
		s := open(t, o)
		mustPut(t, s, "a", 1)
		for _, file := range []string{o.Path, o.Path + "-wal", o.Path + "-shm"} {
			info, err := os.Stat(file)
			if err != nil {
				t.Fatal(err)
			}
			if got := info.Mode().Perm(); got != 0o600 {
				t.Errorf("%s has the mode %o, want 600", file, got)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(o.Path, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
