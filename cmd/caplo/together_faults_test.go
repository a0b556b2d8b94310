//go:build faults && unix

package main

import (
	"fmt"
	"strings"
	"testing"
)

// TestFaultTogether starts several evals of one project at once. On a fresh
// workspace they also race on making, migrating and filling it.
func TestFaultTogether(t *testing.T) {
	t.Parallel()
	for round := range 4 {
		for _, n := range []int{2, 4} {
			t.Run(fmt.Sprintf("%d evals, round %d", n, round), func(t *testing.T) {
				t.Parallel()
				d := newDesk(t, t.TempDir(), steady, map[string]int{"orders": 8, "returns": 12})
				d.together(n)
				d.audit(2)
				if n := d.number(`SELECT count(*) FROM revisions`); n != 1 {
					t.Errorf("%d revisions, want 1", n)
				}
				// Again, on the workspace that is there, with changed cases.
				d.agent("orders", "Answer customers kindly.", 8)
				d.together(n)
				d.audit(3)
				d.swept()
			})
		}
	}
}

// together wants n evals at once to share the runs: each prints all cases, one
// started a run, and every case was judged once.
func (d *desk) together(n int) {
	d.t.Helper()
	runs, graded := len(d.rows()), len(graders(d))
	var all []*process
	for range n {
		all = append(all, d.start("eval", "--concurrency", "3"))
	}
	started := map[string]int{}
	for _, p := range all {
		res := p.wait().exits(0)
		res.printsAll(d)
		for _, line := range strings.Split(res.stdout, "\n") {
			if _, run, ok := strings.Cut(line, ": run run_"); ok {
				started[run]++
			}
		}
	}
	for run, n := range started {
		if n != 1 {
			d.t.Errorf("run %s was started %d times", run, n)
		}
	}
	if made, judged := len(d.rows())-runs, len(graders(d))-graded; made != judged {
		d.t.Errorf("%d cases were queued and %d were graded", made, judged)
	}
}

func graders(d *desk) (list []string) {
	for _, c := range d.calls() {
		if c.Grader {
			list = append(list, c.Text)
		}
	}
	return list
}

// TestFaultPushMeanwhile pushes a changed draft and suite while an eval of the
// same agent goes on: it goes on as it began.
func TestFaultPushMeanwhile(t *testing.T) {
	t.Parallel()
	d := newDesk(t, t.TempDir(), slow, map[string]int{"orders": 10})
	p := d.start("eval", "--concurrency", "2")
	p.printed(2)
	d.agent("orders", "Answer customers in verse.", 3)
	d.run("push").exits(0)
	p.wait().exits(0).printsAll(d)
	d.audit(1)
	if n := d.number(`SELECT count(*) FROM revisions`); n != 2 {
		t.Errorf("%d revisions, want 2", n)
	}
	d.agents["orders"] = 3
	d.run("eval").exits(0).printsAll(d)
	d.audit(2)
}

// TestFaultKilledAmongOthers kills one of two that share a run: the other takes
// over what it held, without being started again.
func TestFaultKilledAmongOthers(t *testing.T) {
	t.Parallel()
	d := newDesk(t, t.TempDir(), slow, map[string]int{"orders": 24})
	first := d.start("eval", "--concurrency", "4")
	first.printed(1)
	second := d.start("eval", "--concurrency", "4")
	second.printed(9)
	first.kill()
	second.wait().exits(0).printsAll(d)
	d.audit(1)
	d.swept()
}
