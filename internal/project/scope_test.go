package project_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/project"
)

const desk = `
-- caplo.yaml --
-- README.md --
-- src/main.go --
-- agents/support.yaml --
name: Support
instructions: x
tools: [desk/look_up]
subAgents: [orders, billing]
-- agents/orders.yaml --
name: Orders
instructions: x
knowledgeBases: [faq]
-- agents/billing.yml --
name: Billing
-- agents/other.yaml --
name: Other
instructions: x
-- tools/desk.yaml --
tools:
  - name: look_up
-- tools/spare.yaml --
tools:
  - name: look_up
-- knowledge/faq/a.md --
-- knowledge/faq/more/b.txt --
-- knowledge/faq/c.png --
`

func TestScope(t *testing.T) {
	t.Parallel()
	p, _ := load(t, desk)
	files := []string{
		"caplo.yaml", "agents/support.yaml", "agents/orders.yaml", "agents/billing.yml", "agents/other.yaml",
		"tools/desk.yaml", "tools/spare.yaml", "knowledge/faq", "knowledge/faq/a.md", "knowledge/faq/more/b.txt",
	}
	for _, c := range []struct{ from, words, want string }{
		{"", "", strings.Join(files, " ")},
		{"", ".", strings.Join(files, " ")},
		{"agents", "..", strings.Join(files, " ")},
		{"", "agent/support", "agents/support.yaml agents/orders.yaml agents/billing.yml tools/desk.yaml knowledge/faq knowledge/faq/a.md knowledge/faq/more/b.txt"},
		{"", "agent/other agents/orders.yaml", "agents/orders.yaml agents/other.yaml"},
		{"", "agent/*", "agents/support.yaml agents/orders.yaml agents/billing.yml agents/other.yaml tools/desk.yaml knowledge/faq knowledge/faq/a.md knowledge/faq/more/b.txt"},
		{"", "agents", "agents/support.yaml agents/orders.yaml agents/billing.yml agents/other.yaml"},
		{"", "agents/", "agents/support.yaml agents/orders.yaml agents/billing.yml agents/other.yaml"},
		{"tools", "desk.yaml", "tools/desk.yaml"},
		{"src", "../tools/spare.yaml ../caplo.yaml", "caplo.yaml tools/spare.yaml"},
		{"", "knowledge/faq", "knowledge/faq knowledge/faq/a.md knowledge/faq/more/b.txt"},
		{"", "knowledge/faq/more", "knowledge/faq/more/b.txt"},
		{"", "knowledge/faq/a.md", "knowledge/faq/a.md"},
		{"", "agents/billing.yml", "agents/billing.yml"},
		{"", "ROOT/tools/desk.yaml", "tools/desk.yaml"},
		{"", "README.md", "README.md is no file of the project"},
		{"", "knowledge/faq/c.png", "knowledge/faq/c.png is no file of the project"},
		{"", "src", "there is no file of the project in src"},
		{"", "agents/nobody.yaml", "agents/nobody.yaml does not exist"},
		{"", "orders", "orders does not exist; did you mean agent/orders?"},
		{"", "agent/order", "agent/order selects nothing; did you mean agent/orders? there is agent/orders, agent/other, agent/support"},
		{"", "..", ".. lies outside of the project in ROOT"},
	} {
		words := strings.Fields(strings.ReplaceAll(c.words, "ROOT", p.Root))
		scope, err := p.Scope(filepath.Join(p.Root, c.from), words)
		var got string
		if err != nil {
			got = strings.ReplaceAll(err.Error(), p.Root, "ROOT")
		} else {
			var held []string
			for _, f := range files {
				if scope.Holds(f) {
					held = append(held, f)
				}
			}
			got = strings.Join(held, " ")
		}
		if got != c.want {
			t.Errorf("%s from %q:\ngot  %s\nwant %s", c.words, c.from, got, c.want)
		}
	}
	scope, err := p.Scope(p.Root, []string{"agents/orders.yaml", "agent/support"})
	if got := fmt.Sprint(scope.Agents, err); got != "[orders support] <nil>" {
		t.Errorf("agents: %s", got)
	}
}

// TestScopeLinks holds that a project that is reached by a link is the same.
func TestScopeLinks(t *testing.T) {
	t.Parallel()
	p, _ := load(t, desk)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(p.Root, link); err != nil {
		t.Fatal(err)
	}
	scope, err := p.Scope(link, []string{"agents/other.yaml"})
	if err != nil || !scope.Holds("agents/other.yaml") || scope.Holds("agents/orders.yaml") {
		t.Errorf("%+v %v", scope, err)
	}
	linked, _ := project.Load(link)
	if scope, err := linked.Scope(p.Root, []string{"tools"}); err != nil || !scope.Holds("tools/desk.yaml") {
		t.Errorf("%+v %v", scope, err)
	}
}
