package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/diag"
	"github.com/google/go-cmp/cmp"
	"github.com/rivo/uniseg"
)

// on makes a diagnostic about the columns from start to end of a line.
func on(line, start, end int) diag.Diagnostic {
	return diag.Diagnostic{
		Rule: "x/y", Severity: diag.Error, File: "a.yaml", Message: "wrong",
		Range: diag.Range{Start: diag.Pos{Line: line, Column: start}, End: diag.Pos{Line: line, Column: end}},
	}
}

func render(source string, ds ...diag.Diagnostic) string {
	var b bytes.Buffer
	Diagnostics(&b, ds, func(string) []byte { return []byte(source) })
	return b.String()
}

// TestCarets holds that the carets stand under what they mark, in cells of a
// terminal.
func TestCarets(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		line       string
		start, end int
		marked     string
	}{
		"plain":           {"name: abc", 7, 10, "abc"},
		"wide":            {"名前: 値x", 5, 7, "値x"},
		"emoji":           {"a: 👋🏽 oops", 7, 11, "oops"},
		"a family":        {"a: 👨‍👩‍👧 oops", 10, 14, "oops"},
		"combining":       {"cafe\u0301: x", 8, 9, "x"},
		"a tab":           {"a:\tb\tc", 6, 7, "c"},
		"a control":       {"a: \x1b[31mred", 5, 12, "[31mred"},
		"another way":     {"a: \u202ered x", 9, 10, "x"},
		"a flag":          {"🇸🇮: x", 5, 6, "x"},
		"the end":         {"abc", 4, 4, ""},
		"a very long one": {strings.Repeat("é", 500) + "here" + strings.Repeat("x", 500), 501, 505, "here"},
	} {
		lines := strings.Split(render(c.line+"\n", on(1, c.start, c.end)), "\n")
		text, carets := lines[1], lines[2]
		if width := uniseg.StringWidth(text); width > 300 {
			t.Errorf("%s: the line is %d wide", name, width)
		}
		at := strings.IndexByte(carets, '^')
		marked := strings.Count(carets, "^")
		if want := max(uniseg.StringWidth(c.marked), 1); marked != want {
			t.Errorf("%s: %d carets, want %d", name, marked, want)
		}
		if c.marked == "" {
			continue
		}
		before := text[:strings.LastIndex(text, c.marked)]
		if uniseg.StringWidth(before) != at {
			t.Errorf("%s: the carets stand at %d, the text at %d:\n%s\n%s", name, at, uniseg.StringWidth(before), text, carets)
		}
	}
}

func TestDiagnostics(t *testing.T) {
	t.Parallel()
	warning := on(3, 1, 2)
	warning.Severity = diag.Warning
	warning.Hint = "do something"
	warning.Related = []diag.Related{{File: "b.yaml", Range: on(7, 2, 3).Range, Message: "the other"}}
	across := on(1, 4, 1)
	across.Range.End = diag.Pos{Line: 2, Column: 2}
	got := render("a: [\n  b]\r\nc: d\r\n", across, warning, on(99, 1, 1))
	want := `a.yaml:1:4: error: wrong [x/y]
   1 | a: [
     |    ^
a.yaml:3:1: warning: wrong [x/y]
   3 | c: d
     | ^
  hint: do something
  b.yaml:7:2: the other
a.yaml:99:1: error: wrong [x/y]
2 errors and 1 warning in 1 file
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if got := render(""); got != "no problems found\n" {
		t.Errorf("nothing wrong: %q", got)
	}
}

// TestNoControls holds that nothing a file wrote reaches the terminal as it is.
func TestNoControls(t *testing.T) {
	t.Parallel()
	d := on(1, 2, 3)
	d.Message, d.Hint, d.File = "a\x1b[2Jb", "c\x07d\u009b", "x\x1b.yaml"
	got := render("a\x1b]0;owned\x07b\u202e\n", d)
	if strings.ContainsFunc(strings.ReplaceAll(got, "\n", ""), unsafe) {
		t.Errorf("%q", got)
	}
}

func FuzzDiagnostics(f *testing.F) {
	f.Add("名前: 値x\n\tb", 1, 5, 7)
	f.Add("a: \x1b[31m\r\n", 2, 1, 1)
	f.Fuzz(func(t *testing.T, source string, line, start, end int) {
		got := render(source, on(line, start, end))
		if strings.ContainsFunc(strings.ReplaceAll(got, "\n", ""), unsafe) {
			t.Errorf("%q", got)
		}
	})
}
