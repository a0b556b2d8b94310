package project

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"syscall"
)

// ErrOutside says that a path leads out of the project, by a link.
var ErrOutside = errors.New("leads out of the project")

// Put makes changes of files below a project's root, one after the other, and
// returns how many it made. Each file holds its old or its new text at any time,
// and a link in the project stays a link. It stops with ErrChanged at a file that
// holds something else than its change says, with ErrReadOnly at one that may
// not be written, and with ErrOutside where a link leads out of the project.
// Folders that a deletion leaves empty go, down to those of kinds and knowledge
// bases.
func Put(root string, changes []FileChange) (done int, err error) {
	in, err := os.OpenRoot(root)
	if err != nil {
		return 0, fmt.Errorf("open the project: %w", err)
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	for _, c := range changes {
		if err := put(in, c); err != nil {
			return done, fmt.Errorf("%s %w", c.Path, err)
		}
		done++
	}
	return done, nil
}

func put(in *os.Root, c FileChange) error {
	name, mode, err := target(in, c)
	if err != nil {
		return err
	}
	if c.After == nil {
		return remove(in, c, name)
	}
	if now, err := in.ReadFile(name); c.Before != nil && err == nil && bytes.Equal(now, c.After) {
		return nil // by another name, perhaps: two links can lead to one file
	}
	if err := in.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return outside(err)
	}
	temp, err := writeTemp(in, filepath.Dir(name), c, mode)
	if err != nil {
		return outside(err)
	}
	if !unchanged(in, c, name) {
		return errors.Join(ErrChanged, in.Remove(temp))
	}
	if err := in.Rename(temp, name); err != nil {
		return errors.Join(outside(err), in.Remove(temp))
	}
	if d, err := in.Open(filepath.Dir(name)); err == nil {
		_ = d.Sync() // makes the rename last, where the system can
		_ = d.Close()
	}
	return nil
}

// target is the file that a change is about, links followed, and the mode that
// its text is written with.
func target(in *os.Root, c FileChange) (string, fs.FileMode, error) {
	name := filepath.FromSlash(c.Path)
	if !filepath.IsLocal(name) {
		return "", 0, ErrOutside
	}
	if c.Before == nil {
		return name, 0o644, nil
	}
	root, err := filepath.EvalSymlinks(in.Name())
	if err != nil {
		return "", 0, plain(err)
	}
	if c.After != nil { // a deletion is one of the link
		full, err := filepath.EvalSymlinks(filepath.Join(root, name))
		if err != nil {
			return "", 0, errors.Join(ErrChanged, plain(err))
		}
		if name, err = filepath.Rel(root, full); err != nil || !filepath.IsLocal(name) {
			return "", 0, ErrOutside
		}
	}
	info, err := in.Stat(name)
	switch {
	case err != nil:
		return "", 0, outside(err)
	case info.Mode().Perm()&0o200 == 0:
		return "", 0, ErrReadOnly
	}
	return name, info.Mode().Perm(), nil
}

// outside tells a link that leads out of an os.Root, which has no error of its
// own, from what the system says.
func outside(err error) error {
	var errno syscall.Errno
	if errors.As(err, &errno) {
		return fmt.Errorf("cannot be written: %w", plain(err))
	}
	return ErrOutside
}

// unchanged reports whether a file still holds what a change replaces.
func unchanged(in *os.Root, c FileChange, name string) bool {
	now, err := in.ReadFile(name)
	if c.Before == nil {
		_, err := in.Lstat(name)
		return errors.Is(err, fs.ErrNotExist)
	}
	return err == nil && bytes.Equal(now, c.Before)
}

func remove(in *os.Root, c FileChange, name string) error {
	if !unchanged(in, c, name) {
		return ErrChanged
	}
	if err := in.Remove(name); err != nil {
		return outside(err)
	}
	for dir := path.Dir(c.Path); path.Dir(path.Dir(dir)) != "."; dir = path.Dir(dir) {
		if in.Remove(filepath.FromSlash(dir)) != nil {
			break // something else is in it
		}
	}
	return nil
}

// writeTemp writes the new text to a new file in a folder, down to the disk. Nothing is
// left of it where it fails.
func writeTemp(in *os.Root, dir string, c FileChange, mode fs.FileMode) (string, error) {
	name := filepath.Join(dir, ".caplo-"+rand.Text()+".tmp")
	f, err := in.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return "", err
	}
	if err := errors.Join(fillTemp(f, c, mode), f.Close()); err != nil {
		_ = in.Remove(name) // what went wrong before says more
		return "", err
	}
	return name, nil
}

func fillTemp(f *os.File, c FileChange, mode fs.FileMode) error {
	if _, err := f.Write(c.After); err != nil {
		return err
	}
	if c.Before != nil { // a new file's permissions are for the user's mask to say
		if err := f.Chmod(mode); err != nil {
			return err
		}
	}
	return f.Sync()
}

func sortedNames[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
