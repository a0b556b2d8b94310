package project

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// ErrBlocked says that something stands where a file is to be.
var ErrBlocked = errors.New("cannot be written")

// Blocked lists what is in the way of changes below a project's root, so that it
// is known before the first is made: files where new ones or their folders are
// to be, and links to one file that are to hold different texts.
func Blocked(root string, changes []FileChange) []error {
	in, err := os.OpenRoot(root)
	if err != nil {
		return []error{fmt.Errorf("open the project: %w", err)}
	}
	defer in.Close()
	gone := map[string]bool{} // files that are deleted, and their folders, which may be
	for _, c := range changes {
		for at := c.Path; c.After == nil && at != "." && at != "/"; at = path.Dir(at) {
			gone[at] = true
		}
	}
	var out []error
	same := map[string]FileChange{}
	for _, c := range changes {
		if c.After == nil {
			continue
		}
		if at := inTheWay(in, c, gone); at != "" {
			out = append(out, fmt.Errorf("%s %w: %s is in the way", c.Path, ErrBlocked, at))
		}
		name, _, err := target(in, c)
		if err != nil {
			continue // Put says so
		}
		if other, twice := same[name]; twice && !bytes.Equal(other.After, c.After) {
			out = append(out, fmt.Errorf("%s %w: it is the same file as %s, by a link, and is to hold another text", c.Path, ErrBlocked, other.Path))
		}
		same[name] = c
	}
	return out
}

// inTheWay is the path of what stands where a new file or one of its folders is to
// be; empty where nothing does.
func inTheWay(in *os.Root, c FileChange, gone map[string]bool) string {
	if c.Before != nil {
		return ""
	}
	if _, err := in.Lstat(filepath.FromSlash(c.Path)); err == nil && !gone[c.Path] {
		return c.Path
	}
	parts := strings.Split(c.Path, "/")
	for n := 1; n < len(parts); n++ {
		dir := path.Join(parts[:n]...)
		info, err := in.Stat(filepath.FromSlash(dir))
		if err == nil && !info.IsDir() && !gone[dir] {
			return dir
		}
	}
	return ""
}
