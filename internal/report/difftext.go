package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/caplo/caplo/internal/agent"
)

// Colours of a terminal.
const (
	red, green, cyan, bold, plainColour = "\x1b[31m", "\x1b[32m", "\x1b[36m", "\x1b[1m", "\x1b[0m"
)

// Text writes the differences as a person reads them.
func (d *Diff) Text(w io.Writer) error {
	t := &diffText{colour: d.Colour}
	for _, x := range d.Differences {
		t.difference(d, x)
	}
	if !d.Differs {
		fmt.Fprintf(&t.b, "the files and the workspace say the same (revision %d)\n", d.Revision)
	}
	_, err := io.WriteString(w, t.b.String())
	return err
}

type diffText struct {
	b      strings.Builder
	colour bool
}

// line writes a line that somebody else may have a part in.
func (t *diffText) line(colour, s string) {
	s = Clean(s)
	if t.colour && colour != "" {
		s = colour + s + plainColour
	}
	t.b.WriteString(s + "\n")
}

func (t *diffText) difference(d *Diff, x Difference) {
	t.line(bold, Title(x.ID)+": "+d.about(x))
	for _, f := range x.Fields {
		t.field("  ", f)
	}
	for _, c := range x.Cases {
		switch c.Change {
		case agent.Created:
			t.line(green, "  + "+CleanLine(c.Name))
		case agent.Deleted:
			t.line(red, "  - "+CleanLine(c.Name))
		default:
			t.line("", "  ~ "+CleanLine(c.Name))
			for _, f := range c.Fields {
				t.field("      ", f)
			}
		}
	}
}

// about says on which side a resource stands, and who wrote it there.
func (d *Diff) about(x Difference) string {
	if x.In == InFiles {
		return "only in the files"
	}
	out := "differs"
	if x.In == InWorkspace {
		out = "only in the workspace"
	}
	if w := x.Written; w != nil {
		switch {
		case w.Outside && w.Project != "" && w.Origin == "push":
			out += fmt.Sprintf("; changed outside of git %s named %q", Stamp(w.Author, w.Created, w.Origin, d.Where), w.Project)
		case w.Outside:
			out += "; changed outside of git " + Stamp(w.Author, w.Created, w.Origin, d.Where)
		default:
			out += fmt.Sprintf("; pushed by this project in revision %d", w.Revision)
		}
	}
	return out
}

func (t *diffText) field(indent string, f agent.FieldChange) {
	before, isText := textOf(f.Before)
	after, alsoText := textOf(f.After)
	t.line(bold, indent+f.Field)
	if isText && alsoText && strings.Contains(before+after, "\n") {
		t.lines(indent+"  ", before, after)
		return
	}
	t.value(indent+"  - ", red, f.Before)
	t.value(indent+"  + ", green, f.After)
}

// lines shows what changed of a long text, with the lines around it.
func (t *diffText) lines(indent, before, after string) {
	_, hunks, _ := bytes.Cut(diff.Diff("x", []byte(before), "y", []byte(after)), []byte("@@"))
	for line := range strings.Lines("@@" + string(hunks)) {
		colour := map[byte]string{'-': red, '+': green, '@': cyan}[line[0]]
		t.line(colour, indent+strings.TrimSuffix(line, "\n"))
	}
}

// value shows a value on its own, a text of several lines on as many.
func (t *diffText) value(mark, colour string, v json.RawMessage) {
	if v == nil {
		return
	}
	text, ok := textOf(v)
	if !ok || text == "" || text != strings.TrimSpace(text) {
		text = string(v)
	}
	for line := range strings.Lines(text) {
		t.line(colour, mark+strings.TrimSuffix(line, "\n"))
	}
}

// textOf is a value that is a text.
func textOf(v json.RawMessage) (s string, ok bool) {
	return s, v != nil && v[0] == '"' && json.Unmarshal(v, &s) == nil
}
