package project_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/project"
	"github.com/caplo/caplo/internal/project/yamltree"
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
	{"a key that hides a mistake", head + "sub_agent: [{agent: b, wen: c}]\n", ""},
	{"a key and its value", "nmae: 0510\ninstructions: x\n", "name: \"0510\"\ninstructions: x\n"},
	{"line ends and a mark", "\ufeffnmae: A\r\ninstructions: x\r\n\r\n# end", "\ufeffname: A\r\ninstructions: x\r\n\r\n# end"},
	{"wide characters in front", "name: A\ninstructions: x\nrouting: {\"mode\": fast, minConfidenc: 0.5} # 👋🏽\nsubAgents: [{when: 👋🏽 値, agent: b, exampels: [y]}]\n", head + "routing: {\"mode\": fast, minConfidence: 0.5} # 👋🏽\nsubAgents: [{when: 👋🏽 値, agent: b, examples: [\"y\"]}]\n"},
	{"a rule in a comment", "name: NO # caplo:ignore yaml/ambigous -- why\ninstructions: x\n", "name: NO # caplo:ignore yaml/ambiguous -- why\ninstructions: x\n"},
	{"nothing wrong", head, ""},
	{"nothing certain", head + "colour: red\n", ""},
	{"no YAML", "nmae: [\n", ""},
	{"a number used again", head + "limits: {toolCalls: &n 5}\ndescription: *n\n", ""},
	{"a key used again", head + "subAgents:\n  - &s {agent: b, wen: c}\n  - *s\n", ""},
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

// checkFix holds what fixing promises of any file.
func checkFix(t *testing.T, data []byte) {
	t.Helper()
	p := project.LoadFile("agents/a.yaml", data)
	before := p.Check()
	fixes := p.Fix(rules.Options{}, everything)
	if len(fixes.Files) == 0 {
		return
	}
	after := fixes.Files[0].After
	if bytes.Equal(after, data) || !bytes.Equal(fixes.Files[0].Before, data) {
		t.Fatalf("%q became %q", data, after)
	}
	errors, _ := diag.Count(before)
	left, _ := diag.Count(fixes.Left)
	if len(fixes.Left) > len(before)-fixes.Files[0].Fixed || left > errors {
		t.Fatalf("%d problems became %d:\n%s", len(before), len(fixes.Left), after)
	}
	again := project.LoadFile("agents/a.yaml", after)
	if !cmp.Equal(fixes.Left, again.Check()) {
		t.Fatalf("what is left is not what is found:\n%s", cmp.Diff(fixes.Left, again.Check()))
	}
	if more := again.Fix(rules.Options{}, everything); len(more.Files) > 0 {
		t.Fatalf("not all at once: %q, then %q", after, more.Files[0].After)
	}
	sameLeaves(t, data, after)
}

// sameLeaves holds that all text of a file is still there, but for the ids of
// cases, whatever way it is written.
func sameLeaves(t *testing.T, before, after []byte) {
	t.Helper()
	old, _ := yamltree.Parse(before)
	renewed, _ := yamltree.Parse(after)
	if renewed == nil {
		t.Fatalf("no YAML any more:\n%s", after)
	}
	was, is := leaves(old), leaves(renewed)
	for _, text := range is {
		i := slices.Index(was, text)
		if i < 0 {
			t.Fatalf("%q was not there:\n%s", text, after)
		}
		was = slices.Delete(was, i, i+1)
	}
	for _, text := range was {
		if !strings.HasPrefix(text, "id ") {
			t.Fatalf("%q is gone:\n%s", text, after)
		}
	}
	var comments [2][]string
	for i, doc := range []*yamltree.Doc{old, renewed} {
		for _, c := range doc.Comments() {
			if !strings.Contains(c.Text, "caplo:ignore") {
				comments[i] = append(comments[i], c.Text)
			}
		}
	}
	if diff := cmp.Diff(comments[0], comments[1]); diff != "" {
		t.Fatalf("comments: %s", diff)
	}
}

// leaves lists the scalars of a file as text; those under the key id say so.
func leaves(doc *yamltree.Doc) (out []string) {
	var walk func(v any, pointer string)
	walk = func(v any, pointer string) {
		switch v := v.(type) {
		case map[string]any:
			for k, e := range v {
				walk(e, pointer+"/"+strings.NewReplacer("~", "~0", "/", "~1").Replace(k))
			}
		case []any:
			for i, e := range v {
				walk(e, fmt.Sprintf("%s/%d", pointer, i))
			}
		default:
			leaf, _ := doc.Find(pointer)
			text := leaf.Raw()
			if leaf.Kind() == yamltree.String {
				text = leaf.Text()
			}
			if strings.HasSuffix(pointer, "/id") {
				text = "id " + text
			}
			out = append(out, text)
		}
	}
	walk(doc.Root().JSON(), "")
	return out
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
