package project_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/project"
)

// value is the part of a line that TestOneSlip breaks: what follows a key or a
// dash.
var value = regexp.MustCompile(`(?m)^(\s*(?:- )?(?:[A-Za-z]+:|-) )\S.*$`)

// slips are ways to break a value. Each stops the parser.
var slips = []string{`@x`, `"x`, `[x`}

// TestOneSlip breaks every value of an example in turn. Whatever the value
// was for, the slip is the one thing that is reported.
func TestOneSlip(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..", "examples", "order-desk")
	files, err := fs.Glob(os.DirFS(root), "*/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files in %s (%v)", root, err)
	}
	for _, file := range append(files, "caplo.yaml") {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(root)); err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(filepath.Join(dir, file))
			if err != nil {
				t.Fatal(err)
			}
			for i, at := range value.FindAllSubmatchIndex(text, -1) {
				if inBlock(string(text[:at[0]])) {
					continue // text is not broken by anything in it
				}
				broken := string(text[:at[3]]) + slips[i%len(slips)] + string(text[at[1]:])
				oneSlip(t, dir, file, broken, strings.Count(string(text[:at[3]]), "\n")+1)
			}
		})
	}
}

// inBlock reports whether what follows is the text of a block scalar at the top
// of a file.
func inBlock(before string) bool {
	lines := strings.Split(strings.TrimSuffix(before, "\n"), "\n")
	for i := len(lines) - 1; i >= 0; i-- {
		if lines[i] != "" && lines[i][0] != ' ' {
			return strings.HasSuffix(lines[i], "|")
		}
	}
	return false
}

func oneSlip(t *testing.T, dir, file, text string, line int) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	p, _ := project.Load(dir)
	var got []string
	for _, d := range p.Check() {
		got = append(got, fmt.Sprintf("%s:%d %s: %s", d.File, d.Range.Start.Line, d.Rule, d.Message))
	}
	if len(got) == 1 {
		for next := range 3 { // a value of several lines may go wrong in a later one
			if strings.HasPrefix(got[0], fmt.Sprintf("%s:%d yaml/", file, line+next)) {
				return
			}
		}
	}
	t.Errorf("%s:%d broken: %q\n%s", file, line, strings.Split(text, "\n")[line-1], strings.Join(got, "\n"))
}
