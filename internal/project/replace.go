package project

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Reasons why a file is not replaced. They are sentences about a file that is
// named in front.
var (
	ErrReadOnly = errors.New("is read-only")
	ErrChanged  = errors.New("was changed by somebody else in the meantime")
)

// Replace writes a file's new text in place of the text that it was read with.
// The file holds one or the other at any time: the new text is written beside it
// and takes its name once it is on the disk. Its permissions stay, and a link
// stays a link. It fails with ErrChanged where the file holds something else by
// now, and with ErrReadOnly where its owner may not write it.
func Replace(name string, before, after []byte) error {
	target, err := filepath.EvalSymlinks(name)
	if err != nil {
		return fmt.Errorf("cannot be found: %w", plain(err))
	}
	mode, err := writable(target)
	if err != nil {
		return err
	}
	if holds(target, after) {
		return nil // by another name, perhaps: two links can lead to one file
	}
	temp, err := writeBeside(target, after, mode)
	if err != nil {
		return fmt.Errorf("cannot be replaced: %w", plain(err))
	}
	if !holds(target, before) {
		return errors.Join(ErrChanged, os.Remove(temp))
	}
	if err := os.Rename(temp, target); err != nil {
		return errors.Join(fmt.Errorf("cannot be replaced: %w", plain(err)), os.Remove(temp))
	}
	syncFolder(filepath.Dir(target))
	return nil
}

// writable is the mode of a file that may be written. A rename would not ask.
func writable(target string) (fs.FileMode, error) {
	info, err := os.Stat(target)
	if err != nil {
		return 0, fmt.Errorf("cannot be read: %w", plain(err))
	}
	if info.Mode().Perm()&0o200 == 0 {
		return 0, ErrReadOnly
	}
	f, err := os.OpenFile(target, os.O_WRONLY, 0)
	if errors.Is(err, fs.ErrPermission) {
		return 0, ErrReadOnly
	}
	if err != nil {
		return 0, fmt.Errorf("cannot be written: %w", plain(err))
	}
	return info.Mode().Perm(), f.Close()
}

// writeBeside writes a text to a new file in the target's folder, down to the
// disk. Nothing is left of it where it fails.
func writeBeside(target string, text []byte, mode fs.FileMode) (name string, err error) {
	f, err := os.CreateTemp(filepath.Dir(target), ".caplo-*.tmp")
	if err != nil {
		return "", err
	}
	defer func() {
		err = errors.Join(err, f.Close())
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}()
	if _, err := f.Write(text); err != nil {
		return "", err
	}
	if err := f.Chmod(mode); err != nil {
		return "", err
	}
	return f.Name(), f.Sync()
}

// holds reports whether a file holds a text and nothing else.
func holds(target string, text []byte) bool {
	f, err := os.Open(target)
	if err != nil {
		return false
	}
	defer f.Close()
	now, err := io.ReadAll(io.LimitReader(f, int64(len(text))+1))
	return err == nil && bytes.Equal(now, text)
}

// syncFolder makes a rename last. Not every system can; the rename stands
// regardless.
func syncFolder(dir string) {
	if f, err := os.Open(dir); err == nil {
		_ = f.Sync()
		_ = f.Close()
	}
}

// plain is an error without the path, which whoever reports it names.
func plain(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	var le *os.LinkError
	if errors.As(err, &le) {
		return le.Err
	}
	return err
}
