package report

import (
	"bytes"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/caplo/caplo/internal/diag"
)

// ValidationFormats are the formats that a validation can be written in, the
// default first.
var ValidationFormats = []string{"text", "json", "sarif", "github", "junit"}

// Validation is the result of `caplo validate`. Every format is made from it, so
// that none can say more than another; its JSON is schema/validation.schema.json.
type Validation struct {
	FormatVersion int          `json:"formatVersion"`
	Tool          Tool         `json:"tool"`
	Root          string       `json:"root"` // "." where there is no project
	Summary       Counts       `json:"summary"`
	Files         []string     `json:"files"` // what was checked, as diagnostics name it
	Diagnostics   []Diagnostic `json:"diagnostics"`

	rules  []Rule
	plain  []diag.Diagnostic
	source func(file string) []byte
}

// Tool is the program that wrote a result.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Counts sums a validation up. Files counts what was checked, Affected what has
// a diagnostic.
type Counts struct {
	Files    int `json:"files"`
	Affected int `json:"affected"`
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
}

// Diagnostic is a diag.Diagnostic as results carry it: its lists are never null.
type Diagnostic struct {
	Rule     string         `json:"rule"`
	Severity diag.Severity  `json:"severity"`
	File     string         `json:"file"`
	Range    diag.Range     `json:"range"`
	Message  string         `json:"message"`
	Hint     string         `json:"hint"`
	Related  []diag.Related `json:"related"`
	Fix      *diag.Fix      `json:"fix,omitempty"`
}

// NewValidation makes a validation of diagnostics, in their order. version is
// caplo's own; rules may be left out, which takes their texts out of SARIF.
func NewValidation(version string, ds []diag.Diagnostic, rules ...Rule) *Validation {
	v := &Validation{
		FormatVersion: FormatVersion, Tool: Tool{"caplo", version}, Root: ".",
		Files: []string{}, Diagnostics: make([]Diagnostic, len(ds)),
		rules: rules, plain: make([]diag.Diagnostic, len(ds)),
		source: func(string) []byte { return nil },
	}
	for i, d := range ds {
		v.plain[i] = sane(d)
		v.Diagnostics[i] = asReported(v.plain[i])
	}
	v.Summary.Errors, v.Summary.Warnings = diag.Count(ds)
	return v.WithFiles(nil)
}

// WithFiles names the files that were checked, those without a diagnostic as
// well. Files with a diagnostic need not be among them.
func (v *Validation) WithFiles(files []string) *Validation {
	v.Files = []string{}
	seen := map[string]bool{}
	add := func(f string) {
		if !seen[f] {
			seen[f] = true
			v.Files = append(v.Files, f)
		}
	}
	for _, d := range v.Diagnostics {
		add(d.File)
	}
	v.Summary.Affected = len(seen)
	for _, f := range files {
		add(f)
	}
	sortFiles(v.Files)
	v.Summary.Files = len(seen)
	return v
}

// WithSource gives the text of files, which the text format shows lines of. It
// returns nil where there is none to show.
func (v *Validation) WithSource(source func(file string) []byte) *Validation {
	v.source = source
	return v
}

// WithRoot says where the project's folder lies, seen from where caplo ran, with
// slashes. Files are named from where caplo ran as well, not from the root.
func (v *Validation) WithRoot(dir string) *Validation {
	if dir = path.Clean(dir); dir != "" {
		v.Root = dir
	}
	return v
}

// Write writes the validation in one of ValidationFormats.
func (v *Validation) Write(w io.Writer, format string) error {
	var b bytes.Buffer
	var err error
	switch format {
	case "text":
		Diagnostics(&b, v.plain, v.source)
	case "json":
		err = JSON(&b, v)
	case "sarif":
		err = JSON(&b, v.sarif())
	case "github":
		v.github(&b)
	case "junit":
		err = v.junit(&b)
	default:
		return fmt.Errorf("there is no format %q", format)
	}
	if err != nil {
		return fmt.Errorf("write the validation as %s: %w", format, err)
	}
	_, err = w.Write(b.Bytes())
	return err
}

func asReported(d diag.Diagnostic) Diagnostic {
	related := d.Related
	if related == nil {
		related = []diag.Related{}
	}
	return Diagnostic{d.Rule, d.Severity, d.File, d.Range, d.Message, d.Hint, related, d.Fix}
}

// prose is all that a diagnostic says, for formats with one text: the message,
// then the hint and the related places on lines of their own.
func (v *Validation) prose(d Diagnostic) string {
	var b strings.Builder
	b.WriteString(Clean(d.Message))
	if d.Hint != "" {
		b.WriteString("\nhint: " + Clean(d.Hint))
	}
	for _, r := range d.Related {
		b.WriteString("\n" + place(r.File, r.Range.Start) + ": " + Clean(r.Message))
	}
	return b.String()
}
