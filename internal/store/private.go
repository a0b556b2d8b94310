package store

import "os"

// private is the mode of whatever holds a workspace: drafts, cases and digests of
// keys are nobody else's to read.
const private = 0o600

// claim makes the file of a database that is not there yet, before SQLite would
// with whatever mode the user's mask leaves. The files that SQLite puts beside it
// take its mode. Where it cannot be made, SQLite's own try says why.
func claim(path string) {
	// Closing a file drops this process's locks on it: a new one has none.
	if f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, private); err == nil {
		_ = f.Close()
	}
}

// keepPrivate takes a database that others may read from them. One that belongs to
// somebody else stays as its owner wants it.
func keepPrivate(path string) {
	for _, file := range []string{path, path + "-wal", path + "-shm"} {
		if info, err := os.Stat(file); err == nil && info.Mode().Perm()&0o077 != 0 {
			_ = os.Chmod(file, private)
		}
	}
}
