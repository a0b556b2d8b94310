//go:build faults

package store_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/caplo/caplo/internal/store"
	"github.com/caplo/caplo/internal/trace"
	"github.com/caplo/caplo/internal/workspace"
)

// TestFaultProcessesMigrateAtOnce lets several processes open one absent file at the
// same moment, many times over.
func TestFaultProcessesMigrateAtOnce(t *testing.T) {
	t.Parallel()
	for range 20 {
		o := options(t)
		o.LockDir = filepath.Dir(o.Path)
		var all []*helper
		for range 4 {
			all = append(all, mustStart(t, "open", o))
		}
		for _, h := range all {
			h.line()
		}
		for _, h := range all {
			h.say()
		}
		for _, h := range all {
			if got := h.line(); got != "ok" {
				t.Errorf("a process could not open the database: %s", got)
			}
			h.kill()
		}
		s := open(t, o)
		mustPut(t, s, "a", 1)
		s.Close()
	}
}

// TestFaultProcessesWorkOneRun has three processes work one run: every case must be
// recorded by exactly one of them, and none may meet a locked database.
func TestFaultProcessesWorkOneRun(t *testing.T) {
	t.Parallel()
	const n = 200
	o := options(t)
	o.LockDir = filepath.Dir(o.Path)
	s := open(t, o)
	addRun(t, s, "run", n)
	var all []*helper
	for range 3 {
		all = append(all, mustStart(t, "work", o))
	}
	for _, h := range all {
		h.line()
	}
	for _, h := range all {
		h.say()
	}
	seen := map[string]int{}
	for _, h := range all {
		did, ok := strings.CutPrefix(h.line(), "did")
		if !ok {
			t.Errorf("a process failed: %s", did)
		}
		for _, position := range strings.Fields(did) {
			seen[position]++
		}
	}
	for i := range n {
		if seen[fmt.Sprint(i)] != 1 {
			t.Errorf("case %d was recorded %d times", i, seen[fmt.Sprint(i)])
		}
	}
	var last int64
	seqs := map[int64]bool{}
	err := s.Read(t.Context(), func(tx workspace.Tx) error {
		list, err := tx.DoneCases("run", 0)
		for _, c := range list {
			seqs[c.Seq] = true
		}
		if err == nil {
			last, err = tx.LastRevision()
		}
		return err
	})
	if err != nil || len(seqs) != n || last != n {
		t.Errorf("%d cases are done, %d revisions made, %v", len(seqs), last, err)
	}
}

// TestFaultKilledInATransaction kills a process that holds a case and an open write
// transaction. Nothing of the transaction may be there, the owner must be found
// dead, and its case must go on.
func TestFaultKilledInATransaction(t *testing.T) {
	t.Parallel()
	o := options(t)
	o.LockDir = filepath.Dir(o.Path)
	s := open(t, o)
	mustPut(t, s, "a", 1)
	addRun(t, s, "run", 1)
	h := mustStart(t, "die", o)
	owner := h.line()
	if alive, err := s.Owners().Alive(owner); !alive || err != nil {
		t.Errorf("alive before: %v, %v", alive, err)
	}
	h.kill()
	if alive, err := s.Owners().Alive(owner); alive || err != nil {
		t.Errorf("alive after: %v, %v", alive, err)
	}
	gone(t, filepath.Join(o.LockDir, "owner-"+owner+".lock"))
	afterKill(t, s, owner)
	s.Close()
	mustHave(t, open(t, o), "a", true)
}

func afterKill(t *testing.T, s workspace.Store, owner string) {
	t.Helper()
	mustHave(t, s, "a", true)
	mustHave(t, s, "lost0", false)
	err := s.Write(t.Context(), func(tx workspace.Tx) error {
		list, err := tx.Cases("run")
		if err != nil {
			return err
		}
		if c := list[0]; c.Status != trace.CaseRunning || c.Owner != owner {
			t.Errorf("the case: %+v", c.CaseRun)
		}
		n, err := tx.Release(owner, "")
		if n != 1 {
			t.Errorf("%d cases were released", n)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	c, _, err := claimOne(s, "run", "next")
	if err != nil || c.Attempt != 2 {
		t.Fatalf("claim %+v, %v", c, err)
	}
	if ok, err := recordOne(s, c); !ok || err != nil {
		t.Errorf("recorded: %v, %v", ok, err)
	}
}

// TestFaultKilledAndOpenedAnew does the same where nobody else has the database open,
// so that the next process finds the log as it was left.
func TestFaultKilledAndOpenedAnew(t *testing.T) {
	t.Parallel()
	o := options(t)
	o.LockDir = filepath.Dir(o.Path)
	s := open(t, o)
	mustPut(t, s, "a", 1)
	addRun(t, s, "run", 1)
	s.Close()
	h := mustStart(t, "die", o)
	owner := h.line()
	h.kill()
	afterKill(t, open(t, o), owner)
}

// TestFaultKilledInAMigration kills a process later and later in a migration from
// the first released schema: what it leaves is one schema, whole, and the next one
// goes on from there.
func TestFaultKilledInAMigration(t *testing.T) {
	t.Parallel()
	between := map[int64]int{}
	for n := range 60 {
		o := options(t)
		o.LockDir = filepath.Dir(o.Path)
		before := released(t, o.Path, 6)
		h := mustStart(t, "open", o)
		h.line()
		h.say()
		<-time.After(time.Duration(n) * 100 * time.Microsecond) // a blow at another moment each time
		h.kill()
		schema := kept(t, o.Path, before)
		between[schema]++
		if schema < 6 || schema > store.SchemaVersion() {
			t.Errorf("schema %d", schema)
		}
		open(t, o).Close()
		if schema := kept(t, o.Path, before); schema != store.SchemaVersion() {
			t.Errorf("afterwards: schema %d", schema)
		}
	}
	t.Logf("schemas that were left: %v", between)
}
