//go:build faults && unix

package main

import (
	"testing"
)

// TestFaultTwoDraftsTogether evaluates two versions of a project at once in one
// workspace, as two checkouts might: each is told of its own cases.
func TestFaultTwoDraftsTogether(t *testing.T) {
	t.Parallel()
	const versions = 3
	var desks []*desk
	for n := range versions {
		d := newDesk(t, t.TempDir(), quick, map[string]int{"orders": 4 + 3*n, "returns": 2 + n})
		if n > 0 {
			d.local = desks[0].path("")
		}
		desks = append(desks, d)
	}
	desks[0].run("push").exits(0)
	for range 5 {
		var all []*process
		for _, d := range desks {
			all = append(all, d.start("eval", "--rerun"))
		}
		for n, p := range all {
			p.wait().exits(0).printsAll(desks[n])
		}
	}
	desks[0].audit(versions * 2 * 5)
}
