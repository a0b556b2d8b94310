package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/caplo/caplo/internal/diag"
	"github.com/rivo/uniseg"
)

// Diagnostics writes diagnostics as text, in the order given, each with the
// line it is about, and a summary. source gives the text of a file, or nil
// where there is none to show.
func Diagnostics(w io.Writer, ds []diag.Diagnostic, source func(file string) []byte) {
	out := bufio.NewWriter(w)
	defer out.Flush()
	t := &textReport{out: out, source: source, files: map[string][]string{}}
	for _, d := range ds {
		t.diagnostic(d)
	}
	fmt.Fprintln(out, Summary(ds))
}

// Summary is the closing line: how many errors and warnings there are.
func Summary(ds []diag.Diagnostic) string {
	errors, warnings := diag.Count(ds)
	var parts []string
	if errors > 0 {
		parts = append(parts, count(errors, "error"))
	}
	if warnings > 0 {
		parts = append(parts, count(warnings, "warning"))
	}
	if len(parts) == 0 {
		return "no problems found"
	}
	files := map[string]bool{}
	for _, d := range ds {
		files[d.File] = true
	}
	return strings.Join(parts, " and ") + " in " + count(len(files), "file")
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// textReport writes diagnostics one by one and remembers the lines of files.
type textReport struct {
	out    io.Writer
	source func(string) []byte
	files  map[string][]string
}

func (t *textReport) diagnostic(d diag.Diagnostic) {
	fmt.Fprintf(t.out, "%s: %s: %s [%s]\n", place(d.File, d.Range.Start), d.Severity, Clean(d.Message), Clean(d.Rule))
	t.excerpt(d.File, d.Range)
	if d.Hint != "" {
		fmt.Fprintf(t.out, "  hint: %s\n", Clean(d.Hint))
	}
	for _, r := range d.Related {
		fmt.Fprintf(t.out, "  %s: %s\n", place(r.File, r.Range.Start), Clean(r.Message))
	}
}

func place(file string, p diag.Pos) string {
	return fmt.Sprintf("%s:%d:%d", Clean(file), p.Line, p.Column)
}

// excerpt writes the line that a range starts on and carets under the range.
func (t *textReport) excerpt(file string, r diag.Range) {
	lines := t.lines(file)
	if r.Start.Line < 1 || r.Start.Line > len(lines) {
		return
	}
	text := []rune(lines[r.Start.Line-1])
	start := min(max(r.Start.Column-1, 0), len(text))
	end := len(text)
	if r.End.Line == r.Start.Line {
		end = min(max(r.End.Column-1, start), len(text))
	}
	before, marked, after := window(text, start, end)
	if strings.TrimSpace(before+marked+after) == "" {
		return
	}
	number := fmt.Sprintf("%4d", r.Start.Line)
	fmt.Fprintf(t.out, "%s | %s\n", number, strings.TrimRight(before+marked+after, " "))
	fmt.Fprintf(t.out, "%s | %s%s\n", strings.Repeat(" ", len(number)),
		strings.Repeat(" ", uniseg.StringWidth(before)), strings.Repeat("^", max(uniseg.StringWidth(marked), 1)))
}

// Lengths of what is shown of a line, in characters.
const (
	shownBefore = 80
	shownMarked = 60
	shownAfter  = 60
)

// window cuts a line into what stands before a range, the range and what
// stands behind it, as it is shown.
func window(text []rune, start, end int) (before, marked, after string) {
	from, cut := 0, ""
	if start > shownBefore {
		from, cut = start-shownBefore, "..."
	}
	end = min(end, start+shownMarked)
	to, more := len(text), ""
	if to > end+shownAfter {
		to, more = end+shownAfter, "..."
	}
	return cut + Clean(string(text[from:start])), Clean(string(text[start:end])), Clean(string(text[end:to])) + more
}

func (t *textReport) lines(file string) []string {
	lines, ok := t.files[file]
	if !ok {
		text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(t.source(file)))
		if text != "" {
			lines = strings.Split(text, "\n")
		}
		t.files[file] = lines
	}
	return lines
}
