//go:build faults && unix

package main

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// TestFaultServeKillMaking kills a server while it makes a new workspace: whoever
// starts it next has a key that works.
func TestFaultServeKillMaking(t *testing.T) {
	t.Parallel()
	for name, made := range map[string]func(*team) bool{
		"the lock":   func(m *team) bool { return exists(m.where + ".locks/migrate.lock") },
		"a file":     func(m *team) bool { return exists(m.where) },
		"tables":     func(m *team) bool { return m.holds(`SELECT 1 FROM sqlite_schema WHERE name = 'run_cases'`) },
		"the schema": func(m *team) bool { return m.holds(`SELECT 1 FROM sqlite_schema WHERE name = 'runs_by_start_key'`) },
		"an owner":   func(m *team) bool { return m.holds(`SELECT 1 FROM members`) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := prepareTeam(t, mixed, map[string]int{"orders": 4})
			p := m.begin()
			m.until(name, func() bool { return p.over() || made(m) })
			p.kill()
			m.learn(p)
			m.serve()
			m.run("whoami").exits(0)
			m.ends(m.start("eval"))
			m.verdicts(1)
		})
	}
}

// holds reports whether a query of the server's database has a row.
func (m *team) holds(query string) bool {
	db, err := sql.Open("sqlite", "file:"+m.where+"?mode=ro&_busy_timeout=10000")
	m.must(err)
	defer db.Close()
	var n int
	return db.QueryRow(query).Scan(&n) == nil
}

// TestFaultServeKillMigrating kills servers while they bring an old database up to
// date: all that was in it is there afterwards.
func TestFaultServeKillMigrating(t *testing.T) {
	t.Parallel()
	m := prepareTeam(t, mixed, map[string]int{"orders": 4})
	m.released(6, 2000)
	before := m.counts()
	reached := map[int]bool{}
	for _, step := range []func() bool{
		func() bool { return exists(m.where + ".locks/migrate.lock") },
		func() bool { return exists(m.where + "-wal") },
		func() bool { return m.size("-wal") > 4<<10 },
		func() bool { return m.size("-wal") > 64<<10 },
		func() bool { return m.holds(`SELECT 1 FROM sqlite_schema WHERE name = 'keys'`) },
	} {
		p := m.begin()
		m.until("a step", func() bool { return p.over() || step() || readyText.MatchString(p.stdout()) })
		p.kill()
		m.learn(p)
		m.sound()
		reached[m.number(`PRAGMA user_version`)] = true
		if now := m.counts(); now != before {
			t.Fatalf("there were %s, and there are %s", before, now)
		}
	}
	if !reached[6] {
		t.Errorf("no migration was interrupted: %v", reached)
	}
	m.serve()
	if now := m.counts(); now != before {
		t.Errorf("there were %s, and there are %s", before, now)
	}
	m.ends(m.start("eval"))
	m.sound()
}

// released makes the server's database one of an older schema, with so many cases
// more.
func (m *team) released(schema, cases int) {
	m.t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "internal", "store", "testdata", fmt.Sprintf("schema-%d.sql", schema)))
	m.must(err)
	db, err := sql.Open("sqlite", "file:"+m.where)
	m.must(err)
	defer db.Close()
	_, err = db.Exec(string(text))
	m.must(err)
	_, err = db.Exec(fmt.Sprintf(`WITH RECURSIVE n(i) AS (SELECT 1000 UNION ALL SELECT i+1 FROM n WHERE i < %d)
		INSERT INTO run_cases SELECT run, i, case_id || i, name, status, owner, attempt, i, outcome, micros, definition, result
		FROM n, (SELECT * FROM run_cases WHERE status = 'done' LIMIT 1)`, 1000+cases))
	m.must(err)
}

func (m *team) counts() string {
	m.t.Helper()
	return fmt.Sprintf("%d cases, %d revisions, %d heads", m.number(`SELECT count(*) FROM run_cases`),
		m.number(`SELECT count(*) FROM revisions`), m.number(`SELECT count(*) FROM heads`))
}

func (m *team) size(suffix string) int64 {
	info, err := os.Stat(m.where + suffix)
	if err != nil {
		return 0
	}
	return info.Size()
}
