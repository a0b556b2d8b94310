package project

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestSweep(t *testing.T) {
	t.Parallel()
	const temp = ".caplo-ABCDEFGHIJKLMNOPQRSTUVWXYZ.tmp"
	root := tree(t, map[string]string{
		"agents/" + temp: "old", "knowledge/k/d/.caplo-1234567.tmp": "old", "tools/" + temp: "new",
		"agents/.caplo-mine.tmp": "other", "agents/a.yaml": "a", "docs/" + temp: "elsewhere",
	})
	now := time.Now()
	old := now.Add(-time.Hour)
	for _, name := range []string{"agents/" + temp, "knowledge/k/d/.caplo-1234567.tmp", "agents/.caplo-mine.tmp", "agents/a.yaml", "docs/" + temp} {
		if err := os.Chtimes(filepath.Join(root, name), old, old); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.RemoveAll(filepath.Join(root, "knowledge/x")), os.Symlink("../docs", filepath.Join(root, "knowledge/x"))); err != nil {
		t.Skip(err)
	}
	Sweep(root, now)
	if err := os.Remove(filepath.Join(root, "knowledge/x")); err != nil {
		t.Fatal(err)
	}
	want := "agents/.caplo-mine.tmp=other\nagents/a.yaml=a\ndocs/" + temp + "=elsewhere\ntools/" + temp + "=new"
	if got := holding(t, root); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
