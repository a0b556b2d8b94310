package docs_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/caplo/caplo/docs"
	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/project"
	"github.com/caplo/caplo/internal/rules"
)

// small is the project that the page says its examples stand in.
var small = map[string]string{
	"caplo.yaml":                          "",
	"agents/support.yaml":                 head,
	"agents/orders.yaml":                  "name: Orders\ninstructions: Answer questions about orders.\n",
	"agents/returns.yaml":                 "name: Returns\ninstructions: Answer questions about returns.\n",
	"tools/order-desk.yaml":               "tools:\n  - name: lookup_order\n    effect: read\n  - name: cancel_order\n",
	"knowledge/returns-policy/returns.md": "# Returns\n",
}

const (
	head    = "name: Support Desk\ninstructions: Answer customers of the shop.\n"
	billing = "name: Billing\ninstructions: Answer questions about invoices.\n"
)

// TestExamples puts every example into the small project. The bad one breaks its
// rule; the good one breaks it nowhere, and makes no other error.
func TestExamples(t *testing.T) {
	t.Parallel()
	for _, section := range docs.Rules() {
		t.Run(section.ID, func(t *testing.T) {
			t.Parallel()
			found := block.FindAllStringSubmatch(section.Markdown, -1)
			if len(found) != 2 || found[0][1] != "Bad" || found[1][1] != "Good" {
				t.Fatalf("want one bad and one good example, found %q", found)
			}
			bad, good := judge(t, found[0][2], found[0][3]), judge(t, found[1][2], found[1][3])
			if !breaks(bad, section.ID) {
				t.Errorf("the bad example does not break the rule: %+v", bad)
			}
			if breaks(good, section.ID) {
				t.Errorf("the good example breaks the rule: %+v", good)
			}
			if errors, _ := diag.Count(good); errors > 0 {
				t.Errorf("the good example has errors: %+v", good)
			}
		})
	}
}

var block = regexp.MustCompile("(?ms)^(Bad|Good):\n\n```(\\w+)\n(.*?)^```$")

func breaks(ds []diag.Diagnostic, rule string) bool {
	for _, d := range ds {
		if d.Rule == rule {
			return true
		}
	}
	return false
}

// judge is what caplo says of an example: YAML of one or several files, a list
// of files, or a resource as it is sent.
func judge(t *testing.T, language, text string) []diag.Diagnostic {
	t.Helper()
	switch language {
	case "yaml":
		return check(t, files(text), nil)
	case "text":
		return check(t, nil, strings.Split(strings.TrimSpace(text), "\n"))
	case "json":
		id := agent.ID{Kind: agent.KindAgent, Key: "support"}
		var out []diag.Diagnostic
		in := rules.Input{Resource: agent.Resource{ID: id, Body: []byte(text)}}
		for _, p := range rules.Together([]*rules.Judged{rules.Judge(in)}, rules.Options{}) {
			out = append(out, diag.Diagnostic{Rule: p.Rule, Severity: diag.Severity(p.Severity), Message: p.Message})
		}
		return out
	}
	t.Fatalf("an example in %s", language)
	return nil
}

// check checks the small project with some files in place of its own, and with
// others that are only named: PATH, or PATH -> TARGET for a link.
func check(t *testing.T, changed map[string]string, named []string) []diag.Diagnostic {
	t.Helper()
	outside := t.TempDir()
	root := filepath.Join(outside, "desk")
	all := maps.Clone(small)
	maps.Copy(all, changed)
	for _, name := range named {
		if name, target, link := strings.Cut(name, " -> "); link {
			if err := os.Symlink(target, place(t, root, name)); err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Dir(filepath.Join(root, name)), target, billing) // what the link leads to
			continue
		}
		all[name] = billing
	}
	for name, text := range all {
		write(t, root, name, text)
	}
	p, _ := project.Load(root)
	return p.Check()
}

// write writes a file and makes the folder that it goes into.
func write(t *testing.T, root, name, text string) {
	t.Helper()
	if err := os.WriteFile(place(t, root, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// place makes the folder that a file goes into.
func place(t *testing.T, root, name string) string {
	t.Helper()
	full := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		t.Fatal(err)
	}
	return full
}
