package cli

import (
	"bytes"
	"context"
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
