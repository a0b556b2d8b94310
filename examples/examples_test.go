// Package examples tests the example projects: their cases pass, and they pass
// because agent, tools and knowledge are right. Each test of the second sort
// breaks one thing and names the cases that must notice, and by which check.
package examples

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/caplo/caplo/internal/cli"
	"github.com/caplo/caplo/internal/report"
)

// edit changes a project below dir.
type edit func(t *testing.T, dir string)

// rewrite changes one file; it fails where nothing changes.
func rewrite(file string, change func(string) string) edit {
	return func(t *testing.T, dir string) {
		t.Helper()
		path := filepath.Join(dir, file)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		after := change(string(data))
		if after == string(data) {
			t.Fatalf("the edit changes nothing in %s", file)
		}
		if err := os.WriteFile(path, []byte(after), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// without removes what a regular expression matches.
func without(file, expr string) edit {
	re := regexp.MustCompile(expr)
	return rewrite(file, func(s string) string { return re.ReplaceAllString(s, "") })
}

func replaced(file, from, to string) edit {
	return rewrite(file, func(s string) string { return strings.Replace(s, from, to, 1) })
}

// section removes a section of a page: its heading and text.
func section(file, heading string) edit {
	return without(file, `(?ms)^## `+regexp.QuoteMeta(heading)+`\n.*?(^## |\z)`)
}

// noTool takes a tool from an agent, and from the cases that expect it, since
// validate refuses a case whose tool nobody has; with the last tool goes the key,
// since it refuses a list without a value, too.
func noTool(agentFile, suiteFile, tool string) edit {
	return func(t *testing.T, dir string) {
		t.Helper()
		rewrite(agentFile, func(s string) string {
			s = strings.Replace(s, "  - "+tool+"\n", "", 1)
			return regexp.MustCompile(`(?m)^tools:\n(\S)`).ReplaceAllString(s, "$1")
		})(t, dir)
		without(suiteFile, `(?m)^    tool: `+regexp.QuoteMeta(tool)+`\n`)(t, dir)
	}
}

// swapped exchanges when and examples of support's two sub-agents.
func swapped(t *testing.T, dir string) {
	t.Helper()
	rewrite("agents/support.yaml", func(s string) string {
		return strings.NewReplacer("- agent: orders\n    when", "- agent: returns\n    when",
			"- agent: returns\n    when", "- agent: orders\n    when").Replace(s)
	})(t, dir)
}

// eval copies an example, edits it and runs its cases.
func eval(t *testing.T, example string, edits ...edit) *report.Eval {
	t.Helper()
	dir := t.TempDir()
	copyProject(t, example, dir)
	for _, e := range edits {
		e(t, dir)
	}
	var out, errs bytes.Buffer
	env := &cli.Env{
		In: strings.NewReader(""), Out: &out, Err: &errs, Dir: dir,
		Getenv: func(string) string { return "" }, Now: time.Now,
		Context: func() (context.Context, context.CancelFunc) { return context.WithCancel(t.Context()) },
	}
	status := cli.Main(env, []string{"caplo", "eval", "--format", "json"})
	var result report.Eval
	if err := json.Unmarshal(out.Bytes(), &result); err != nil {
		t.Fatalf("status %d: %v\n%s%s", status, err, out.String(), errs.String())
	}
	if passed := status == cli.StatusOK; passed != result.Passed() {
		t.Errorf("status %d, passed %v", status, result.Passed())
	}
	return &result
}

// copyProject copies an example without the local workspace of whoever ran it.
func copyProject(t *testing.T, example, dir string) {
	t.Helper()
	for _, name := range []string{"caplo.yaml", "agents", "tools", "knowledge"} {
		from := filepath.Join(example, name)
		if info, err := os.Stat(from); err == nil && info.IsDir() {
			if err := os.CopyFS(filepath.Join(dir, name), os.DirFS(from)); err != nil {
				t.Fatal(err)
			}
			continue
		}
		data, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// failures maps the cases that did not pass to their failed checks.
func failures(e *report.Eval) map[string]string {
	out := map[string]string{}
	for _, a := range e.Agents {
		for _, c := range a.Cases {
			if c.Outcome == "ok" {
				continue
			}
			var checks []string
			for _, k := range c.Checks {
				if !k.Pass {
					checks = append(checks, k.Check)
				}
			}
			if c.Error != "" {
				checks = append(checks, "error: "+c.Error)
			}
			out[c.Name] = strings.Join(checks, " ")
		}
	}
	return out
}

func TestExamplesPass(t *testing.T) {
	t.Parallel()
	for example, cases := range map[string]int{"order-desk": 17, "clinic-desk": 13} {
		t.Run(example, func(t *testing.T) {
			t.Parallel()
			result := eval(t, example)
			if diff := cmp.Diff(map[string]string{}, failures(result)); diff != "" {
				t.Errorf("cases that did not pass (+):\n%s", diff)
			}
			if result.Summary.Total != cases {
				t.Errorf("%d cases ran, want %d", result.Summary.Total, cases)
			}
			for _, c := range result.Agents[0].Cases {
				if c.Verdict == nil || c.Verdict.NotJudged {
					t.Errorf("the outcome of %q was not judged", c.Name)
				}
			}
		})
	}
}
