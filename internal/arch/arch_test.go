// Package arch holds the test that keeps the packages in their places; it has no
// code of its own.
package arch

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/caplo/caplo/"

// mayImport says which of our packages a package may import. It is the table of
// docs/architecture.md; sub-packages follow their parent's row and may import
// their parent.
var mayImport = map[string][]string{
	"schema":                 {},
	"docs":                   {},
	"internal/diag":          {},
	"internal/text":          {},
	"internal/agent":         {},
	"internal/trace":         {},
	"internal/rules":         {"schema", "agent", "text"},
	"internal/project":       {"diag", "agent", "rules"},
	"internal/llm":           {"text"},
	"internal/llm/rehearsal": {"llm", "agent", "text"}, // agent: the names of caplo's own tools
	"internal/route":         {"text"},
	"internal/knowledge":     {"text"},
	"internal/tool":          {"agent", "trace", "rules"},
	"internal/turn":          {"agent", "trace", "llm", "tool", "route", "knowledge"},
	"internal/grade":         {"agent", "trace", "llm", "text"},
	"internal/workspace":     {"agent", "trace", "rules"},
	"internal/eval":          {"agent", "trace", "turn", "grade", "llm", "route", "tool"},
	"internal/store":         {"agent", "trace", "workspace"},
	"internal/api":           {"agent", "trace"},
	"internal/server":        {"agent", "trace", "api", "workspace"},
	"internal/remote":        {"agent", "trace", "api"},
	"internal/report":        {"diag", "agent", "trace", "api"},
	"internal/cli":           {"*"},
	"internal/arch":          {},
	"internal/bench":         {"schema", "cli"},
	"cmd/caplo":              {"cli"},
}

// onlyImporters names the packages that alone may import a library.
var onlyImporters = map[string][]string{
	"github.com/urfave/cli/v2":                 {"internal/cli"},
	"github.com/goccy/go-yaml":                 {"internal/project"},
	"github.com/santhosh-tekuri/jsonschema/v5": {"internal/rules"},
	"github.com/go-resty/resty/v2":             {"internal/remote", "internal/llm"},
	"modernc.org/sqlite":                       {"internal/store"},
	"github.com/danielgtaylor/huma/v2":         {"internal/server"},
	"github.com/zalando/go-keyring":            {"internal/cli"},
	"golang.org/x/term":                        {"internal/cli"},
	"github.com/prometheus/client_golang":      {"internal/server"},
}

type pkg struct {
	ImportPath string
	Imports    []string
	Deps       []string
}

func list(t *testing.T) []pkg {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,Deps", module+"...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []pkg
	dec := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// row finds the row of the table that a package belongs to.
func row(path string) string {
	short := strings.TrimPrefix(path, module)
	for name := short; name != ""; {
		if _, ok := mayImport[name]; ok {
			return name
		}
		cut := strings.LastIndex(name, "/")
		if cut < 0 {
			return ""
		}
		name = name[:cut]
	}
	return ""
}

func TestImports(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, p := range list(t) {
		if strings.HasPrefix(p.ImportPath, module+"examples") {
			continue
		}
		from := row(p.ImportPath)
		if from == "" {
			t.Errorf("%s has no row in the table", p.ImportPath)
			continue
		}
		seen[from] = true
		for _, imp := range p.Imports {
			if to := row(imp); strings.HasPrefix(imp, module) && to != from && !allowed(from, to) {
				t.Errorf("%s imports %s, which its row does not allow", p.ImportPath, imp)
			}
		}
	}
	for name := range mayImport {
		if !seen[name] && name != "internal/arch" {
			t.Errorf("the table names %s, which does not exist", name)
		}
	}
}

func allowed(from, to string) bool {
	for _, a := range mayImport[from] {
		if a == "*" || a == to || "internal/"+a == to {
			return true
		}
	}
	return false
}

func TestOnlyImporters(t *testing.T) {
	t.Parallel()
	used := map[string]bool{}
	for _, p := range list(t) {
		for _, imp := range p.Imports {
			for lib, importers := range onlyImporters {
				if imp != lib && !strings.HasPrefix(imp, lib+"/") {
					continue
				}
				used[lib] = true
				if !slices.Contains(importers, row(p.ImportPath)) {
					t.Errorf("%s imports %s; only %s may", p.ImportPath, imp, strings.Join(importers, ", "))
				}
			}
		}
	}
	for lib := range onlyImporters {
		if !used[lib] {
			t.Errorf("nothing imports %s any more: remove its row", lib)
		}
	}
}

// TestProjectStaysOffline: what validate runs on must not be able to send
// anything.
func TestProjectStaysOffline(t *testing.T) {
	t.Parallel()
	for _, p := range list(t) {
		if row(p.ImportPath) == "internal/project" && slices.Contains(p.Deps, "net/http") {
			t.Errorf("%s reaches net/http", p.ImportPath)
		}
	}
}
