package project

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/project/yamltree"
	"github.com/caplo/caplo/internal/rules"
)

// saying is what a text says, as a workspace would keep it; false for one that
// is no valid file.
func saying(kind agent.Kind, text []byte) (w Wanted, ok bool) {
	f := &file{id: agent.ID{Kind: kind, Key: "x"}, path: "x.yaml"}
	f.parse(append([]byte{}, text...))
	if f.doc == nil || f.body == nil || f.doc.Root().Kind() != yamltree.Map || len(f.doc.Holes()) > 0 {
		return w, false
	}
	for _, d := range f.diags {
		if d.Severity == "error" {
			return w, false
		}
	}
	w = Wanted{Kind: kind, Body: f.body}
	if f.evals {
		cases, listed := rules.Cases(f.cases())
		if !listed {
			return w, false
		}
		w.Cases = append([]agent.Case{}, cases...)
	}
	return w, true
}

// sameSaying compares bodies and suites; the order of cases means nothing.
func sameSaying(a, b Wanted) bool {
	return string(a.Body) == string(b.Body) && (a.Cases == nil) == (b.Cases == nil) && agent.SuiteDigest(a.Cases) == agent.SuiteDigest(b.Cases)
}

// TestRewrite runs the table in testdata/rewrite: each file has a text before, what
// is wanted, written as a file that says it, and the text after. A file that is to
// be refused has none after.
func TestRewrite(t *testing.T) {
	t.Parallel()
	names, _ := filepath.Glob("testdata/rewrite/*.txtar")
	if len(names) < 5 {
		t.Fatalf("%d files in the table", len(names))
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for i := 0; i+2 < len(a.Files); i += 3 {
				before, want, after := unescape(a.Files[i].Data), unescape(a.Files[i+1].Data), &a.Files[i+2]
				got := rewritten(t, a.Files[i].Name, before, want)
				if os.Getenv("UPDATE_GOLDEN") != "" {
					after.Data = escape(got)
				} else if string(escape(got)) != string(after.Data) {
					t.Errorf("%s: got\n%s\nwant\n%s", a.Files[i].Name, escape(got), after.Data)
				}
			}
			if os.Getenv("UPDATE_GOLDEN") != "" {
				if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func rewritten(t *testing.T, name string, before, want []byte) []byte {
	t.Helper()
	kind := agent.KindAgent
	if strings.HasPrefix(name, "tools") {
		kind = agent.KindTools
	}
	w, ok := saying(kind, want)
	if !ok {
		t.Fatalf("%s: what is wanted is no valid file", name)
	}
	got, err := Rewrite(before, w)
	if err != nil {
		return []byte("error: " + err.Error() + "\n")
	}
	if said, ok := saying(kind, got); !ok || !sameSaying(said, w) && w.Cases != nil || string(said.Body) != string(w.Body) {
		t.Errorf("%s: the text after says something else:\n%s", name, got)
	}
	return got
}

// In the table ␍ stands for a carriage return at the end of a line, ␣ for a space
// there, ⊕ for a byte order mark, and ␄ at the end for a file without a last line break.
func unescape(text []byte) []byte {
	s := strings.NewReplacer("␍", "\r", "␣", " ", "⊕", "\ufeff").Replace(string(text))
	if i := strings.Index(s, "␄"); i >= 0 {
		s = s[:i]
	}
	return []byte(s)
}

func escape(text []byte) []byte {
	s := strings.NewReplacer(" \n", "␣\n", "\r", "␍", "\ufeff", "⊕").Replace(string(text))
	if !strings.HasSuffix(s, "\n") {
		s += "␄\n"
	}
	return []byte(s)
}
