package project_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/caplo/caplo/internal/project"
)

func TestReplace(t *testing.T) {
	t.Parallel()
	old, renewed := []byte("name: NO\n"), []byte("name: \"NO\"\n")
	for _, c := range []struct {
		name  string
		setup func(t *testing.T, file string)
		want  error
		text  string
	}{
		{"a file", func(*testing.T, string) {}, nil, string(renewed)},
		{"changed in between", func(t *testing.T, file string) { write(t, file, "name: X\n", 0o640) }, project.ErrChanged, "name: X\n"},
		{"grown in between", func(t *testing.T, file string) { write(t, file, string(old)+"#", 0o640) }, project.ErrChanged, string(old) + "#"},
		{"fixed in between", func(t *testing.T, file string) { write(t, file, string(renewed), 0o640) }, nil, string(renewed)},
		{"read-only", func(t *testing.T, file string) { chmod(t, file, 0o440) }, project.ErrReadOnly, string(old)},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			file := filepath.Join(dir, "a.yaml")
			write(t, file, string(old), 0o640)
			c.setup(t, file)
			if err := project.Replace(file, old, renewed); !errors.Is(err, c.want) {
				t.Fatalf("%v, want %v", err, c.want)
			}
			got, err := os.ReadFile(file)
			if err != nil || string(got) != c.text {
				t.Errorf("the file holds %q, %v", got, err)
			}
			if list, err := os.ReadDir(dir); err != nil || len(list) != 1 {
				t.Errorf("left behind: %v %v", list, err)
			}
		})
	}
}

// TestReplaceKeeps holds that a link stays a link and permissions stay.
func TestReplaceKeeps(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file, link := filepath.Join(dir, "real.yaml"), filepath.Join(dir, "link.yaml")
	write(t, file, "a", 0o664)
	chmod(t, file, 0o664)
	if err := os.Symlink("real.yaml", link); err != nil {
		t.Fatal(err)
	}
	if err := project.Replace(link, []byte("a"), []byte("b")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(link)
	if err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link became %v, %v", info, err)
	}
	info, err = os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o664 {
		t.Errorf("the file has %v, %v", info.Mode(), err)
	}
	if got, _ := os.ReadFile(file); string(got) != "b" {
		t.Errorf("the file holds %q", got)
	}
	if err := project.Replace(filepath.Join(dir, "gone"), nil, nil); err == nil {
		t.Error("a file that is not there was replaced")
	}
}

func write(t *testing.T, name, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

func chmod(t *testing.T, name string, mode os.FileMode) {
	t.Helper()
	if err := os.Chmod(name, mode); err != nil {
		t.Fatal(err)
	}
}
