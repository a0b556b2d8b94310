//go:build faults && unix

package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestFaultKill kills an eval at many points; the next one takes the same run up
// and judges nothing twice that had its verdict.
func TestFaultKill(t *testing.T) {
	t.Parallel()
	agents := map[string]int{"orders": 9, "returns": 13}
	moments := map[string]func(*desk, *process){
		"at once":       func(*desk, *process) {},
		"folder made":   func(d *desk, _ *process) { d.until("the folder", func() bool { return exists(d.path("")) }) },
		"database made": func(d *desk, _ *process) { d.until("the database", func() bool { return exists(d.database()) }) },
		"migrating": func(d *desk, _ *process) {
			d.until("the lock", func() bool { return exists(d.path("locks/migrate.lock")) })
		},
		"first call":           func(d *desk, _ *process) { d.asked(1) },
		"many calls":           func(d *desk, _ *process) { d.asked(25) },
		"last calls":           func(d *desk, _ *process) { d.asked(2 * 22) },
		"first verdict stored": func(d *desk, _ *process) { d.until("a verdict", func() bool { return len(done(d.rows())) > 0 }) },
	}
	for _, n := range []int{1, 2, 5, 9, 10, 16, 21, 22} {
		moments[fmt.Sprintf("%d printed", n)] = func(_ *desk, p *process) { p.printed(n) }
	}
	for name, moment := range moments {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, t.TempDir(), steady, agents)
			p := d.start("eval", "--concurrency", "4")
			moment(d, p)
			p.kill()
			d.takenUp(2)
		})
	}
}

// takenUp wants the next eval to finish what an ended one left.
func (d *desk) takenUp(runs int) {
	d.t.Helper()
	before := done(d.rows())
	graded := d.graded()
	d.run("eval").exits(0).printsAll(d)
	after := map[string]row{}
	for _, r := range d.rows() {
		after[fmt.Sprint(r.Run, r.Position)] = r
	}
	again := d.graded()
	for _, r := range before {
		if after[fmt.Sprint(r.Run, r.Position)] != r {
			d.t.Errorf("a verdict changed:\n%+v\n%+v", r, after[fmt.Sprint(r.Run, r.Position)])
		}
		if again[r.Input] != graded[r.Input] {
			d.t.Errorf("%q had its verdict and was graded again", r.Input)
		}
	}
	d.audit(runs)
	d.swept()
}

// TestFaultKillTwice kills the one that takes up as well, again and again: there
// is progress as long as verdicts are reached.
func TestFaultKillTwice(t *testing.T) {
	t.Parallel()
	d := newDesk(t, t.TempDir(), steady, map[string]int{"orders": 20})
	for n := 2; n <= 20; n += 3 {
		p := d.start("eval", "--concurrency", "3")
		p.printed(n)
		p.kill()
		if got := len(done(d.rows())); got < n {
			t.Fatalf("%d verdicts were printed and %d are stored", n, got)
		}
	}
	d.takenUp(1)
}

// TestFaultKillPush kills a push of many bodies while it writes: it is there
// whole or not at all.
func TestFaultKillPush(t *testing.T) {
	t.Parallel()
	for _, kib := range []int64{1, 300, 900, 1500} {
		t.Run(fmt.Sprintf("%d KiB written", kib), func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, t.TempDir(), quick, map[string]int{"orders": 4})
			d.library(30)
			p := d.start("eval")
			d.until("the log to grow", func() bool {
				info, err := os.Stat(d.database() + "-wal")
				ended := false
				select {
				case <-p.done:
					ended = true
				default:
				}
				return ended || err == nil && info.Size() >= kib<<10
			})
			p.kill()
			if exists(d.database()) && len(d.rows()) > 0 && d.number(`SELECT count(*) FROM heads`) != 4 {
				t.Errorf("a run stands on half a push")
			}
			d.takenUp(1)
			if n := d.number(`SELECT count(*) FROM revisions`); n != 1 {
				t.Errorf("%d revisions, want 1", n)
			}
		})
	}
}

// library gives the desk's agent knowledge bases of so many documents.
func (d *desk) library(documents int) {
	d.t.Helper()
	for i := range documents {
		base := [2]string{"prices", "terms"}[i%2]
		text := fmt.Sprint(i) + strings.Repeat(" - ", 20000) // much to store, little to index
		d.write(fmt.Sprintf("knowledge/%s/page-%d.md", base, i), text)
	}
	data, err := os.ReadFile(d.dir + "/agents/orders.yaml")
	d.must(err)
	d.write("agents/orders.yaml", strings.Replace(string(data), "evals:", "knowledgeBases: [prices, terms]\nevals:", 1))
}
