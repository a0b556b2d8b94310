package report_test

import (
	"bytes"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/project"
	"github.com/caplo/caplo/internal/report"
	"github.com/caplo/caplo/internal/rules"
)

// shapes is a project with a diagnostic of each shape.
var shapes = map[string]string{
	"caplo.yaml":          "workspace: caplo.example.com # no scheme\n",
	"agents/orders.yaml":  "name: Orders\ninstructions: Help.\ndescription: NO\n",
	"agents/support.yaml": support,
	// What each format has to escape.
	"agents/Größe 100%, a:b 名前.yaml": "name: x\ninstructions: y\n",
	"agents/returns.yaml":            "name:\t0510\r\ninstructions: Help.\r\nmodel:\r\n",
	"tools/order-desk.yaml":          "connection:\n  http: {baseUrl: https://a.example}\n  mcp: {url: https://b.example}\ntools:\n  - name: lookup_order\n",
	"knowledge/faq/faq.md":           "# FAQ\n",
}

const support = `name: Support
instructions: Help.
tools: [order-desk/lookup-order]
evals:
  - name: 👋🏽 名前 "100%"
    input: Where is my order?
    desiredOutcome: Looks it up.
    answerContain: 値,x
  - name: 👋🏽 名前 "100%"
    input: Where is my order?
    desiredOutcome: Looks it up.
`

func load(t *testing.T, files map[string]string) *project.Project {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		full := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p, _ := project.Load(root)
	return p
}

// validation is the project's, below a folder whose name has to be escaped.
func validation(t *testing.T) *report.Validation {
	t.Helper()
	p := load(t, shapes)
	ds := append(p.Check(), diag.Diagnostic{ // across lines, and of no known rule
		Rule: "x/lines", Severity: diag.Warning, File: "tools/order-desk.yaml", Message: "see [this](1) and {0}",
		Range: diag.Range{Start: diag.Pos{Line: 1, Column: 1}, End: diag.Pos{Line: 4, Column: 1}},
	})
	found := map[string]bool{}
	for _, d := range ds {
		found[d.Rule] = true
	}
	var known []report.Rule
	for _, r := range rules.Table() {
		if found[r.ID] {
			known = append(known, report.Rule{
				ID: r.ID, Severity: diag.Severity(r.Severity), Summary: r.Summary,
				Help: "Why: {0} and {mode: fast}.", Markdown: "**Why**: [it](1).",
			})
		}
	}
	below := func(file string) string { return path.Join("my desk", file) }
	for i := range ds {
		ds[i].File = below(ds[i].File)
		for j := range ds[i].Related {
			ds[i].Related[j].File = below(ds[i].Related[j].File)
		}
	}
	return report.NewValidation("1.2.3", ds, known...).
		WithFiles([]string{below("agents/orders.yaml"), below("knowledge/faq"), below("caplo.yaml")}).
		WithSource(func(file string) []byte { return p.Source(strings.TrimPrefix(file, "my desk/")) }).WithRoot("my desk")
}

func write(t *testing.T, v *report.Validation, format string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := v.Write(&b, format); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestFormats holds every format against its golden file. UPDATE_GOLDEN=1
// rewrites them.
func TestFormats(t *testing.T) {
	t.Parallel()
	v := validation(t)
	for _, format := range report.ValidationFormats {
		t.Run(format, func(t *testing.T) {
			t.Parallel()
			got := write(t, v, format)
			name := filepath.Join("testdata", "validation."+format)
			if os.Getenv("UPDATE_GOLDEN") != "" {
				if err := os.WriteFile(name, got, 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(name)
			if err != nil {
				t.Fatalf("the format %s has no golden file: %v", format, err)
			}
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestUnknownFormat(t *testing.T) {
	t.Parallel()
	if err := empty().Write(&bytes.Buffer{}, "xml"); err == nil || !strings.Contains(err.Error(), "xml") {
		t.Errorf("%v", err)
	}
}
