package project

import (
	"errors"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/agent"
)

func TestResourcePath(t *testing.T) {
	t.Parallel()
	for id, want := range map[agent.ID]string{
		{Kind: agent.KindAgent, Key: "support"}:      "agents/support.yaml",
		{Kind: agent.KindTools, Key: "order-desk"}:   "tools/order-desk.yaml",
		{Kind: agent.KindKnowledge, Key: "policies"}: "knowledge/policies",
		{Kind: agent.KindAgent, Key: "../x"}:         "",
		{Kind: agent.KindAgent, Key: "a/b"}:          "",
		{Kind: agent.KindAgent, Key: "A"}:            "",
		{Kind: agent.KindAgent, Key: ""}:             "",
		{Kind: agent.KindSuite, Key: "support"}:      "",
		{Kind: agent.KindProject, Key: "caplo"}:      "",
	} {
		got, err := ResourcePath(id)
		if got != want || (err == nil) != (want != "") || err != nil && !errors.Is(err, ErrPath) {
			t.Errorf("%v: %q, %v", id, got, err)
		}
	}
}

func TestDocumentPaths(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"a.md", "A B/c.txt", ".drafts/a.md", "été.md", "क्\u200dष.md", "console/x.md", "com.md", "com10.md", "a..b.md", "...a.md"} {
		if err := checkDocumentPath(name); err != nil {
			t.Error(err)
		}
	}
	for _, name := range []string{
		"", "a", "a.pdf", "/a.md", "../a.md", "a/../b.md", "./a.md", "a//b.md", "a/", `a\b.md`, "c:a.md", "a\x00.md", "a\n.md", "a\x7f.md", "\u202ea.md", "\ufeffa.md",
		"con.md", "NUL.txt", "aux.a.md", "a/com1/b.md", "LPT9.md", "com¹.md", "con .md", "a /b.md", " a.md", "a./b.md", "a.md.", "a.md ", "a?.md", "a*.md", "<a>.md",
		".git/a.md", ".GIT/a.md", ".git\u200c/a.md", ".g\u200dit/a.md", ".g\ufe0fit/a.md", "git~\u200c1/a.md", ".\u200d./a.md", "\u200c/a.md", "con\u200c.md", "git~1/a.md", strings.Repeat("a", 260) + ".md", strings.Repeat("a/", 600) + "a.md", "\xff.md",
	} {
		if err := checkDocumentPath(name); !errors.Is(err, ErrPath) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestDocumentPathsTogether(t *testing.T) {
	t.Parallel()
	for _, names := range [][2]string{{"a.md", "A.md"}, {"a.md", "a\u200d.md"}, {"a.md", "a\u200c.md/b.md"}, {"é.md", "e\u0301.md"}, {"straße.md", "STRASSE.md"}, {"a.md", "a.md"}, {"a.md", "a.md/b.md"}, {"a.md", "A.MD/b.md"}} {
		docs := []agent.Document{{Path: names[0]}, {Path: names[1]}}
		if err := checkDocumentPaths(docs, nil); !errors.Is(err, ErrPath) {
			t.Errorf("%q: %v", names, err)
		}
	}
	odd := []agent.Document{{Path: "a:b.md"}, {Path: "a.md"}}
	if err := checkDocumentPaths(odd, map[string]bool{"a:b.md": true}); err != nil {
		t.Errorf("a file that is there: %v", err)
	}
}
