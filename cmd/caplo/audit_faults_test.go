//go:build faults && unix

package main

import (
	"database/sql"
	"os"
	"slices"
	"strings"
)

// row is a case of a run as the database has it.
type row struct {
	Run, Status, Owner, Outcome, Result string
	Position, Attempt                   int
	Seq                                 sql.NullInt64
	Input                               string
}

// db opens the desk's database as anybody could.
func (d *desk) db() *sql.DB {
	d.t.Helper()
	db, err := sql.Open("sqlite", "file:"+d.database()+"?mode=rw&_busy_timeout=10000")
	d.must(err)
	db.SetMaxOpenConns(1)
	return db
}

// rows reads the cases of all runs; none where there is no database yet.
func (d *desk) rows() []row {
	d.t.Helper()
	db := d.db()
	defer db.Close()
	q, err := db.Query(`SELECT run, position, status, owner, attempt, seq, outcome, coalesce(result, ''),
		definition ->> 'input' FROM run_cases ORDER BY run, position`)
	if err != nil && (strings.Contains(err.Error(), "unable to open") || strings.Contains(err.Error(), "no such table")) {
		return nil
	}
	d.must(err)
	defer q.Close()
	var list []row
	for q.Next() {
		var r row
		d.must(q.Scan(&r.Run, &r.Position, &r.Status, &r.Owner, &r.Attempt, &r.Seq, &r.Outcome, &r.Result, &r.Input))
		list = append(list, r)
	}
	d.must(q.Err())
	return list
}

// done are the rows that hold a verdict.
func done(rows []row) []row {
	return slices.DeleteFunc(slices.Clone(rows), func(r row) bool { return r.Status != "done" })
}

func (d *desk) number(query string) (n int) {
	d.t.Helper()
	db := d.db()
	defer db.Close()
	d.must(db.QueryRow(query).Scan(&n))
	return n
}

// audit wants a sound database with so many runs, all finished, each case with
// one verdict.
func (d *desk) audit(runs int) {
	d.t.Helper()
	d.sound()
	if n := d.number(`SELECT count(*) FROM runs WHERE status = 'finished'`); n != runs || d.number(`SELECT count(*) FROM runs`) != n {
		d.t.Errorf("%d runs finished of %d, want %d", n, d.number(`SELECT count(*) FROM runs`), runs)
	}
	if n := d.number(`SELECT count(*) FROM runs r WHERE cases <> ok + failed + errors
		OR cases <> (SELECT count(*) FROM run_cases c WHERE c.run = r.id AND c.status = 'done')`); n != 0 {
		d.t.Errorf("%d runs do not count what they hold", n)
	}
	if n := d.number(`SELECT count(*) FROM run_cases WHERE status <> 'done'`); n != 0 {
		d.t.Errorf("%d cases have no verdict", n)
	}
}

// swept wants whoever works next to remove what killed ones left.
func (d *desk) swept() {
	d.t.Helper()
	d.run("eval", "--rerun").exits(0)
	entries, err := os.ReadDir(d.path("locks"))
	d.must(err)
	for _, e := range entries {
		if e.Name() != "owners.lock" && e.Name() != "migrate.lock" {
			d.t.Errorf("%s is left behind", e.Name())
		}
	}
}

// sound wants a database without a fault.
func (d *desk) sound() {
	d.t.Helper()
	db := d.db()
	defer db.Close()
	var verdict string
	d.must(db.QueryRow(`PRAGMA integrity_check`).Scan(&verdict))
	if verdict != "ok" {
		d.t.Errorf("integrity: %s", verdict)
	}
	var broken int
	d.must(db.QueryRow(`SELECT count(*) FROM pragma_foreign_key_check`).Scan(&broken))
	if broken != 0 {
		d.t.Errorf("%d broken references", broken)
	}
}
