package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/caplo/caplo/internal/agent"
)

// Pull is the result of `caplo pull`; text and JSON are made from it.
type Pull struct {
	FormatVersion int          `json:"formatVersion"`
	Revision      int64        `json:"revision"`
	DryRun        bool         `json:"dryRun"`
	Changed       bool         `json:"changed"`
	Files         []PulledFile `json:"files"` // written, or to be written
	Kept          []Kept       `json:"kept"`  // what differs and stays as it is
	// Conflicts are changes in the workspace where the files say what was never pushed.
	Conflicts []agent.Outside `json:"conflicts"`
	// Problem says why not all was pulled, and Hint what to do.
	Problem string `json:"problem,omitempty"`
	Hint    string `json:"hint,omitempty"`
}

// PulledFile is a file that a pull writes.
type PulledFile struct {
	File   string       `json:"file"`
	Change agent.Change `json:"change"` // created, updated or deleted
	Fields []string     `json:"fields"` // those that it changes,
	Cases  []string     `json:"cases"`  // and the names of cases
}

// Kept is what a pull leaves as the files have it.
type Kept struct {
	agent.ID
	Why string `json:"why"` // one of Kept…
}

// Reasons to leave something as the files have it.
const (
	KeptOnlyHere = "only-in-files" // the workspace does not have it
	KeptUnpushed = "unpushed"      // the files say what was never pushed, and nobody else changed it
)

// NewPull is a pull that has done nothing yet.
func NewPull() *Pull {
	return &Pull{FormatVersion: FormatVersion, Files: []PulledFile{}, Kept: []Kept{}, Conflicts: []agent.Outside{}}
}

// Text writes what was pulled, a line a file, and, if it is whole, what came of it.
func (p *Pull) Text(w io.Writer, whole bool) error {
	var b strings.Builder
	for _, f := range p.Files {
		b.WriteString(Clean(f.line()) + "\n")
	}
	p.kept(&b)
	switch {
	case !whole:
	case p.DryRun && p.Changed:
		b.WriteString("nothing was written: this was a dry run\n")
	case p.Changed:
		fmt.Fprintf(&b, "pulled revision %d\n", p.Revision)
	default:
		fmt.Fprintf(&b, "nothing to pull; the workspace is at revision %d\n", p.Revision)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// KeptText writes what stays as it is.
func (p *Pull) KeptText(w io.Writer) error {
	var b strings.Builder
	p.kept(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

func (p *Pull) kept(b *strings.Builder) {
	for _, k := range p.Kept {
		why := "only in the files"
		if k.Why == KeptUnpushed {
			why = "the files say what was never pushed; push it, or pull --discard"
		}
		fmt.Fprintf(b, "%-9s %s: %s\n", "kept", Clean(Title(k.ID)), why)
	}
}

func (f PulledFile) line() string {
	line := fmt.Sprintf("%-9s %s", f.Change, f.File)
	var parts []string
	if len(f.Fields) > 0 {
		parts = append(parts, strings.Join(f.Fields, ", "))
	}
	if len(f.Cases) > 0 {
		names := make([]string, len(f.Cases))
		for i, c := range f.Cases {
			names[i] = CleanLine(c)
		}
		parts = append(parts, "cases "+strings.Join(names, ", "))
	}
	if len(parts) > 0 {
		line += ": " + strings.Join(parts, "; ")
	}
	return line
}
