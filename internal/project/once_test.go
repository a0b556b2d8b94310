package project

import (
	"fmt"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/rules"
)

// shared is an agent whose cases take over one mapping, with n unknown keys.
func shared(uses, n int) string {
	var b strings.Builder
	b.WriteString("name: Support\ninstructions: Help.\nevals:\n  - &c\n    name: n0\n    input: i\n    desiredOutcome: d\n    answerContains: x\n")
	for i := range n {
		fmt.Fprintf(&b, "    zq%d: x\n", i)
	}
	for i := range uses {
		fmt.Fprintf(&b, "  - {<<: *c, name: n%d}\n", i+1)
	}
	return b.String()
}

func TestSharedMistakeIsSaidOnce(t *testing.T) {
	t.Parallel()
	ds := LoadFile("agent.yaml", []byte(shared(20, 3))).Check()
	if len(ds) != 3 {
		t.Fatalf("got %d diagnostics, want 3: %+v", len(ds), ds)
	}
}

func TestManyDiagnosticsAreCapped(t *testing.T) {
	t.Parallel()
	ds := LoadFile("agent.yaml", []byte(shared(10, 900))).Check()
	if len(ds) != maxShownOfFile {
		t.Fatalf("got %d diagnostics, want %d", len(ds), maxShownOfFile)
	}
	if last := ds[len(ds)-1].Message; !strings.HasSuffix(last, "(not shown of this file: 700 more errors)") {
		t.Errorf("the last one says %q", last)
	}
}

// TestCapKeepsErrors: no number of warnings hides an error.
func TestCapKeepsErrors(t *testing.T) {
	t.Parallel()
	var ds []diag.Diagnostic
	for i := range 300 {
		d := diag.Diagnostic{File: "a", Rule: "r", Severity: diag.Warning, Message: fmt.Sprint(i)}
		if i == 299 {
			d.Severity = diag.Error
		}
		ds = append(ds, d)
	}
	out := capped(ds)
	if n, _ := diag.Count(out); n != 1 || len(out) != maxShownOfFile {
		t.Errorf("%d errors of %d", n, len(out))
	}
}

// TestFixShared: one edit mends what many uses share, and files with more
// mistakes than are shown are mended as well.
func TestFixShared(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		strings.Replace(shared(20, 0), "answerContains", "answerContain", 1),
		strings.Replace(shared(20, 300), "answerContains", "answerContain", 1),
	} {
		p := LoadFile("agent.yaml", []byte(text))
		fixes := p.Fix(rules.Options{}, func(string) bool { return true })
		if len(fixes.Files) != 1 || !strings.Contains(string(fixes.Files[0].After), "answerContains: x") {
			t.Errorf("not mended: %d files", len(fixes.Files))
		}
		if len(fixes.Left) > maxShownOfFile {
			t.Errorf("%d are left to show", len(fixes.Left))
		}
	}
}
