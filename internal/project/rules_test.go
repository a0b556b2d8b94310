package project_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/project"
	"github.com/caplo/caplo/internal/report"
	"github.com/caplo/caplo/internal/rules"
	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = os.Getenv("UPDATE_GOLDEN") != ""

// unwritten are rules that no file can break: the workspace meets them.
var unwritten = map[string]bool{rules.NotJSON: true}

// TestRules breaks every rule once, in files, and compares what people see.
func TestRules(t *testing.T) {
	t.Parallel()
	for _, r := range rules.Table() {
		if unwritten[r.ID] {
			continue
		}
		t.Run(r.ID, func(t *testing.T) {
			t.Parallel()
			name := filepath.Join("testdata", "rules", strings.ReplaceAll(r.ID, "/", "_")+".txtar")
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatalf("the rule %s has no golden file: %v", r.ID, err)
			}
			root := t.TempDir()
			want := writeFiles(t, root, archive)
			p, _ := project.Load(root)
			ds := p.Check()
			var got bytes.Buffer
			report.Diagnostics(&got, ds, p.Source)
			if !strings.Contains(got.String(), string(r.Severity)+": ") || !strings.Contains(got.String(), "["+r.ID+"]") {
				t.Errorf("the rule is not broken:\n%s", got.String())
			}
			for _, d := range ds {
				if rule, ok := rules.Lookup(d.Rule); !ok || string(rule.Severity) != string(d.Severity) {
					t.Errorf("%s is not in the table as %s", d.Rule, d.Severity)
				}
			}
			if update {
				archive.Files[len(archive.Files)-1].Data = got.Bytes()
				if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(want, got.String()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// writeFiles writes an archive's files below root and returns what stands
// under want. "a -> b" is a link.
func writeFiles(t *testing.T, root string, archive *txtar.Archive) (want string) {
	t.Helper()
	for _, f := range archive.Files {
		if f.Name == "want" {
			want = string(f.Data)
			continue
		}
		name, target, link := strings.Cut(f.Name, " -> ")
		full := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		if link {
			err = os.Symlink(target, full)
		} else {
			err = os.WriteFile(full, f.Data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return want
}
