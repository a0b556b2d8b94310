package project_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/project"
	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

const shop = `
-- caplo.yaml --
project: shop-desk
workspace: https://caplo.example.com
models: {agent: openai/gpt-5-mini, grader: anthropic/claude-haiku-4-5, fast: builtin}
providers:
  lab: {kind: openai, baseUrl: "http://127.0.0.1:11434/v1", apiKeyEnv: CAPLO_LAB_KEY}
-- agents/support.yaml --
name: Support Desk
instructions: |
  Answer customers.
tools: [order-desk/lookup_order]
knowledgeBases: [returns-policy]
subAgents:
  - orders
evals:
  - name: Reports a shipped order
    input: What's the status of order SO-1002?
    desiredOutcome: Looks the order up and says it has shipped.
    tool: order-desk/lookup_order
  - name: "Asks the specialist "
    input: Where is my order?
    desiredOutcome: Asks the orders specialist.
    subAgent: Orders
-- agents/orders.yaml --
name: Orders
instructions: Look orders up.
evals: []
-- agents/exported.yaml --
name: Exported
instructions: x
evals:
  cases:
    - id: c-1
      name: First
      input: x
      desiredOutcome: x
      answerContains: x
-- agents/.gitkeep --
x
-- agents/support.yaml~ --
x
-- tools/order-desk.yaml --
tools:
  - name: lookup_order
    effect: read
    examples:
      - input: {orderNumber: SO-1}
        output: {status: shipped, at: 1.50}
-- knowledge/returns-policy/policy.md --
Thirty days.
-- knowledge/returns-policy/more/gifts.txt --
Gifts too.
-- knowledge/returns-policy/picture.png --
x
`

func load(t *testing.T, archive string) (*project.Project, []diag.Diagnostic) {
	t.Helper()
	root := t.TempDir()
	writeFiles(t, root, txtar.Parse([]byte(archive)))
	return project.Load(root)
}

func TestLoad(t *testing.T) {
	t.Parallel()
	p, ds := load(t, shop)
	if len(ds) > 0 {
		t.Fatalf("%+v", ds)
	}
	want := project.Config{
		Project: "shop-desk", Workspace: "https://caplo.example.com",
		Models:    project.ModelNames{Agent: "openai/gpt-5-mini", Grader: "anthropic/claude-haiku-4-5", Fast: "builtin"},
		Providers: map[string]project.ProviderConfig{"lab": {Kind: "openai", BaseURL: "http://127.0.0.1:11434/v1", APIKeyEnv: "CAPLO_LAB_KEY"}},
	}
	if diff := cmp.Diff(want, p.Config); diff != "" {
		t.Errorf("config: -want +got:\n%s", diff)
	}
	if diff := cmp.Diff([]string{"exported", "orders", "support"}, p.Agents()); diff != "" {
		t.Errorf("agents: -want +got:\n%s", diff)
	}
	bodies := map[string]string{}
	for _, r := range p.Resources() {
		bodies[r.String()] = string(r.Body)
	}
	wantBodies := map[string]string{
		"agent/exported":           `{"instructions":"x","name":"Exported"}`,
		"agent/orders":             `{"instructions":"Look orders up.","name":"Orders"}`,
		"agent/support":            `{"instructions":"Answer customers.\n","knowledgeBases":["returns-policy"],"name":"Support Desk","subAgents":["orders"],"tools":["order-desk/lookup_order"]}`,
		"knowledge/returns-policy": `{"documents":[{"path":"more/gifts.txt","text":"Gifts too.\n"},{"path":"policy.md","text":"Thirty days.\n"}]}`,
		"tools/order-desk":         `{"tools":[{"effect":"read","examples":[{"input":{"orderNumber":"SO-1"},"output":{"at":1.5,"status":"shipped"}}],"name":"lookup_order"}]}`,
	}
	if diff := cmp.Diff(wantBodies, bodies); diff != "" {
		t.Errorf("resources: -want +got:\n%s", diff)
	}
	if set := p.Set(); set.Agents["support"].Name != "Support Desk" || set.Tool("order-desk/lookup_order") == nil || len(set.Knowledge["returns-policy"].Documents) != 2 {
		t.Errorf("set: %+v", set)
	}
}

func TestSuite(t *testing.T) {
	t.Parallel()
	p, _ := load(t, shop)
	cases, listed := p.Suite("support")
	if !listed || len(cases) != 2 || cases[1].SubAgent != "Orders" {
		t.Errorf("a list: %+v %v", cases, listed)
	}
	if cases, listed := p.Suite("orders"); !listed || len(cases) != 0 {
		t.Errorf("an empty list: %+v %v", cases, listed)
	}
	if cases, listed := p.Suite("exported"); !listed || len(cases) != 1 || cases[0].Name != "First" {
		t.Errorf("the console's form: %+v %v", cases, listed)
	}
	if _, listed := p.Suite("nobody"); listed {
		t.Error("an agent that is not there lists cases")
	}
	for _, c := range []struct{ key, name, want string }{
		{"support", "Reports a shipped order", "agents/support.yaml:9:11 true"},
		{"support", "Asks the specialist", "agents/support.yaml:13:11 true"},
		{"exported", "First", "agents/exported.yaml:6:13 true"},
		{"support", "No such case", ":0:0 false"},
		{"nobody", "x", ":0:0 false"},
	} {
		file, pos, ok := p.CasePos(c.key, c.name)
		if got := fmt.Sprintf("%s:%d:%d %v", file, pos.Line, pos.Column, ok); got != c.want {
			t.Errorf("CasePos(%s, %s) = %s, want %s", c.key, c.name, got, c.want)
		}
	}
}

func TestPlace(t *testing.T) {
	t.Parallel()
	p, _ := load(t, shop)
	for _, c := range []struct {
		ref  agent.Ref
		want string
	}{
		{agent.Ref{ID: agent.ID{Kind: "agent", Key: "support"}, Pointer: "/evals/0/tool"}, "agents/support.yaml:12:11"},
		{agent.Ref{ID: agent.ID{Kind: "agent", Key: "support"}, Pointer: "/evals/0/tool", OnKey: true}, "agents/support.yaml:12:5"},
		{agent.Ref{ID: agent.ID{Kind: "agent", Key: "support"}, Pointer: "/evals/0/nothing/there"}, "agents/support.yaml:9:5"},
		{agent.Ref{ID: agent.ID{Kind: "agent", Key: "exported"}, Pointer: "/evals/0/name"}, "agents/exported.yaml:6:13"},
		{agent.Ref{ID: agent.ID{Kind: "agent", Key: "elsewhere"}, Pointer: "/name"}, "caplo.yaml:1:1"},
		{agent.Ref{ID: agent.ID{Kind: "knowledge", Key: "returns-policy"}, Pointer: "/documents/0"}, "knowledge/returns-policy/more/gifts.txt:1:1"},
	} {
		ds := p.Place([]agent.Problem{{Rule: "x/y", Severity: agent.Error, Ref: c.ref}})
		if got := fmt.Sprintf("%s:%d:%d", ds[0].File, ds[0].Range.Start.Line, ds[0].Range.Start.Column); len(ds) != 1 || got != c.want {
			t.Errorf("%+v stands at %s, want %s", c.ref, got, c.want)
		}
	}
}

func TestSelect(t *testing.T) {
	t.Parallel()
	p, _ := load(t, shop)
	for _, c := range []struct {
		in   []string
		want string
	}{
		{nil, "[exported orders support]"},
		{[]string{"agent/*"}, "[exported orders support]"},
		{[]string{"agent/support", "agent/orders", "agent/support"}, "[orders support]"},
		{[]string{"agent/suport"}, "agent/suport selects nothing; did you mean agent/support? there is agent/exported, agent/orders, agent/support"},
		{[]string{"support"}, "support selects nothing; did you mean agent/support? there is agent/exported, agent/orders, agent/support"},
		{[]string{"tools/x"}, "tools/x selects nothing; there is agent/exported, agent/orders, agent/support"},
	} {
		keys, err := p.Select(c.in)
		got := fmt.Sprint(keys)
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("Select(%v) = %s, want %s", c.in, got, c.want)
		}
	}
	empty, _ := project.Load(t.TempDir())
	if _, err := empty.Select([]string{"agent/x"}); err == nil || !strings.Contains(err.Error(), "no agents") {
		t.Errorf("an empty project: %v", err)
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	below := filepath.Join(root, "src", "deep")
	if err := os.MkdirAll(below, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := project.Find(below); !errors.Is(err, project.ErrNoProject) {
		t.Errorf("without a project: %v", err)
	}
	if err := os.WriteFile(filepath.Join(root, "caplo.yaml"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := project.Find(below); err != nil || got != root {
		t.Errorf("Find = %s, %v", got, err)
	}
	if _, err := project.Find(filepath.Join(root, "nowhere")); err == nil {
		t.Error("a folder that does not exist")
	}
	if p, ds := project.Load(root); len(ds)+len(p.Check()) > 0 {
		t.Errorf("an empty caplo.yaml is a fault: %+v %+v", ds, p.Check())
	}
}

// TestOddFiles meets what stands in folders besides files.
func TestOddFiles(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	outside := t.TempDir()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.MkdirAll(filepath.Join(root, "agents", "folder.yaml"), 0o755))
	must(os.WriteFile(filepath.Join(outside, "a.yaml"), []byte("name: x\n"), 0o644))
	must(os.Symlink(filepath.Join(outside, "a.yaml"), filepath.Join(root, "agents", "out.yaml")))
	must(os.Symlink("loop.yaml", filepath.Join(root, "agents", "loop.yaml")))
	must(os.Symlink("gone", filepath.Join(root, "agents", "gone.yaml")))
	must(os.WriteFile(filepath.Join(root, "agents", "inside.yaml"), []byte("name: x\ninstructions: x\n"), 0o644))
	must(os.Symlink("inside.yaml", filepath.Join(root, "agents", "also.yaml")))
	must(os.Symlink(outside, filepath.Join(root, "tools")))
	must(os.MkdirAll(filepath.Join(root, "knowledge", "faq"), 0o755))
	must(os.Symlink(filepath.Join(outside, "a.yaml"), filepath.Join(root, "knowledge", "faq", "a.md")))
	must(os.WriteFile(filepath.Join(root, "knowledge", "faq", "latin.md"), []byte("caf\xe9"), 0o644))
	must(os.MkdirAll(filepath.Join(root, "shared", "more"), 0o755))
	must(os.WriteFile(filepath.Join(root, "shared", "b.md"), []byte("x"), 0o644))
	must(os.Symlink(filepath.Join("..", "shared"), filepath.Join(root, "knowledge", "linked")))
	must(os.Symlink(filepath.Join("..", "shared"), filepath.Join(root, "shared", "round")))
	must(os.WriteFile(filepath.Join(root, "agents", ".hidden.yaml"), []byte("x"), 0o644))
	must(os.WriteFile(filepath.Join(root, "agents", "huge.yaml"), make([]byte, 5<<20), 0o644))
	p, _ := project.Load(root)
	got := map[string]string{}
	for _, d := range p.Check() {
		got[d.File] += d.Rule
	}
	want := map[string]string{
		"agents/folder.yaml": "file/read", "agents/out.yaml": "file/link", "agents/loop.yaml": "file/read", "agents/gone.yaml": "file/read",
		"agents/inside.yaml": "agent/unique-name", "tools": "file/link", "knowledge/faq/a.md": "file/link", "knowledge/faq/latin.md": "yaml/encoding",
		"agents/huge.yaml": "yaml/limit", "agents/.hidden.yaml": "file/name", "knowledge/linked/round": "file/link",
	}
	if docs := p.Set().Knowledge["linked"].Documents; len(docs) != 1 || docs[0].Path != "b.md" {
		t.Errorf("a linked knowledge base: %+v", docs)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if os.Getuid() != 0 {
		must(os.WriteFile(filepath.Join(root, "agents", "closed.yaml"), []byte("x"), 0o000))
		p, ds := project.Load(root)
		if !strings.Contains(fmt.Sprint(ds), "closed.yaml") {
			t.Errorf("an unreadable file: %+v in %v", ds, p.Agents())
		}
	}
}

func TestNoFolder(t *testing.T) {
	t.Parallel()
	p, ds := project.Load(filepath.Join(t.TempDir(), "nowhere"))
	if len(ds) > 0 || len(p.Agents()) > 0 {
		t.Errorf("%+v %v", ds, p.Agents())
	}
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "agents"), []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, ds := project.Load(root); len(ds) != 1 || ds[0].Rule != "file/read" {
		t.Errorf("a file called agents: %+v", ds)
	}
}

// TestMisnamed holds that a file with a wrong name is one mistake: who refers
// to it is not told that it is missing.
func TestMisnamed(t *testing.T) {
	t.Parallel()
	p, _ := load(t, "-- agents/a.yaml --\nname: A\ninstructions: x\nsubAgents: [orders]\n-- agents/orders.yml --\nname: Orders\ninstructions: x\n")
	ds := p.Check()
	if len(ds) != 1 || ds[0].Rule != "file/name" {
		t.Errorf("%+v", ds)
	}
}

func TestLoadFile(t *testing.T) {
	t.Parallel()
	p := project.LoadFile("some/where/support.yaml", []byte("name: A\ninstructions: x\nsubAgents: [orders]\ntools: [a/b]\ncolour: red\n"))
	ds := p.Check()
	if len(ds) != 1 || ds[0].Rule != "schema/unknown-key" || ds[0].File != "some/where/support.yaml" || ds[0].Range.Start.Line != 5 {
		t.Errorf("%+v", ds)
	}
}

// TestOneDiagnosticAPlace holds that a warning about a scalar gives way to an
// error about the same one.
func TestOneDiagnosticAPlace(t *testing.T) {
	t.Parallel()
	p := project.LoadFile("a.yaml", []byte("name: A\ninstructions: x\nlimits: {toolCalls: NO, delegations: 0510}\n"))
	ds := p.Check()
	if len(ds) != 2 || ds[0].Rule != "schema/type" || !strings.Contains(ds[0].Message, `"NO"`) || ds[1].Rule != "schema/range" {
		t.Errorf("%+v", ds)
	}
}

// TestFixes applies the fixes of diagnostics that have one.
func TestFixes(t *testing.T) {
	t.Parallel()
	const text = "nmae: NO\ninstructions: x\ndescription: 3.10\nmodel: openai/x\n"
	p := project.LoadFile("a.yaml", []byte(text))
	lines := strings.Split(text, "\n")
	ds := p.Check()
	for i := len(ds) - 1; i >= 0; i-- {
		if ds[i].Fix == nil {
			t.Fatalf("no fix: %+v", ds[i])
		}
		e := ds[i].Fix.Edits[0]
		l := &lines[e.Range.Start.Line-1]
		*l = (*l)[:e.Range.Start.Column-1] + e.Text + (*l)[e.Range.End.Column-1:]
	}
	want := "name: \"NO\"\ninstructions: x\ndescription: \"3.10\"\nmodel: openai/x\n"
	if diff := cmp.Diff(want, strings.Join(lines, "\n")); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// FuzzCheck loads any bytes as an agent: nothing panics, every range lies in
// the file, and the same file says the same twice.
func FuzzCheck(f *testing.F) {
	names, _ := filepath.Glob("testdata/rules/*.txtar")
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files {
			if strings.HasPrefix(file.Name, "agents/") {
				f.Add(file.Data)
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p := project.LoadFile("agents/a.yaml", data)
		ds := p.Check()
		text := string(p.Source("agents/a.yaml"))
		lines := strings.Count(text, "\n") + strings.Count(text, "\r") + 1
		for _, d := range ds {
			for _, pos := range []diag.Pos{d.Range.Start, d.Range.End} {
				if pos.Line < 1 || pos.Column < 1 || text != "" && pos.Line > lines {
					t.Fatalf("%+v is not in the file", d)
				}
			}
		}
		if again := project.LoadFile("agents/a.yaml", data).Check(); !cmp.Equal(ds, again) {
			t.Fatalf("differs: %s", cmp.Diff(ds, again))
		}
		for _, r := range p.Resources() {
			if !json.Valid(r.Body) {
				t.Fatalf("not JSON: %s", r.Body)
			}
		}
		p.Suite("a")
		p.Set()
	})
}
