//go:build faults && unix

package main

import (
	"fmt"
	"strings"
	"testing"
)

// TestFaultAccessLost takes away what a run was started with while it goes on, and
// then kills the server as well: the run ends as it was allowed to start. Whoever
// watches sees its end, or is told about the key.
func TestFaultAccessLost(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(*team){
		"key revoked":    func(m *team) { m.run("keys", "revoke", m.keyOf("ann")).exits(0) },
		"member removed": func(m *team) { m.run("members", "remove", "ann").exits(0) },
		"role lowered":   func(m *team) { m.run("members", "set-role", "ann", "member").exits(0) },
	} {
		for _, killed := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, killed: %t", name, killed), func(t *testing.T) {
				t.Parallel()
				m := newTeam(t, mixed, map[string]int{"orders": 16})
				key := strings.TrimSpace(m.run("members", "add", "ann", "--role", "admin").exits(0).stdout)
				cmd := m.command("eval")
				cmd.Env = append(cmd.Env, "CAPLO_API_KEY="+key)
				p := m.launch(cmd)
				p.printed(2)
				lose(m)
				if killed {
					m.crash()
				}
				m.until("the run's end", func() bool { return m.number(`SELECT count(*) FROM runs WHERE status = 'open'`) == 0 })
				m.verdicts(1)
				res := m.agrees(p.wait())
				if res.status == 1 {
					res.says("API key|role|scope|needs|removed", "CAPLO_API_KEY")
				} else {
					res.exits(3).printsAll(m.desk)
				}
				if strings.Contains(res.stdout+res.stderr, key) {
					t.Errorf("the key is printed: %s", res)
				}
				cmd = m.command("eval", "--rerun")
				cmd.Env = append(cmd.Env, "CAPLO_API_KEY="+key)
				again := m.launch(cmd).wait()
				if again.status != 1 && name != "role lowered" {
					t.Errorf("the key works still: %s", again)
				}
			})
		}
	}
}

// keyOf is the id of a member's key.
func (m *team) keyOf(member string) (id string) {
	m.t.Helper()
	db := m.db()
	defer db.Close()
	m.must(db.QueryRow(`SELECT k.id FROM keys k JOIN members m ON m.id = k.member WHERE m.name = ?`, member).Scan(&id))
	return id
}

// TestFaultModelsGone starts a killed server again without its models, and with
// others in their place: the run ends, by what it pinned or not at all.
func TestFaultModelsGone(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*team){
		"no models": func(m *team) { m.config("limits: {concurrency: 4}\n") },
		"others":    func(m *team) { m.config("models: {agent: rehearsal, grader: rehearsal}\n") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newTeam(t, mixed, map[string]int{"orders": 12})
			p := m.start("eval")
			p.printed(2)
			m.server.kill()
			change(m)
			m.serve()
			m.ends(p) // it pinned its models, which are there still
			m.verdicts(1)
		})
	}
	t.Run("no provider", func(t *testing.T) {
		t.Parallel()
		m := newTeam(t, mixed, map[string]int{"orders": 12})
		p := m.start("eval")
		p.printed(2)
		m.server.kill()
		before, graded := done(m.rows()), m.graded()
		m.providerless = true
		m.serve()
		res := p.wait().exits(3)
		res.printsAll(m.desk)
		m.agrees(res)
		if !strings.Contains(res.stdout, "cannot be worked here") {
			t.Errorf("it does not say why: %s", res)
		}
		m.kept(before, graded)
		m.verdicts(1)
		m.stop()
		m.providerless = false
		m.serve()
		m.ends(m.start("eval"))
		m.verdicts(2)
	})
}
