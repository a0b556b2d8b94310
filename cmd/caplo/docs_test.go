package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDocs runs the console sessions that the documentation shows and holds
// their output against what it says. UPDATE_GOLDEN=1 rewrites the output.
func TestDocs(t *testing.T) {
	t.Parallel()
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append(pages, "../../README.md", "../../CONTRIBUTING.md") {
		t.Run(filepath.Base(page), func(t *testing.T) {
			t.Parallel()
			checkPage(t, page)
		})
	}
}

var session = regexp.MustCompile("(?ms)^```console\n(.*?)^```$")

// checkPage runs a page's sessions, one after the other in one copy of the
// examples, so that a later one can build upon an earlier.
func checkPage(t *testing.T, page string) {
	t.Helper()
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	copyExamples(t, dir)
	after := session.ReplaceAllStringFunc(string(data), func(block string) string {
		body := session.FindStringSubmatch(block)[1]
		return "```console\n" + runSession(t, dir, body) + "```"
	})
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(page, []byte(after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(settled(string(data)), settled(after)); diff != "" {
		t.Errorf("%s (-shown +run):\n%s", page, diff)
	}
}

// runSession runs the lines that begin with a prompt and returns the session
// with the output of this run. Where the exit status is not 0 the session shows
// it, as a shell with such a prompt would.
func runSession(t *testing.T, dir, body string) string {
	t.Helper()
	var out strings.Builder
	for line := range strings.Lines(body) {
		command, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		out.WriteString(line)
		run := strings.ReplaceAll(strings.TrimSpace(command), "go run ./cmd/caplo", "caplo")
		cmd := exec.Command("sh", "-c", run)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "HOME="+dir, "CI=", "TZ=UTC")
		got, err := cmd.CombinedOutput()
		out.Write(got)
		if err != nil {
			out.WriteString("[" + err.Error() + "]\n")
		}
	}
	return out.String()
}

func copyExamples(t *testing.T, dir string) {
	t.Helper()
	if err := os.CopyFS(filepath.Join(dir, "examples"), os.DirFS("../../examples")); err != nil {
		t.Fatal(err)
	}
	local, err := filepath.Glob(filepath.Join(dir, "examples", "*", ".caplo"))
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range local { // of whoever ran the examples in place
		if err := os.RemoveAll(l); err != nil {
			t.Fatal(err)
		}
	}
}
