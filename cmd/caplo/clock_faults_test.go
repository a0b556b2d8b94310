//go:build faults && unix

package main

import (
	"strings"
	"testing"
)

// TestFaultClock sets a server's clock back and forth between its starts: the
// newest run stays the newest, and nothing but an expiry asks what time it is.
func TestFaultClock(t *testing.T) {
	t.Parallel()
	m := newTeam(t, quick, map[string]int{"orders": 5})
	short := strings.TrimSpace(m.run("keys", "create", "--name", "short", "--scope", "agents:read", "--days", "1").exits(0).stdout)
	m.run("eval").exits(0).printsAll(m.desk)
	m.at("-48h")
	m.script(mixed)
	m.restart()
	m.run("eval", "--rerun").exits(3).printsAll(m.desk)
	m.verdicts(2)
	m.script(quick)
	m.restart()
	// The run that failed is newer than the one that passed, whatever their times.
	res := m.run("eval").exits(0)
	if strings.Contains(res.stdout, "reused") {
		t.Errorf("an older run counts: %s", res)
	}
	m.verdicts(3)
	m.at("")
	m.restart()
	if res := m.run("eval").exits(0); !strings.Contains(res.stdout, "reused") {
		t.Errorf("the newest run does not count: %s", res)
	}
	for _, at := range []struct {
		clock  string
		status int
	}{{"", 0}, {"48h", 1}, {"-48h", 0}} {
		m.at(at.clock)
		m.restart()
		cmd := m.command("whoami")
		cmd.Env = append(cmd.Env, "CAPLO_API_KEY="+short)
		res := m.launch(cmd).wait().exits(at.status)
		if at.status == 1 {
			res.says("expired on", "CAPLO_API_KEY")
		}
		m.run("whoami").exits(0)
	}
	m.verdicts(3)
}

// TestFaultClockMeanwhile sets the clock back and forth while a run goes on.
func TestFaultClockMeanwhile(t *testing.T) {
	t.Parallel()
	m := newTeam(t, mixed, map[string]int{"orders": 16})
	p := m.start("eval")
	for n, clock := range map[int]string{3: "-48h", 8: "48h"} {
		p.printed(n)
		m.at(clock)
		m.crash()
	}
	m.ends(p)
	m.verdicts(1)
}

// at sets the clock of the next server.
func (m *team) at(clock string) { m.clock = clock }

// restart ends the server well and starts it again.
func (m *team) restart() {
	m.t.Helper()
	m.stop()
	m.serve()
}
