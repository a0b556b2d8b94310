//go:build faults && unix

package main

import (
	"fmt"
	"os"
	"syscall"
	"testing"
)

// TestFaultServeKill kills a server at many points of a run: the next one takes
// the run up, and whoever watched prints every case once.
func TestFaultServeKill(t *testing.T) {
	t.Parallel()
	agents := map[string]int{"orders": 8, "returns": 10}
	moments := map[string]func(*team, *process){
		"first call":   func(m *team, _ *process) { m.asked(1) },
		"first grader": func(m *team, _ *process) { m.asked(5) },
		"last calls":   func(m *team, _ *process) { m.asked(2 * 18) },
		"first stored": func(m *team, _ *process) { m.until("a verdict", func() bool { return len(done(m.rows())) > 0 }) },
		"last stored":  func(m *team, _ *process) { m.until("all verdicts", func() bool { return len(done(m.rows())) == 18 }) },
	}
	for _, n := range []int{1, 4, 8, 9, 15, 17} {
		moments[fmt.Sprintf("%d printed", n)] = func(_ *team, p *process) { p.printed(n) }
	}
	for name, moment := range moments {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newTeam(t, mixed, agents)
			p := m.start("eval")
			moment(m, p)
			m.server.kill()
			before, graded := done(m.rows()), m.graded()
			m.serve()
			m.ends(p)
			m.kept(before, graded)
			m.verdicts(1)
		})
	}
}

// TestFaultServeKillAgain kills the server that takes up as well, and two of them
// before they are ready.
func TestFaultServeKillAgain(t *testing.T) {
	t.Parallel()
	m := newTeam(t, mixed, map[string]int{"orders": 24})
	p := m.start("eval")
	for _, n := range []int{2, 7, 12, 18} {
		p.printed(n)
		m.server.kill()
		for range 2 {
			m.begin().kill()
		}
		before, graded := done(m.rows()), m.graded()
		if len(before) < n {
			t.Fatalf("%d verdicts were printed and %d are stored", n, len(before))
		}
		m.serve()
		m.kept(before, graded)
	}
	m.ends(p)
	m.verdicts(1)
}

// TestFaultServeKillEarly kills a server while a project is pushed and its run is
// asked for: the client either comes through or says that it did not, and the
// same command then does what is lacking.
func TestFaultServeKillEarly(t *testing.T) {
	t.Parallel()
	moments := map[string]func(*team, *process){
		"at once": func(*team, *process) {},
		"revision": func(m *team, _ *process) {
			m.until("a revision", func() bool { return m.number(`SELECT count(*) FROM revisions`) > 0 })
		},
		"run": func(m *team, _ *process) {
			m.until("a run", func() bool { return m.number(`SELECT count(*) FROM runs`) > 0 })
		},
	}
	for _, kib := range []int64{64, 200} {
		moments[fmt.Sprintf("%d KiB written", kib)] = func(m *team, p *process) {
			m.until("the log to grow", func() bool {
				info, err := os.Stat(m.where + "-wal")
				return p.over() || err == nil && info.Size() >= kib<<10
			})
		}
	}
	for name, moment := range moments {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newTeam(t, mixed, map[string]int{"orders": 5})
			m.library(8)
			p := m.start("eval")
			moment(m, p)
			m.crash()
			if res := p.wait(); res.status == 1 {
				m.broke(res, "no answer from")
			} else {
				m.agrees(res.exits(3)).printsAll(m.desk)
			}
			m.ends(m.start("eval", "--wait", "20s"))
			if n := m.number(`SELECT count(*) FROM revisions`); n != 1 {
				t.Errorf("%d revisions, want 1", n)
			}
			m.sound()
		})
	}
}

// over is whether a process has ended.
func (p *process) over() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// TestFaultServeEnd ends a server as its supervisor does, with time for the cases
// in hand and without, and starts it again: each case has one verdict, and none
// that was reached is lost.
func TestFaultServeEnd(t *testing.T) {
	t.Parallel()
	for _, grace := range []string{"30s", "50ms", "0s"} {
		for _, n := range []int{0, 3, 11} {
			t.Run(fmt.Sprintf("%s, %d printed", grace, n), func(t *testing.T) {
				t.Parallel()
				m := newTeam(t, mixed, map[string]int{"orders": 14}, "--grace", grace)
				p := m.start("eval")
				m.asked(2)
				p.printed(n)
				m.server.signal(syscall.SIGTERM)
				<-m.server.done
				if code := m.server.cmd.ProcessState.ExitCode(); code != 0 {
					t.Errorf("the server ended with %d: %s", code, m.server.left())
				}
				if n := m.number(`SELECT count(*) FROM run_cases WHERE status = 'running'`); n != 0 {
					t.Errorf("%d cases were not given back", n)
				}
				before, graded := done(m.rows()), m.graded()
				m.serve()
				m.ends(p)
				m.kept(before, graded)
				m.verdicts(1)
			})
		}
	}
}
