package cli

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func testEnv() *Env {
	return &Env{
		In: strings.NewReader(""), Out: &strings.Builder{}, Err: &strings.Builder{}, Dir: "/nowhere",
		Getenv:  func(string) string { return "" },
		Context: func() (context.Context, context.CancelFunc) { return context.WithCancel(context.Background()) },
	}
}

func TestArrange(t *testing.T) {
	t.Parallel()
	app := newApp(testEnv())
	for in, want := range map[string]string{
		"caplo":                      "caplo",
		"caplo --version":            "caplo --version",
		"caplo -C dir eval":          "caplo -C dir eval",
		"caplo eval agent/a --rerun": "caplo eval --rerun -- agent/a",
		"caplo eval agent/a --format json agent/b":    "caplo eval --format json -- agent/a agent/b",
		"caplo eval --format=json agent/a":            "caplo eval --format=json -- agent/a",
		"caplo eval agent/a -C dir":                   "caplo eval -C dir -- agent/a",
		"caplo eval -- --rerun":                       "caplo eval -- --rerun",
		"caplo eval agent/a --rerun -- -x":            "caplo eval --rerun -- agent/a -x",
		"caplo push - --dry-run":                      "caplo push --dry-run -- -",
		"caplo eval --concurrency":                    "caplo eval --concurrency",
		"caplo -C dir --help":                         "caplo -C dir --help",
		"caplo agent validate -f - --fix":             "caplo agent validate -f - --fix",
		"caplo agent validate x -f a.yaml --strict y": "caplo agent validate -f a.yaml --strict -- x y",
		"caplo validate a --routing-cases 3 --fix b":  "caplo validate --routing-cases 3 --fix -- a b",
		"caplo eval agent/a --nope --concurrency 2 b": "caplo eval --nope --concurrency 2 -- agent/a b",
	} {
		got, err := arrange(app, strings.Fields(in))
		if err != nil {
			t.Errorf("%s: %v", in, err)
			continue
		}
		if diff := cmp.Diff(strings.Fields(want), got); diff != "" {
			t.Errorf("%s: %s", in, diff)
		}
	}
	for _, in := range []string{"caplo evil", "caplo -C dir evil --rerun"} {
		var usage *usageError
		if _, err := arrange(app, strings.Fields(in)); !errors.As(err, &usage) || !strings.Contains(usage.hint, "validate, push, diff, pull, eval") {
			t.Errorf("%s: %v", in, err)
		}
	}
}
