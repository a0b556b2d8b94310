//go:build faults && unix

package main

import (
	"bytes"
	"context"
	"os"
	"testing"
)

// TestFaultLocked keeps the database locked for longer than anybody waits.
func TestFaultLocked(t *testing.T) {
	t.Parallel()
	d := newDesk(t, t.TempDir(), quick, map[string]int{"orders": 6})
	d.run("push").exits(0)
	unlock := d.lock()
	d.run("eval").exits(1).says(`workspace\.db locked for 5s`, "try again")
	unlock()
	d.run("eval").exits(0).printsAll(d)
	d.audit(1)
}

// TestFaultLockedMeanwhile locks it while cases are judged.
func TestFaultLockedMeanwhile(t *testing.T) {
	t.Parallel()
	d := newDesk(t, t.TempDir(), slow, map[string]int{"orders": 30})
	p := d.start("eval", "--concurrency", "4")
	p.printed(3)
	unlock := d.lock()
	p.wait().exits(1).says(`workspace\.db locked for 5s`, "try again")
	unlock()
	d.script(quick)
	d.takenUp(1)
}

// lock locks the database against writers until unlock is called.
func (d *desk) lock() (unlock func()) {
	d.t.Helper()
	db := d.db()
	conn, err := db.Conn(context.Background())
	d.must(err)
	_, err = conn.ExecContext(context.Background(), `BEGIN IMMEDIATE`)
	d.must(err)
	return func() {
		_, err := conn.ExecContext(context.Background(), `ROLLBACK`)
		d.must(err)
		d.must(conn.Close())
		d.must(db.Close())
	}
}

// TestFaultDatabaseGone takes the database away while an eval runs.
func TestFaultDatabaseGone(t *testing.T) {
	t.Parallel()
	garbage := bytes.Repeat([]byte("This was a database. "), 40000)
	for name, take := range map[string]func(*desk) error{
		"deleted":             func(d *desk) error { return os.Remove(d.database()) },
		"folder deleted":      func(d *desk) error { return os.RemoveAll(d.path("")) },
		"moved away":          func(d *desk) error { return os.Rename(d.database(), d.database()+".old") },
		"replaced by garbage": func(d *desk) error { return replace(d.database(), garbage) },
		"replaced by nothing": func(d *desk) error { return replace(d.database(), nil) },
		"overwritten":         func(d *desk) error { return os.WriteFile(d.database(), garbage, 0o600) },
		"truncated":           func(d *desk) error { return os.Truncate(d.database(), 0) },
		"log overwritten":     func(d *desk) error { return os.WriteFile(d.database()+"-wal", garbage, 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, t.TempDir(), slow, map[string]int{"orders": 30})
			d.run("push").exits(0)
			p := d.start("eval", "--concurrency", "4")
			p.printed(3)
			d.must(take(d))
			p.wait().exits(1).says(`workspace\.db`)
			d.must(os.RemoveAll(d.path("")))
			d.script(quick)
			d.run("eval").exits(0).printsAll(d)
			d.audit(1)
		})
	}
}

// replace puts another file in the place of one.
func replace(path string, data []byte) error {
	if err := os.WriteFile(path+".new", data, 0o600); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}
