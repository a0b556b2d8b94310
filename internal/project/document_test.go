package project

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSecretInDocument: a secret in prose is named in its file, on its line.
func TestSecretInDocument(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	dir := filepath.Join(root, "knowledge", "faq")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	text := "# Keys\n\nUse AKIA" + "ABCDEFGHIJKLMNOP here.\n"
	for name, text := range map[string]string{"a.md": "# A\n", "b.md": text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p, _ := Load(root)
	for _, d := range p.Check() {
		if d.Rule != "secret/in-file" {
			continue
		}
		if d.File != "knowledge/faq/b.md" || d.Range.Start.Line != 3 || !strings.HasPrefix(d.Hint, "take it out") {
			t.Errorf("%+v", d)
		}
		return
	}
	t.Error("the secret was not found")
}
