//go:build faults && linux

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFaultServeDiskFull fills the server's disk while cases are judged: the run
// waits, and goes on by itself once there is room.
func TestFaultServeDiskFull(t *testing.T) {
	t.Parallel()
	disk := mounted(t, "8m")
	m := prepareTeam(t, mixed, map[string]int{"orders": 30})
	m.where = filepath.Join(disk, "team.db")
	m.serve()
	p := m.start("eval")
	p.printed(3)
	filler := filepath.Join(disk, "filler")
	if err := os.WriteFile(filler, make([]byte, 16<<20), 0o600); err == nil {
		t.Fatal("there is too much room")
	}
	m.logs("no space left")
	q := m.start("eval", "--rerun") // there may be room for so much
	m.run("whoami").exits(0)
	m.must(os.Remove(filler))
	m.ends(p)
	if res := q.wait(); res.status == 1 {
		m.broke(res, "disk is full")
	} else {
		m.agrees(res.exits(3)).printsAll(m.desk)
	}
	m.run("eval").exits(3).printsAll(m.desk)
	m.audit(m.number(`SELECT count(*) FROM runs`))
}

// TestFaultServeDiskFullAtStart starts a server where there is no room for a
// workspace: it says so, and starts once there is.
func TestFaultServeDiskFullAtStart(t *testing.T) {
	t.Parallel()
	disk := mounted(t, "4m")
	m := prepareTeam(t, quick, map[string]int{"orders": 4})
	m.where = filepath.Join(disk, "team.db")
	for _, kib := range []int{0, 16, 64} {
		filler := fill(m.desk, disk, kib)
		p := m.begin()
		<-p.done
		if log := p.stderr.String(); p.cmd.ProcessState.ExitCode() != 1 || !strings.Contains(log, "no space left") {
			t.Errorf("%d KiB: status %d\n%s", kib, p.cmd.ProcessState.ExitCode(), log)
		}
		m.must(os.Remove(filler))
	}
	m.serve()
	m.ends(m.start("eval"))
	m.verdicts(1)
}

// logs waits until the server's log holds words.
func (m *team) logs(words string) {
	m.t.Helper()
	m.until(words+" in the log", func() bool { return strings.Contains(m.server.stderr.String(), words) })
}

// TestFaultServeLocked keeps the server's database locked for longer than it
// waits: the run goes on once it is free, and readers go on all the time.
func TestFaultServeLocked(t *testing.T) {
	t.Parallel()
	m := prepareTeam(t, mixed, map[string]int{"orders": 30})
	m.config("models: {agent: scripted/m, grader: scripted/m}\nlimits: {concurrency: 1}\n") // each write waits for itself
	m.serve()
	p := m.start("eval")
	p.printed(3)
	unlock := m.lock()
	m.logs("locked")
	m.run("whoami").exits(0)
	unlock()
	m.ends(p)
	m.verdicts(1)
}
