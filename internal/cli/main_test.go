package cli

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestMainsAtOnce runs several command lines in one process, as other tests do:
// under the race detector it shows what they share.
func TestMainsAtOnce(t *testing.T) {
	t.Parallel()
	var all sync.WaitGroup
	for _, args := range [][]string{{"--version"}, {"--help"}, {"eval", "--help"}, {"push", "-h"}} {
		all.Go(func() {
			var out bytes.Buffer
			env := &Env{
				In: strings.NewReader(""), Out: &out, Err: &out, Dir: t.TempDir(), Now: time.Now,
				Getenv:  func(string) string { return "" },
				Context: func() (context.Context, context.CancelFunc) { return context.WithCancel(t.Context()) },
			}
			if s := Main(env, append([]string{"caplo"}, args...)); s != StatusOK || !strings.Contains(out.String(), "caplo") {
				t.Errorf("%v: status %d\n%s", args, s, &out)
			}
		})
	}
	all.Wait()
}

// TestInterruptedBeforeAnything says after Ctrl-C that nothing was sent or kept
// yet, and does not wait for what was being read.
func TestInterruptedBeforeAnything(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "caplo.yaml"), []byte("project: desk\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for command, want := range map[string]string{
		"push":                                "nothing was sent yet",
		"eval":                                "nothing was sent yet",
		"login https://caplo.example.invalid": "no key was kept",
	} {
		in, _ := io.Pipe() // nobody types
		var out bytes.Buffer
		env := &Env{
			In: in, Out: &out, Err: &out, Dir: dir, Now: time.Now, Getenv: func(string) string { return "" },
			Context: func() (context.Context, context.CancelFunc) {
				ctx, cancel := context.WithCancel(t.Context())
				cancel()
				return ctx, cancel
			},
		}
		s := Main(env, append([]string{"caplo"}, strings.Fields(command)...))
		if s != StatusInterrupted || !strings.Contains(out.String(), want) || strings.Contains(out.String(), "judged") {
			t.Errorf("caplo %s: status %d\n%s", command, s, &out)
		}
	}
}
