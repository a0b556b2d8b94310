package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// shops are two checkouts of a project with one knowledge base of two documents,
// of which theirs has pushed newer ones.
func shops(t *testing.T) (ours, theirs checkout) {
	t.Helper()
	ours = checkout{t, t.TempDir(), t.TempDir()}
	ours.put("caplo.yaml", "project: shop\n")
	ours.put("agents/desk.yaml", "name: Desk\ninstructions: Answer.\nknowledgeBases: [shop]\n")
	ours.put("knowledge/shop/a.md", "a old\n")
	ours.put("knowledge/shop/b.md", "b old\n")
	theirs = checkout{t, filepath.Join(t.TempDir(), "theirs"), ours.ws}
	if err := os.CopyFS(theirs.dir, os.DirFS(ours.dir)); err != nil {
		t.Fatal(err)
	}
	ours.caplo(StatusOK, "push")
	theirs.put("knowledge/shop/a.md", "a new\n")
	theirs.put("knowledge/shop/b.md", "b new\n")
	theirs.caplo(StatusOK, "push")
	return ours, theirs
}

func (c checkout) put(name, text string) {
	c.t.Helper()
	full := filepath.Join(c.dir, name)
	if err := cmpOr(os.MkdirAll(filepath.Dir(full), 0o755), os.WriteFile(full, []byte(text), 0o644)); err != nil {
		c.t.Fatal(err)
	}
}

func (c checkout) mode(name string, mode os.FileMode) {
	c.t.Helper()
	if err := os.Chmod(filepath.Join(c.dir, name), mode); err != nil {
		c.t.Fatal(err)
	}
}

// documents holds that the two say so.
func (c checkout) documents(a, b string) {
	c.t.Helper()
	for name, want := range map[string]string{"a.md": a, "b.md": b} {
		if got, err := os.ReadFile(filepath.Join(c.dir, "knowledge/shop", name)); err != nil || string(got) != want {
			c.t.Fatalf("%s: %q, want %q (%v)", name, got, want, err)
		}
	}
}

func TestPullGoesOn(t *testing.T) {
	t.Parallel()
	ours, theirs := shops(t)
	ours.mode("knowledge/shop/b.md", 0o444)
	for range 2 { // the second finds only the other document to write
		ours.caplo(StatusFailed, "pull")
		ours.documents("a new\n", "b old\n")
		ours.caplo(StatusFailed, "push")
		ours.caplo(StatusFailed, "eval")
	}
	theirs.settled()
	theirs.put("knowledge/shop/b.md", "b newest\n")
	theirs.caplo(StatusOK, "push")
	ours.mode("knowledge/shop/b.md", 0o644)
	ours.caplo(StatusOK, "pull")
	ours.documents("a new\n", "b newest\n")
	ours.settled()
	if _, err := os.Lstat(pullNotePath(ours.dir)); err == nil {
		t.Error("the note of the pull is left")
	}
}

// TestPullChangedSince: what was changed after a pull stopped is neither lost nor
// taken for what the pull wrote.
func TestPullChangedSince(t *testing.T) {
	t.Parallel()
	ours, _ := shops(t)
	ours.mode("knowledge/shop/b.md", 0o444)
	ours.caplo(StatusFailed, "pull")
	ours.mode("knowledge/shop/b.md", 0o644)
	note, err := os.ReadFile(pullNotePath(ours.dir))
	if err != nil || !strings.Contains(string(note), `"a.md"`) {
		t.Fatal(string(note), err)
	}
	ours.put("knowledge/shop/b.md", "b mine\n")
	ours.caplo(StatusFailed, "pull")
	ours.documents("a new\n", "b mine\n")
	ours.put("knowledge/shop/b.md", "b old\n")
	ours.put("knowledge/shop/a.md", "a old\n")
	ours.caplo(StatusOK, "push", "--dry-run") // all as it was: git brought it back, say
	ours.put("knowledge/shop/a.md", "a new\n")
	ours.caplo(StatusOK, "pull")
	ours.documents("a new\n", "b new\n")
	ours.settled()
}

func TestPullNoteUnreadable(t *testing.T) {
	t.Parallel()
	ours, _ := shops(t)
	ours.put(".caplo/pull.json", "{")
	ours.caplo(StatusFailed, "pull")
	ours.caplo(StatusFailed, "push")
	ours.documents("a old\n", "b old\n")
}

// TestPullBlocked: what is in the way of one file is found before any is written.
func TestPullBlocked(t *testing.T) {
	t.Parallel()
	ours, theirs := shops(t)
	theirs.put("knowledge/shop/new/c.md", "c\n")
	theirs.caplo(StatusOK, "push")
	ours.put("knowledge/shop/new", "in the way")
	ours.caplo(StatusFailed, "pull", "--dry-run")
	ours.caplo(StatusFailed, "pull")
	ours.documents("a old\n", "b old\n")
}
