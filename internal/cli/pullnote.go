package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// pullNote is the file below localFolder that says what a pull is about to write.
// It is there while a pull writes, and after one that did not come to its end.
const pullNote = "pull.json"

// writtenBases are those of a pull, by key.
type writtenBases map[string]writtenBase

func pullNotePath(root string) string { return filepath.Join(root, localFolder, pullNote) }

// readPullNote reads what an earlier pull was about to write; nothing where it came
// to its end.
func readPullNote(root string) (writtenBases, error) {
	data, err := os.ReadFile(pullNotePath(root))
	if errors.Is(err, fs.ErrNotExist) || isFolder(filepath.Join(root, localFolder)) != nil {
		return writtenBases{}, nil
	}
	out := writtenBases{}
	if err == nil {
		err = json.Unmarshal(data, &out)
	}
	if err != nil {
		return nil, &failure{
			msg:  fmt.Sprintf("a pull was interrupted, and what it left in %s cannot be read", pullNotePath(root)),
			hint: "compare the documents with `git diff`, remove that file and pull again", err: err,
		}
	}
	return out, nil
}

// keep writes the note before any file is, down to the disk; no bases, no note.
func (w writtenBases) keep(root string) error {
	if len(w) == 0 {
		if isFolder(filepath.Join(root, localFolder)) != nil {
			return nil
		}
		if err := os.Remove(pullNotePath(root)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove the note of the pull: %w", err)
		}
		return nil
	}
	if _, err := localDir(filepath.Join(root, localFolder)); err != nil {
		return err
	}
	data, err := json.Marshal(w)
	if err != nil {
		return fmt.Errorf("note what is pulled: %w", err)
	}
	if err := writeLasting(pullNotePath(root), data); err != nil {
		return &failure{msg: fmt.Sprintf("what is pulled cannot be noted in %s: %s", pullNotePath(root), reason(err)), hint: wayOut(err), err: err}
	}
	return nil
}

// writeLasting replaces a file whole.
func writeLasting(name string, data []byte) error {
	temp := name + ".tmp"
	if err := os.Remove(temp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return errors.Join(err, os.Remove(temp))
	}
	return os.Rename(temp, name)
}
