package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"net/url"
	"strings"
	"testing"
	"unicode"

	"github.com/caplo/caplo/internal/diag"
)

// anything is a diagnostic of whatever a fuzzer thinks of.
func anything(file, text, hint string, warning bool, line, column, endLine, endColumn int) diag.Diagnostic {
	at := diag.Range{Start: diag.Pos{Line: line, Column: column}, End: diag.Pos{Line: endLine, Column: endColumn}}
	d := diag.Diagnostic{
		Rule: hint, Severity: diag.Error, File: file, Range: at, Message: text, Hint: hint,
		Related: []diag.Related{{File: text, Range: at, Message: hint}},
		Fix:     &diag.Fix{Summary: hint, Edits: []diag.Edit{{Range: at, Text: text}}},
	}
	if warning {
		d.Severity = diag.Warning
	}
	return d
}

// FuzzFormats holds that whatever a diagnostic says, every format can be read by
// those it is for.
func FuzzFormats(f *testing.F) {
	f.Add("agents/a b%,:名.yaml", "wrong\nsecond", "do {0} [x](1)", true, 1, 2, 1, 4)
	f.Add("/etc/x\x1b[2J", "\x00\u0085\u2028::error::%0A]]>\xff", "", false, -1, 0, -5, 7)
	f.Add("..\\x:y", "::stop-commands::x\r\n##[error]y", "\u202e\ufeff", false, 9, 1, 12, 1)
	f.Fuzz(func(t *testing.T, file, text, hint string, warning bool, line, column, endLine, endColumn int) {
		d := anything(file, text, hint, warning, line, column, endLine, endColumn)
		v := NewValidation(text, []diag.Diagnostic{d, d}, Rule{ID: hint, Severity: d.Severity, Help: text, Markdown: text}).
			WithFiles([]string{text}).WithRoot(hint).WithSource(func(string) []byte { return []byte(text) })
		out := map[string]string{}
		for _, format := range ValidationFormats {
			var b bytes.Buffer
			if err := v.Write(&b, format); err != nil {
				t.Fatalf("%s: %v", format, err)
			}
			out[format] = b.String()
		}
		parses(t, "json", out["json"], &Validation{})
		log := sarifLog{}
		parses(t, "sarif", out["sarif"], &log)
		relative(t, log)
		wellFormed(t, out["junit"])
		commands(t, out["github"], 2)
		for _, format := range []string{"text", "github"} {
			harmless(t, format, out[format])
		}
	})
}

func parses(t *testing.T, format, text string, into any) {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(text))
	if err := dec.Decode(into); err != nil {
		t.Errorf("%s: %v in %q", format, err, text)
	}
}

// relative holds that every address is one, and of no scheme but file.
func relative(t *testing.T, log sarifLog) {
	t.Helper()
	for _, r := range log.Runs[0].Results {
		at := r.Locations[0].Physical
		u, err := url.Parse(at.Artifact.URI)
		if err != nil || u.Scheme != "" && u.Scheme != "file" || (u.Scheme == "") != (at.Artifact.Base != "") {
			t.Errorf("the address %q: %v", at.Artifact.URI, err)
		}
		if at.Region.StartLine < 1 || at.Region.StartColumn < 1 || at.Region.EndLine < at.Region.StartLine {
			t.Errorf("the region %+v", at.Region)
		}
	}
}

func wellFormed(t *testing.T, text string) {
	t.Helper()
	dec := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := dec.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("junit: %v in %q", err, text)
		}
	}
}

// commands holds that each diagnostic is one workflow command, and that nothing
// else is one.
func commands(t *testing.T, text string, want int) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i, line := range lines {
		if (i < want) != strings.HasPrefix(line, "::") {
			t.Errorf("github: line %d of %q", i+1, text)
		}
	}
	if len(lines) != want+1 {
		t.Errorf("github: %d lines for %d diagnostics: %q", len(lines), want, text)
	}
}

func harmless(t *testing.T, format, text string) {
	t.Helper()
	rest := strings.ReplaceAll(text, "\n", "")
	if strings.ContainsFunc(rest, unsafe) || strings.ContainsFunc(rest, unicode.IsControl) {
		t.Errorf("%s: %q", format, text)
	}
}
