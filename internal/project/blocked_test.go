package project

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestBlocked(t *testing.T) {
	t.Parallel()
	root := tree(t, map[string]string{
		"knowledge/k/file": "", "knowledge/k/a.md": "a", "knowledge/k/d.md/e.md": "e", "knowledge/k/there.md": "x", "knowledge/k/one.md": "1",
	})
	if err := os.Symlink("one.md", filepath.Join(root, "knowledge/k/two.md")); err != nil {
		t.Skip(err)
	}
	b := func(s string) []byte { return []byte(s) }
	for name, c := range map[string]struct {
		changes []FileChange
		wrong   int
	}{
		"a file is the folder":    {[]FileChange{{"knowledge/k/file/b.md", nil, b("x")}, {"knowledge/k/file/c/d.md", nil, b("x")}}, 2},
		"a file is there":         {[]FileChange{{"knowledge/k/there.md", nil, b("x")}}, 1},
		"a folder is there":       {[]FileChange{{"knowledge/k/d.md", nil, b("x")}}, 1},
		"the file goes":           {[]FileChange{{"knowledge/k/a.md", b("a"), nil}, {"knowledge/k/a.md/b.md", nil, b("x")}}, 0},
		"the folder goes":         {[]FileChange{{"knowledge/k/d.md/e.md", b("e"), nil}, {"knowledge/k/d.md", nil, b("x")}}, 0},
		"two links, two texts":    {[]FileChange{{"knowledge/k/one.md", b("1"), b("x")}, {"knowledge/k/two.md", b("1"), b("y")}}, 1},
		"two links, one text":     {[]FileChange{{"knowledge/k/one.md", b("1"), b("x")}, {"knowledge/k/two.md", b("1"), b("x")}}, 0},
		"new folders, a new file": {[]FileChange{{"knowledge/new/e/f.md", nil, b("x")}}, 0},
	} {
		errs := Blocked(root, c.changes)
		if len(errs) != c.wrong || c.wrong > 0 && !errors.Is(errs[0], ErrBlocked) {
			t.Errorf("%s: %v", name, errs)
		}
	}
	links := []FileChange{{"knowledge/k/one.md", b("1"), b("x")}, {"knowledge/k/two.md", b("1"), b("x")}}
	if n, err := Put(root, links); n != 2 || err != nil {
		t.Errorf("two links to one file: %d, %v", n, err)
	}
}
