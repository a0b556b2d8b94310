package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/project"
)

// checkout is a project's folder; those of one test share a workspace.
type checkout struct {
	t   *testing.T
	dir string
	ws  string
}

func (c checkout) caplo(want Status, args ...string) string {
	c.t.Helper()
	var out, errs bytes.Buffer
	env := &Env{
		In: strings.NewReader(""), Out: &out, Err: &errs, Dir: c.dir, Now: time.Now, Local: c.ws,
		Getenv:  func(string) string { return "" },
		Context: func() (context.Context, context.CancelFunc) { return context.WithCancel(c.t.Context()) },
	}
	if s := Main(env, append([]string{"caplo"}, args...)); s != want {
		c.t.Fatalf("caplo %v: status %d, want %d\n%s%s", args, s, want, &out, &errs)
	}
	return out.String()
}

// files are the checkout's files with their times.
func (c checkout) files() map[string]string {
	out := map[string]string{}
	err := filepath.WalkDir(c.dir, func(at string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		data, readErr := os.ReadFile(at)
		out[at] = info.ModTime().String() + "\n" + string(data)
		return cmpOr(err, readErr)
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return out
}

func cmpOr(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func (c checkout) load() *project.Project {
	c.t.Helper()
	p, _ := project.Load(c.dir)
	if n, _ := diag.Count(p.Check()); n > 0 {
		c.t.Fatalf("%d errors: %v", n, p.Check())
	}
	return p
}

// settled holds that the checkout and the workspace say the same and that neither
// direction changes anything.
func (c checkout) settled() {
	c.t.Helper()
	before := c.files()
	c.load()
	c.caplo(StatusOK, "diff")
	if out := c.caplo(StatusOK, "push", "--no-overwrite"); !strings.Contains(out, "nothing changed") {
		c.t.Fatalf("push: %s", out)
	}
	if out := c.caplo(StatusOK, "pull"); !strings.Contains(out, "nothing to pull") {
		c.t.Fatalf("pull: %s", out)
	}
	if diff := cmp.Diff(before, c.files()); diff != "" {
		c.t.Fatal(diff)
	}
}

// TestPullProperty: whatever another checkout pushes, a pull brings it, leaves
// nothing wrong and nothing to push, and the next one changes nothing.
func TestPullProperty(t *testing.T) {
	t.Parallel()
	for _, from := range []string{"../../examples/order-desk", "../../examples/clinic-desk", ""} {
		for seed := range seeds(2) {
			t.Run(fmt.Sprint(filepath.Base(from), seed), func(t *testing.T) {
				t.Parallel()
				e := editor{rand.New(rand.NewPCG(seed, 7))}
				ours := checkout{t, filepath.Join(t.TempDir(), "ours"), t.TempDir()}
				if from == "" {
					e.generate(ours)
				} else if err := os.CopyFS(ours.dir, os.DirFS(from)); err != nil {
					t.Fatal(err)
				}
				if err := os.RemoveAll(filepath.Join(ours.dir, ".caplo")); err != nil {
					t.Fatal(err)
				}
				theirs := checkout{t, filepath.Join(t.TempDir(), "theirs"), ours.ws}
				if err := os.CopyFS(theirs.dir, os.DirFS(ours.dir)); err != nil {
					t.Fatal(err)
				}
				if seed%2 == 1 {
					crlf(ours)
				}
				ours.caplo(StatusOK, "push")
				ours.settled()
				for range 3 {
					e.edit(theirs)
					theirs.caplo(StatusOK, "push")
					ours.caplo(StatusOK, "pull")
					sameSaying(t, ours.load(), theirs.load())
					ours.settled()
				}
			})
		}
	}
}

// seeds is how many projects are made of each sort: $CAPLO_SEEDS, or what is quick.
func seeds(quick uint64) uint64 {
	if n, err := strconv.ParseUint(os.Getenv("CAPLO_SEEDS"), 10, 64); err == nil {
		return n
	}
	return quick
}

func sameSaying(t *testing.T, a, b *project.Project) {
	t.Helper()
	if diff := cmp.Diff(texts(a), texts(b)); diff != "" {
		t.Fatal(diff)
	}
}

// texts is what a project says.
func texts(p *project.Project) map[string]string {
	out := map[string]string{}
	for _, r := range p.Resources() {
		out[r.ID.String()] = string(r.Body)
	}
	for _, key := range p.Agents() {
		cases, listed := p.Suite(key)
		out["suite/"+key] = fmt.Sprint(listed, agent.SuiteDigest(cases))
	}
	return out
}

func crlf(c checkout) {
	for name, text := range c.files() {
		if !strings.HasSuffix(name, ".yaml") && !strings.HasSuffix(name, ".md") {
			continue
		}
		_, data, _ := strings.Cut(text, "\n")
		data = strings.ReplaceAll(strings.ReplaceAll(data, "\r\n", "\n"), "\n", "\r\n")
		if err := os.WriteFile(name, []byte(data), 0o600); err != nil {
			c.t.Fatal(err)
		}
	}
}

// editor makes changes at random that leave a project valid.
type editor struct{ *rand.Rand }

var oddWords = []string{
	"a plain text", "no", "0x1f", "it's \"late\"", "a: b", "# none", "two\nlines\n", "\n  indented\n\nend", "tab\there",
	"日本語", "é", "- item", "trailing ", "{a}", "[b]", "&c", "*d", "!e", "%f", "@g", "2024-01-01", "12:30", "~", "C:\\new", "👩‍💻",
}

func (e editor) text() string {
	return fmt.Sprintf("%s %d %s", oddWords[e.IntN(len(oddWords))], e.IntN(1000), oddWords[e.IntN(len(oddWords))])
}

// edit changes one to four resources of a checkout.
func (e editor) edit(c checkout) {
	c.t.Helper()
	for range 1 + e.IntN(4) {
		p := c.load()
		all := p.Resources()
		r := all[e.IntN(len(all))]
		var changes []project.FileChange
		if r.Kind == agent.KindKnowledge {
			changes = e.documents(c, p, r)
		} else {
			changes = e.file(c, p, r)
		}
		if _, err := project.Put(c.dir, changes); err != nil {
			c.t.Fatal(err)
		}
	}
}

func (e editor) file(c checkout, p *project.Project, r agent.Resource) []project.FileChange {
	var body map[string]any
	if err := json.Unmarshal(r.Body, &body); err != nil {
		c.t.Fatal(err)
	}
	w := project.Wanted{Kind: r.Kind}
	if r.Kind == agent.KindAgent {
		body[[]string{"instructions", "description"}[e.IntN(2)]] = e.text()
		if cases, listed := p.Suite(r.Key); listed && e.IntN(3) > 0 {
			w.Cases = e.cases(cases)
		}
	} else {
		tools := body["tools"].([]any)
		tools[e.IntN(len(tools))].(map[string]any)["description"] = e.text()
	}
	var err error
	if w.Body, err = agent.CanonicalValue(body); err != nil {
		c.t.Fatal(err)
	}
	before, after, err := p.Rewrite(r.ID, w)
	if err != nil {
		c.t.Fatal(err)
	}
	if bytes.Equal(before, after) {
		return nil
	}
	at, err := project.ResourcePath(r.ID)
	if err != nil {
		c.t.Fatal(err)
	}
	return []project.FileChange{{Path: at, Before: before, After: after}}
}

// cases changes a case and adds one.
func (e editor) cases(cases []agent.Case) []agent.Case {
	out := append([]agent.Case{}, cases...)
	if len(out) > 0 {
		out[e.IntN(len(out))].Input = e.text()
	}
	if len(out) < 90 {
		out = append(out, agent.Case{
			Name: fmt.Sprintf("case %d", e.Uint64()), Input: e.text(), DesiredOutcome: e.text(), AnswerContains: "yes",
		})
	}
	return out
}

func (e editor) documents(c checkout, p *project.Project, r agent.Resource) []project.FileChange {
	var base agent.KnowledgeBase
	if err := json.Unmarshal(r.Body, &base); err != nil {
		c.t.Fatal(err)
	}
	docs := base.Documents
	docs[e.IntN(len(docs))].Text += e.text() + "\n"
	if e.IntN(2) == 0 {
		docs = append(docs, agent.Document{Path: fmt.Sprintf("new/%d.md", e.Uint32()), Text: e.text() + "\n"})
	} else if len(docs) > 1 {
		docs = docs[1:]
	}
	changes, err := p.Documents(r.Key, docs)
	if err != nil {
		c.t.Fatal(err)
	}
	return changes
}

// generate writes a project of its own making.
func (e editor) generate(c checkout) {
	c.t.Helper()
	put := func(name string, text []byte) {
		at := filepath.Join(c.dir, filepath.FromSlash(name))
		if err := cmpOr(os.MkdirAll(filepath.Dir(at), 0o755), os.WriteFile(at, text, 0o600)); err != nil {
			c.t.Fatal(err)
		}
	}
	put("caplo.yaml", []byte("project: made\n"))
	put("knowledge/pages/a.md", []byte(e.text()+"\n"))
	emit := func(name string, w project.Wanted, body map[string]any) {
		var err error
		if w.Body, err = agent.CanonicalValue(body); err != nil {
			c.t.Fatal(err)
		}
		text, err := project.Emit(w)
		if err != nil {
			c.t.Fatal(err)
		}
		put(name, text)
	}
	emit("tools/shop.yaml", project.Wanted{Kind: agent.KindTools}, map[string]any{"tools": []any{map[string]any{
		"name": "look", "description": e.text(), "effect": "read", "input": map[string]any{"type": "object"},
		"examples": []any{map[string]any{"input": map[string]any{}, "output": e.text()}},
	}}})
	for i := range 2 + e.IntN(4) {
		body := map[string]any{
			"name": fmt.Sprintf("Agent %d", i), "description": e.text(), "instructions": e.text(),
			"tools": []any{"shop/look"}, "knowledgeBases": []any{"pages"},
		}
		if i > 0 {
			body["subAgents"] = []any{map[string]any{"agent": fmt.Sprintf("a%d", i-1), "when": e.text()}}
		}
		emit(fmt.Sprintf("agents/a%d.yaml", i), project.Wanted{Kind: agent.KindAgent, Cases: e.cases(nil)}, body)
	}
}
