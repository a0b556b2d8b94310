//go:build faults && unix

package main

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// result is what a process left.
type result struct {
	t              *testing.T
	status         int
	stdout, stderr string
	signal         syscall.Signal // that ended it, 0: none
}

func (r result) String() string {
	return fmt.Sprintf("status %d, signal %d\n--- stdout\n%s--- stderr\n%s", r.status, r.signal, r.stdout, r.stderr)
}

// exits wants an exit status.
func (r result) exits(status int) result {
	r.t.Helper()
	if r.status != status {
		r.t.Fatalf("want status %d: %s", status, r)
	}
	return r
}

// says wants one sentence with a way out on standard error, and these words in it.
func (r result) says(patterns ...string) {
	r.t.Helper()
	lines := strings.Split(strings.TrimSuffix(r.stderr, "\n"), "\n")
	if len(lines) != 2 || !strings.HasPrefix(lines[0], "caplo: ") || !strings.HasPrefix(lines[1], "hint: ") {
		r.t.Errorf("want one sentence and one hint: %s", r)
	}
	for _, p := range patterns {
		if !regexp.MustCompile(p).MatchString(r.stderr) {
			r.t.Errorf("want %q said: %s", p, r)
		}
	}
}

var caseLine = regexp.MustCompile(`(?m)^  (ok|FAILED|ERROR) +([a-z]+ case [0-9]{3})(?:  .*)?$`)

// cases are the cases that an output reports, with how often.
func cases(out string) map[string]int {
	count := map[string]int{}
	for _, m := range caseLine.FindAllStringSubmatch(out, -1) {
		count[m[2]]++
	}
	return count
}

// printsAll wants every case of the desk printed once.
func (r result) printsAll(d *desk) {
	r.t.Helper()
	want := map[string]int{}
	for key, n := range d.agents {
		for i := range n {
			want[caseName(key, i)] = 1
		}
	}
	if got := cases(r.stdout); !maps.Equal(got, want) {
		r.t.Errorf("want %v printed, each once: %s", slices.Sorted(maps.Keys(want)), r)
	}
}
