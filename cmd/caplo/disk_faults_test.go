//go:build faults && linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// mounted is a file system of the test's own, in memory.
func mounted(t *testing.T, size string) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("caplo-test", dir, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("this needs a file system of its own, and none can be mounted here: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir
}

// TestFaultDiskFull has an eval meet a full disk, later and later: once there is
// room again, the same command works.
func TestFaultDiskFull(t *testing.T) {
	t.Parallel()
	for name, kib := range map[string][]int{
		"nothing": {0}, "tables": {4, 8, 16, 36, 40, 64, 100, 200}, "cases": {240, 260, 280, 300, 320, 340, 360, 400},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			failed := 0
			for _, n := range kib {
				failed += diskFull(t, n)
			}
			if failed == 0 {
				t.Error("no disk was full")
			}
		})
	}
}

// diskFull runs an eval on a disk that has so much room, then with more.
func diskFull(t *testing.T, kib int) (failed int) {
	t.Helper()
	disk := mounted(t, "4m")
	d := newDesk(t, filepath.Join(disk, "desk"), quick, map[string]int{"orders": 30})
	filler := fill(d, disk, kib)
	res := d.run("eval", "--concurrency", "2")
	if res.status != 0 {
		failed = 1
		res.exits(1).says("no space left", "free some space")
	}
	d.must(os.Remove(filler))
	if failed == 1 {
		d.takenUp(1)
	}
	if ignore, err := os.ReadFile(d.path(".gitignore")); err != nil || string(ignore) != "*\n" {
		t.Errorf("%d KiB: .gitignore holds %q, %v", kib, ignore, err)
	}
	return failed
}

// fill takes all room of a disk but so much.
func fill(d *desk, disk string, kib int) (filler string) {
	d.t.Helper()
	var s syscall.Statfs_t
	d.must(syscall.Statfs(disk, &s))
	filler = filepath.Join(disk, "filler")
	room := int64(s.Bavail)*s.Bsize - int64(kib)<<10
	d.must(os.WriteFile(filler, make([]byte, room), 0o600))
	return filler
}

// TestFaultDiskFullMeanwhile fills the disk while cases are judged.
func TestFaultDiskFullMeanwhile(t *testing.T) {
	t.Parallel()
	disk := mounted(t, "8m")
	d := newDesk(t, filepath.Join(disk, "desk"), slow, map[string]int{"orders": 60})
	p := d.start("eval", "--concurrency", "4")
	p.printed(3)
	filler := filepath.Join(disk, "filler")
	if err := os.WriteFile(filler, make([]byte, 16<<20), 0o600); err == nil {
		t.Fatal("there is too much room")
	}
	p.wait().exits(1).says("no space left", "free some space")
	d.must(os.Remove(filler))
	d.script(quick)
	d.takenUp(1)
}

// TestFaultFileLimit is the system refusing to let a file grow.
func TestFaultFileLimit(t *testing.T) {
	t.Parallel()
	for _, blocks := range []int{0, 8, 64, 200, 400, 440, 480} {
		d := newDesk(t, t.TempDir(), quick, map[string]int{"orders": 30})
		res := d.launch(d.exec("sh", "-c", fmt.Sprintf("ulimit -f %d; exec caplo eval", blocks))).wait()
		if res.status != 0 {
			res.exits(1).says(`the system refused to write|file too large|no space`, "quotas|limits|space")
			d.takenUp(1)
		} else if blocks < 400 {
			t.Errorf("%d blocks were enough", blocks)
		}
	}
}

// TestFaultReadOnly runs where nothing can be written.
func TestFaultReadOnly(t *testing.T) {
	t.Parallel()
	disk := mounted(t, "8m")
	d := newDesk(t, filepath.Join(disk, "desk"), quick, map[string]int{"orders": 5})
	readOnly := func(flag uintptr) {
		t.Helper()
		d.must(syscall.Mount("caplo-test", disk, "tmpfs", syscall.MS_REMOUNT|flag, ""))
	}
	readOnly(syscall.MS_RDONLY)
	d.run("validate").exits(0)
	d.run("eval").exits(1).says(`\.caplo`, "read-only file system", "writable")
	readOnly(0)
	d.run("push").exits(0)
	readOnly(syscall.MS_RDONLY)
	d.run("eval").exits(1).says(`\.caplo`, "read-only file system", "writable")
	readOnly(0)
	d.run("eval").exits(0).printsAll(d)
	d.audit(1)
}
