package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/caplo/caplo/internal/report"
)

// goEnv is what go needs of the real home, and the module that it builds.
// Modules come from the cache alone: a test asks no network.
var goEnv = sync.OnceValues(func() ([]string, error) {
	names := []string{"GOCACHE", "GOMODCACHE", "GOMOD"}
	out, err := exec.Command("go", append([]string{"env"}, names...)...).Output()
	if err != nil {
		return nil, err
	}
	values := strings.Split(strings.TrimSpace(string(out)), "\n")
	return []string{
		"GOCACHE=" + values[0], "GOMODCACHE=" + values[1], "MODULE=" + filepath.Dir(values[2]),
		"GOPROXY=off", "GOFLAGS=-buildvcs=false",
	}, nil
})

var hookField = regexp.MustCompile(`(?m)^[- ] (id|entry|files|language|pass_filenames|always_run): (.*)$`)

// preCommit makes a git hook of .pre-commit-hooks.yaml that does what pre-commit
// does with it, in short: preCommit ID FILE
func preCommit(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: preCommit ID FILE")
	}
	text := ts.ReadFile(filepath.Join(ts.Getenv("MODULE"), ".pre-commit-hooks.yaml"))
	field := map[string]string{}
	for _, m := range hookField.FindAllStringSubmatch(text, -1) {
		field[m[1]] = m[2]
	}
	if field["id"] != args[0] || field["language"] != "golang" || field["pass_filenames"] != "false" {
		ts.Fatalf("%s is not there, not in Go, or takes file names: %v", args[0], field)
	}
	script := "#!/bin/sh\n"
	if field["always_run"] != "true" { // else pre-commit skips a hook for which it lists no file
		script += "git diff --cached --name-only --diff-filter=ACMRTUXB | grep -Eq '" + field["files"] + "' || exit 0\n"
	}
	hook(ts, args[1], script+"exec "+field["entry"]+"\n")
}

var shellBlock = regexp.MustCompile("(?ms)^```sh\n(.*?)^```$")

// recipe makes a git hook of the shell script that a page shows: recipe PAGE FILE
func recipe(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: recipe PAGE FILE")
	}
	found := shellBlock.FindStringSubmatch(ts.ReadFile(filepath.Join(ts.Getenv("MODULE"), "docs", args[0])))
	if found == nil {
		ts.Fatalf("%s shows no script", args[0])
	}
	hook(ts, args[1], found[1])
}

func hook(ts *testscript.TestScript, name, script string) {
	ts.Check(os.MkdirAll(filepath.Dir(ts.MkAbs(name)), 0o755))
	ts.Check(os.WriteFile(ts.MkAbs(name), []byte(script), 0o755))
}

var formatFlag = regexp.MustCompile(`--format (\w+)`)

// TestHooksPageFormats holds that the pipelines of the page ask for formats that
// there are, and that every format for other tools is shown.
func TestHooksPageFormats(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/hooks.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := []string{"text"}
	for _, m := range formatFlag.FindAllStringSubmatch(string(page), -1) {
		shown = append(shown, m[1])
		if !slices.Contains(report.ValidationFormats, m[1]) {
			t.Errorf("there is no format %s", m[1])
		}
	}
	for _, f := range report.ValidationFormats {
		if !slices.Contains(shown, f) {
			t.Errorf("the page does not show the format %s", f)
		}
	}
}
