package project

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/agent"
)

func tree(t *testing.T, files map[string]string) (root string) {
	t.Helper()
	root = t.TempDir()
	for name, text := range files {
		full := filepath.Join(root, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(full), 0o755), os.WriteFile(full, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// holding lists what stands below a folder, files with their texts.
func holding(t *testing.T, root string) string {
	t.Helper()
	var out []string
	err := filepath.Walk(root, func(name string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		rel, _ := filepath.Rel(root, name)
		out = append(out, filepath.ToSlash(rel)+"="+string(data))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

func TestDocuments(t *testing.T) {
	t.Parallel()
	root := tree(t, map[string]string{
		"caplo.yaml":             "{}\n",
		"knowledge/shop/same.md": "\ufeffone\r\ntwo\r\n",
		"knowledge/shop/line.md": "\ufeffone\r\ntwo\r\n",
		"knowledge/shop/both.md": "one\r\ntwo\nthree\r\n",
		"knowledge/shop/a/b.txt": "gone\n",
		"knowledge/shop/x.pdf":   "stays",
	})
	p, _ := Load(root)
	want := []agent.Document{{Path: "both.md", Text: "one\nzwei\nthree\n"}, {Path: "line.md", Text: "one\nthree\n"}, {Path: "new/c.md", Text: "new"}, {Path: "same.md", Text: "one\ntwo\n"}}
	changes, err := p.Documents("shop", want)
	if err != nil || len(changes) != 4 {
		t.Fatalf("%v, %+v", err, changes)
	}
	if n, err := Put(root, changes); n != 4 || err != nil {
		t.Fatal(n, err)
	}
	held := "caplo.yaml={}\n\nknowledge/shop/both.md=one\r\nzwei\nthree\r\n\nknowledge/shop/line.md=\ufeffone\r\nthree\r\n\nknowledge/shop/new/c.md=new\nknowledge/shop/same.md=\ufeffone\r\ntwo\r\n\nknowledge/shop/x.pdf=stays"
	if got := holding(t, root); got != held {
		t.Errorf("%q, want %q", got, held)
	}
	if _, err := os.Lstat(filepath.Join(root, "knowledge/shop/a")); err == nil {
		t.Error("an empty folder is left")
	}
	p, _ = Load(root)
	if changes, err = p.Documents("shop", want); err != nil || len(changes) > 0 {
		t.Errorf("a second time: %v, %+v", err, changes)
	}
}

func TestDocumentsRefused(t *testing.T) {
	t.Parallel()
	root := tree(t, map[string]string{"knowledge/shop/a.md": "a", "knowledge/bad/a.md": "\xff"})
	p, _ := Load(root)
	for key, docs := range map[string][]agent.Document{
		"../x": nil, "bad": {{Path: "a.md", Text: "a"}},
		"shop": {{Path: "../a.md", Text: "a"}},
		"new":  {{Path: "a.md", Text: "a\x00"}},
	} {
		if changes, err := p.Documents(key, docs); err == nil {
			t.Errorf("%s: %+v", key, changes)
		}
	}
	if changes, err := p.Documents("new", []agent.Document{{Path: "a.md", Text: "\ufeffa"}}); err != nil || len(changes) != 1 || documentSays(changes[0].After) != "\ufeffa" {
		t.Errorf("%v, %+v", err, changes)
	}
}

func TestPut(t *testing.T) {
	t.Parallel()
	outer := tree(t, map[string]string{"secret": "mine", "p/agents/a.yaml": "a", "p/agents/ro.yaml": "a", "p/shared/b.yaml": "b"})
	root := filepath.Join(outer, "p")
	for name, to := range map[string]string{"agents/out.yaml": "../../secret", "agents/in.yaml": "../shared/b.yaml", "tools": "..", "knowledge": "shared"} {
		if err := os.Symlink(to, filepath.Join(root, name)); err != nil {
			t.Skip(err)
		}
	}
	if err := errors.Join(os.Chmod(filepath.Join(root, "agents/ro.yaml"), 0o444), os.Chmod(filepath.Join(root, "agents/a.yaml"), 0o640)); err != nil {
		t.Fatal(err)
	}
	b := func(s string) []byte { return []byte(s) }
	for _, c := range []struct {
		FileChange
		err error
	}{
		{FileChange{"agents/a.yaml", b("a"), b("new")}, nil},
		{FileChange{"agents/a.yaml", b("a"), b("newer")}, ErrChanged},
		{FileChange{"agents/a.yaml", nil, b("newer")}, ErrChanged},
		{FileChange{"agents/a.yaml", b("a"), nil}, ErrChanged},
		{FileChange{"agents/ro.yaml", b("a"), b("new")}, ErrReadOnly},
		{FileChange{"agents/gone.yaml", b("a"), b("new")}, ErrChanged},
		{FileChange{"agents/in.yaml", b("b"), b("through a link")}, nil},
		{FileChange{"agents/out.yaml", b("mine"), b("x")}, ErrOutside},
		{FileChange{"agents/out.yaml", nil, b("x")}, ErrChanged},
		{FileChange{"tools/x.yaml", nil, b("x")}, ErrOutside},
		{FileChange{"../x", nil, b("x")}, ErrOutside},
		{FileChange{"knowledge/k/d/x.md", nil, b("x")}, nil},
		{FileChange{"knowledge/k/d/x.md", b("x"), nil}, nil},
	} {
		n, err := Put(root, []FileChange{c.FileChange})
		if (err == nil) != (n == 1) || !errors.Is(err, c.err) {
			t.Errorf("%s: %d, %v, want %v", c.Path, n, err, c.err)
		}
	}
	held := "p/agents/a.yaml=new\np/agents/in.yaml=through a link\np/agents/out.yaml=mine\np/agents/ro.yaml=a\np/shared/b.yaml=through a link\nsecret=mine"
	got := strings.Join(slices.DeleteFunc(strings.Split(holdingFiles(t, outer), "\n"), func(s string) bool { return s == "" }), "\n")
	if got != held {
		t.Errorf("%s\nwant\n%s", got, held)
	}
	if info, err := os.Stat(filepath.Join(root, "agents/a.yaml")); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if info, err := os.Lstat(filepath.Join(root, "agents/in.yaml")); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Error("a link is no link any more")
	}
}

// holdingFiles is holding without links to folders, which cannot be read as files.
func holdingFiles(t *testing.T, root string) string {
	t.Helper()
	for _, name := range []string{"p/tools", "p/knowledge"} {
		if err := os.Remove(filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	return holding(t, root)
}
