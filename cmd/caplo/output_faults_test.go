//go:build faults && unix

package main

import (
	"os"
	"syscall"
	"testing"
)

// TestFaultPipeClosed takes the first line and goes, as `| head -1` does.
func TestFaultPipeClosed(t *testing.T) {
	t.Parallel()
	d := newDesk(t, t.TempDir(), steady, map[string]int{"orders": 12})
	head := d.launch(d.exec("sh", "-c", "caplo eval --concurrency 2 | head -1"))
	res := head.wait().exits(0)
	if res.stderr != "" {
		t.Errorf("it complains: %s", res)
	}
	d.takenUp(1)
}

// TestFaultPipeBroken prints to nobody from the beginning: like other programs,
// caplo ends by the signal that the system sends then, and says nothing.
func TestFaultPipeBroken(t *testing.T) {
	t.Parallel()
	d := newDesk(t, t.TempDir(), steady, map[string]int{"orders": 12})
	r, w, err := os.Pipe()
	d.must(err)
	d.must(r.Close())
	res := d.outputTo(w, "eval")
	if res.signal != syscall.SIGPIPE || res.stderr != "" {
		t.Errorf("want an end by SIGPIPE: %s", res)
	}
	d.takenUp(1)
}

// outputTo runs caplo with its standard output going to a file, which it closes.
func (d *desk) outputTo(out *os.File, args ...string) result {
	d.t.Helper()
	p := &process{t: d.t, cmd: d.command(args...), done: make(chan struct{})}
	p.cmd.Stdout, p.cmd.Stderr = out, &p.stderr
	_ = p.cmd.Run() // its state says the rest
	d.must(out.Close())
	close(p.done)
	return p.wait()
}

// TestFaultOutputFull cannot write what it has to say.
func TestFaultOutputFull(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"eval"}, {"eval", "--format", "json"}, {"push"}, {"push", "--format", "json"}, {"--version"}, {"--help"}} {
		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			t.Skip(err)
		}
		d := newDesk(t, t.TempDir(), quick, map[string]int{"orders": 12})
		d.outputTo(full, args...).exits(1).says("the result could not be written: " + syscall.ENOSPC.Error())
		if args[0] == "eval" {
			d.audit(1)
			d.takenUp(1)
		}
	}
}
