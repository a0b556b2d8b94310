package cli

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"
)

// TestNoKeyIsRepeated gives a key wherever it does not belong, and wants it
// neither among results nor in what is said to be wrong.
func TestNoKeyIsRepeated(t *testing.T) {
	t.Parallel()
	key := "caplo_" + strings.Repeat("a2b3", 4) + "_" + strings.Repeat("c4d5", 13)
	for _, c := range []struct{ args, url string }{
		{args: key},
		{args: "eval --" + key},
		{args: "eval --wait " + key},
		{args: "members set-role ann " + key},
		{args: "explain " + key},
		{args: "-C " + key + " push --format json"},
		{args: "whoami", url: "https://" + key},
		{args: "whoami --format json", url: key},
	} {
		var out bytes.Buffer
		env := &Env{
			In: strings.NewReader(""), Out: &out, Err: &out, Dir: t.TempDir(), Now: time.Now,
			Getenv: func(name string) string {
				if name == "CAPLO_URL" {
					return c.url
				}
				return ""
			},
			Context: func() (context.Context, context.CancelFunc) { return context.WithCancel(t.Context()) },
		}
		if s := Main(env, append([]string{"caplo"}, strings.Fields(c.args)...)); s == StatusOK || strings.Contains(out.String(), key) || out.Len() == 0 {
			t.Errorf("caplo %s: status %d\n%s", c.args, s, &out)
		}
	}
}
