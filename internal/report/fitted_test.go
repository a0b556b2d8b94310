package report

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/trace"
)

func TestFittedTables(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("客", 70)
	rows := fitted([][]string{{"KEY", "NAME", "N"}, {strings.Repeat("k", 64), long, "1"}, {"a\x1b", "b", "2"}}, 80)
	var out strings.Builder
	if err := table(&out, rows); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > 80 {
			t.Errorf("%d characters: %s", n, line)
		}
	}
	if strings.Contains(out.String(), "\x1b") || !strings.Contains(out.String(), "…") || !strings.Contains(rows[2][0], "a") {
		t.Errorf("%q", out.String())
	}
}

func TestWrapped(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                    "> \n",
		"one two three":       "> one two\n> three\n",
		"a\n\nb\n":            "> a\n> \n> b\n",
		"averylongword and x": "> averylongword\n> and x\n",
		"x\x1b[31my\u202e":    "> x[31my\n",
	} {
		if got := wrapped("> ", text, 10); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestAgentInfoFits holds that the longest names and a digest leave lines that can
// be read.
func TestAgentInfoFits(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("word ", 16) // a name has up to 80 characters
	a := &AgentInfo{
		Agent:    api.Agent{Key: strings.Repeat("k", 64), Name: long, Project: "shop", Draft: "sha256:" + strings.Repeat("a", 64)},
		LastPush: &api.HistoryEntry{Origin: "push", Author: long + "(first)\x1b", Git: &agent.Git{Commit: strings.Repeat("1", 40), Branch: long, Dirty: true}},
		LastRun:  &api.RunInfo{Run: trace.Run{ID: "run_x", Status: trace.RunOpen, Cases: 100}, EarlierDraft: true, EarlierCases: true},
	}
	var out strings.Builder
	if err := a.Text(&out); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > 80 {
			t.Errorf("%d characters: %s", n, line)
		}
	}
	if !strings.Contains(out.String(), "\n         run_x, of an earlier draft and earlier cases\n") || strings.Contains(out.String(), "\x1b") {
		t.Errorf("%q", out.String())
	}
}
