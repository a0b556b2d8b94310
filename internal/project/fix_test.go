package project_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/project"
	"github.com/caplo/caplo/internal/rules"
	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

const head = "name: A\ninstructions: x\n"

// mended are agent files and what fixing makes of them; no text means that they
// stay as they are.
var mended = []struct{ name, before, after string }{
	{"quotes", "name: NO\ninstructions: 19.90  # why\n", "name: \"NO\"\ninstructions: \"19.90\"  # why\n"},
	{"a key", "nmae: A\ninstructions: x\n", head},
	{"two in one line", "name: A\ninstructions: x\nsubAgents: [c, {agnet: b, wen: on}]\n", head + "subAgents: [c, {agent: b, when: \"on\"}]\n"},
	{"a key that hides a mistake", head + "sub_agent: [{agent: b, wen: on}]\ndescription: NO\n", head + "subAgents: [{agent: b, when: \"on\"}]\ndescription: \"NO\"\n"},
	{"a key over what cannot be mended", head + "sub_agent: [{agent: b, colour: c}]\n", head + "subAgents: [{agent: b, colour: c}]\n"},
	{"a key and its value", "nmae: 0510\ninstructions: x\n", "name: \"0510\"\ninstructions: x\n"},
	{"line ends and a mark", "\ufeffnmae: A\r\ninstructions: x\r\n\r\n# end", "\ufeffname: A\r\ninstructions: x\r\n\r\n# end"},
	{"wide characters in front", "name: A\ninstructions: x\nrouting: {\"mode\": fast, minConfidenc: 0.5} # 👋🏽\nsubAgents: [{when: 👋🏽 値, agent: b, exampels: [y]}]\n", head + "routing: {\"mode\": fast, minConfidence: 0.5} # 👋🏽\nsubAgents: [{when: 👋🏽 値, agent: b, examples: [\"y\"]}]\n"},
	{"a rule in a comment", "name: NO # caplo:ignore yaml/ambigous -- why\ninstructions: x\n", "name: NO # caplo:ignore yaml/ambiguous -- why\ninstructions: x\n"},
	{"nothing wrong", head, ""},
	{"nothing certain", head + "colour: red\n", ""},
	{"no YAML", "nmae: [\n", ""},
	{"a number used again", head + "limits: {toolCalls: &n 5}\ndescription: *n\n", ""},
	{"a key used again", head + "subAgents:\n  - &s {agent: b, wen: c}\n  - *s\n", head + "subAgents:\n  - &s {agent: b, when: c}\n  - *s\n"},
	{"a key that is right elsewhere", head + "metadata: &m {wen: c}\nsubAgents:\n  - {<<: *m, agent: b}\n", ""},
	{"the key is there already", head + "nmae: B\n", ""},
	{
		"the console's form",
		head + "evals: # all\n  # mine\n  cases: # exported\n    # first\n    - id: c-1\n      name: A\n      input: x\n      desiredOutcome: x\n      answerContains: x\n    - name: B\n      input: x\n      id: 'c-2' # second\n      desiredOutcome: x\n      answerContains: x\n      id2: x\n",
		head + "evals: # all\n  # mine\n  # exported\n    # first\n    - name: A\n      input: x\n      desiredOutcome: x\n      answerContains: x\n    - name: B\n      input: x\n      # second\n      desiredOutcome: x\n      answerContains: x\n      id2: x\n",
	},
	{
		"the console's form, comments behind ids",
		head + "evals:\n  cases:\n  - id: c-1 # old\n    name: A\n    input: x\n    desiredOutcome: x\n    tool: a/b\n  - id: c-2\n    # new\n    name: B\n    input: x\n    desiredOutcome: x\n    tool: a/b\n    # last\ntools: [a/b]\n",
		head + "evals:\n  - # old\n    name: A\n    input: x\n    desiredOutcome: x\n    tool: a/b\n  -\n    # new\n    name: B\n    input: x\n    desiredOutcome: x\n    tool: a/b\n    # last\ntools: [a/b]\n",
	},
	{
		"the console's form, the id at the end of the file",
		head + "evals:\n  cases:\n  - name: A\n    input: x\n    desiredOutcome: x\n    tool: a/b\n    id: c-1",
		head + "evals:\n  - name: A\n    input: x\n    desiredOutcome: x\n    tool: a/b",
	},
	{
		"the console's form in brackets",
		head + "evals: {cases: [{id: 1c, name: A, input: x, desiredOutcome: x, tool: a/b}, {name: B, input: x, desiredOutcome: x, tool: a/b, id: c}]}\ntools: [a/b]\n",
		head + "evals: [{name: A, input: x, desiredOutcome: x, tool: a/b}, {name: B, input: x, desiredOutcome: x, tool: a/b}]\ntools: [a/b]\n",
	},
	{"the console's form, a brace in each", head + "evals:\n  cases: [{name: A, id: c, input: x, desiredOutcome: x, tool: a/b}]\n", head + "evals:\n  [{name: A, input: x, desiredOutcome: x, tool: a/b}]\n"},
	{"the console's form without cases", head + "evals: {cases: []}\n", head + "evals: []\n"},
	{"an id that others use", head + "description: &d x\nevals:\n  cases:\n    - id: *d\n      name: A\n      input: x\n      desiredOutcome: x\n      tool: a/b\n", ""},
	{"cases that are anchored", head + "evals:\n  cases: &c\n    - id: a\n      name: A\n      input: x\n      desiredOutcome: x\n      tool: a/b\n", ""},
	{
		"an id in the list", head + "evals:\n  - id: c-1\n    name: A\n    input: x\n    desiredOutcome: x\n    tool: a/b\n",
		head + "evals:\n  - name: A\n    input: x\n    desiredOutcome: x\n    tool: a/b\n",
	},
}

func everything(string) bool { return true }

func TestFix(t *testing.T) {
	t.Parallel()
	for _, c := range mended {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			fixes := project.LoadFile("agents/a.yaml", []byte(c.before)).Fix(rules.Options{}, everything)
			got := ""
			for _, f := range fixes.Files {
				got += string(f.After)
			}
			if diff := cmp.Diff(c.after, got); diff != "" {
				t.Errorf("-want +got:\n%s\n%v", diff, fixes.Left)
			}
			checkFix(t, []byte(c.before))
		})
	}
}

// TestFixNotAtAnyPrice holds that a fix which makes another problem is left
// alone, and takes none of the others with it.
func TestFixNotAtAnyPrice(t *testing.T) {
	t.Parallel()
	p, _ := load(t, "-- caplo.yaml --\n-- agents/a.yaml --\nname: 19.90\ninstructions: NO\n-- agents/b.yaml --\nname: \"19.90\"\ninstructions: x\ndescription: on\n")
	fixes := p.Fix(rules.Options{}, everything)
	got := fmt.Sprint(len(fixes.Left))
	for _, f := range fixes.Files {
		got += fmt.Sprintf(" %s %d %q", f.File, f.Fixed, f.After)
	}
	want := `1 agents/a.yaml 1 "name: 19.90\ninstructions: \"NO\"\n" agents/b.yaml 1 "name: \"19.90\"\ninstructions: x\ndescription: \"on\"\n"`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	only := p.Fix(rules.Options{}, func(f string) bool { return f == "agents/b.yaml" })
	if len(only.Files) != 1 || only.Files[0].File != "agents/b.yaml" {
		t.Errorf("more than was wanted: %+v", only.Files)
	}
	undone := fixes.Without([]string{"agents/b.yaml"})
	if ds := undone.Check(); len(ds) != 2 || string(undone.Source("agents/a.yaml")) != string(fixes.Files[0].After) {
		t.Errorf("without one file: %v", ds)
	}
}

// FuzzFix fixes any bytes as an agent.
func FuzzFix(f *testing.F) {
	for _, c := range mended {
		f.Add([]byte(c.before))
	}
	f.Add([]byte(specification))
	for _, pattern := range []string{"testdata/rules/*.txtar", "yamltree/testdata/*.yaml"} {
		names, _ := filepath.Glob(pattern)
		for _, name := range names {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(archive.Comment)
			for _, file := range archive.Files {
				f.Add(file.Data)
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) { checkFix(t, data) })
}

// TestFixMany holds that what hides behind many mistakes is mended in a few
// tries, not one by one.
func TestFixMany(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	text.WriteString(head + "evals:\n")
	for i := range 100 {
		fmt.Fprintf(&text, "  - {name: Case %d, input: x, desiredOutcome: x, answerContain: 404}\n", i)
	}
	fixes := project.LoadFile("agents/a.yaml", []byte(text.String())).Fix(rules.Options{}, everything)
	if len(fixes.Left) > 0 || len(fixes.Files) != 1 || fixes.Files[0].Fixed != 200 {
		t.Errorf("left: %d", len(fixes.Left))
	}
}
