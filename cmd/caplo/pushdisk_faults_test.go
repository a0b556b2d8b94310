//go:build faults && linux

package main

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestFaultPushDiskFull pushes where the workspace, local or served, finds a full
// disk, later and later.
func TestFaultPushDiskFull(t *testing.T) {
	t.Parallel()
	t.Run("local", func(t *testing.T) {
		t.Parallel()
		disk := mounted(t, "16m")
		d := newDesk(t, filepath.Join(disk, "desk"), quick, map[string]int{"orders": 20, "returns": 20})
		d.pushesOnFull(disk, func(res result) { res.exits(1).says("no space left", "free some space") })
	})
	t.Run("served", func(t *testing.T) {
		t.Parallel()
		disk := mounted(t, "16m")
		m := prepareTeam(t, quick, map[string]int{"orders": 20, "returns": 20})
		m.where = filepath.Join(disk, "team.db")
		m.serve()
		m.pushesOnFull(disk, func(res result) { m.broke(res, "disk is full") })
	})
}

func (d *desk) pushesOnFull(disk string, says func(result)) {
	d.t.Helper()
	d.library(6)
	d.run("push").exits(0)
	failed, revision := 0, 1
	for n, kib := range []int{0, 40, 200} {
		d.anew(n)
		d.library(6)
		filler := fill(d, disk, kib)
		if res := d.run("push"); res.status != 0 {
			failed++
			says(res)
		}
		d.must(os.Remove(filler))
		revision++
		d.converges(revision)
	}
	if failed == 0 {
		d.t.Error("no disk was full")
	}
}

// TestFaultPullDiskFull pulls into a disk that fills up.
func TestFaultPullDiskFull(t *testing.T) {
	t.Parallel()
	disk := mounted(t, "16m")
	m := newTeam(t, quick, many())
	m.dir = filepath.Join(disk, "desk")
	m.write("caplo.yaml", "project: desk\n")
	for key, n := range m.agents {
		m.agent(key, "Answer customers in one sentence.", n)
	}
	b := m.behindBy()
	for _, kib := range []int{0, 60, 120} {
		filler := fill(m.desk, disk, kib)
		m.run("pull").exits(1).says("cannot be written: no space left", "goes on where it stopped")
		m.must(os.Remove(filler))
		for _, name := range slices.Sorted(maps.Keys(m.files())) {
			if strings.HasSuffix(name, ".tmp") {
				t.Errorf("%s is left behind", name)
			}
		}
		b.pulled()
		b.back()
	}
}
