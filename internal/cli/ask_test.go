package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
)

// TestAsk: only a yes is one, and whoever is interrupted has not agreed.
func TestAsk(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]bool{
		"y\n": true, "Yes\n": true, " YES \r\n": true, "y": true, "": false, "\n": false, "n\n": false, "yes please\n": false, "yn\n": false,
	} {
		var out bytes.Buffer
		env := &Env{In: strings.NewReader(answer), Err: &out}
		if got, err := env.ask(t.Context(), "delete all?"); got != want || err != nil {
			t.Errorf("%q: %v, %v", answer, got, err)
		}
		if out.String() != "delete all? [y/N] " {
			t.Errorf("asks %q", &out)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	silent, end := io.Pipe()
	t.Cleanup(func() { _ = end.Close() })
	if yes, err := (&Env{In: silent, Err: io.Discard}).ask(ctx, "delete all?"); yes || !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v, %v", yes, err)
	}
}

// TestProgress: a line that is gone at the end, on terminals alone, and none where
// one batch is all.
func TestProgress(t *testing.T) {
	t.Parallel()
	show := func(env Env, all int, batches ...int) string {
		var out bytes.Buffer
		env.Err = &out
		if env.Getenv == nil {
			env.Getenv = func(string) string { return "" }
		}
		sent, end := env.progress(all)
		for _, n := range batches {
			sent(n)
		}
		end()
		return out.String()
	}
	terminal := Env{Terminal: Terminal{Err: true}}
	if got := show(terminal, 5, 2, 2, 1); got != "\ruploaded 2 of 5\ruploaded 4 of 5\r\x1b[K" {
		t.Errorf("%q", got)
	}
	if got := show(terminal, 5, 2); got != "\ruploaded 2 of 5\r\x1b[K" {
		t.Errorf("an upload that failed: %q", got)
	}
	if got := show(terminal, 5, 5); got != "" {
		t.Errorf("one batch: %q", got)
	}
	if got := show(Env{}, 5, 2, 3); got != "" {
		t.Errorf("a pipeline: %q", got)
	}
	dumb := Env{Terminal: Terminal{Err: true}, Getenv: func(string) string { return "dumb" }}
	if got := show(dumb, 5, 2, 3); got != "" {
		t.Errorf("a dumb terminal: %q", got)
	}
}

// TestReadGitStatus reads what git says of its own state.
func TestReadGitStatus(t *testing.T) {
	t.Parallel()
	for status, want := range map[string]string{
		"# branch.oid abc\x00# branch.head main\x00":                                "abc main clean",
		"# branch.oid abc\x00# branch.head (detached)\x00? new.yaml\x00":            "abc  dirty",
		"# branch.oid abc\x00# branch.head a b\x001 .M N... 1 1 1 a b agents/x\x00": "abc a b dirty",
		"# branch.oid (initial)\x00# branch.head main\x00? x\x00":                   "none",
		"": "none",
	} {
		got := "none"
		if g := readGitStatus([]byte(status)); g != nil {
			got = g.Commit + " " + g.Branch + map[bool]string{true: " dirty", false: " clean"}[g.Dirty]
		}
		if got != want {
			t.Errorf("%q: %q, want %q", status, got, want)
		}
	}
}

// TestTakesSettings: only a git that can be told what not to start is asked.
func TestTakesSettings(t *testing.T) {
	t.Parallel()
	for version, want := range map[string]bool{
		"git version 2.31.0\n": true, "git version 2.39.5 (Apple Git-154)\n": true, "git version 2.45.1.windows.1\n": true,
		"git version 3.0.rc1\n": true, "git version 2.30.9\n": false, "git version 1.99\n": false, "": false, "hub version 2.40\n": false,
	} {
		if takesSettings(version) != want {
			t.Errorf("%q: %v", version, !want)
		}
	}
}
