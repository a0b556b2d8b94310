//go:build faults && linux

package main

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestFaultInterrupt ends an eval whose model answers after a minute: at once,
// with a word on how to go on, and the same command goes on.
func TestFaultInterrupt(t *testing.T) {
	t.Parallel()
	for sig, status := range map[os.Signal]int{os.Interrupt: 130, syscall.SIGTERM: 1, syscall.SIGHUP: 1} {
		t.Run(sig.String(), func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, t.TempDir(), `{"rules":[{"when":"question 004","reply":"Late.","delayMs":60000},`+quick[len(`{"rules":[`):],
				map[string]int{"orders": 12})
			p := d.start("eval", "--concurrency", "2")
			d.until("all but one verdict", func() bool { return len(done(d.rows())) == 11 })
			began := time.Now()
			p.signal(sig)
			p.wait().exits(status).says("interrupted; finished cases are kept", "the same command takes the run up")
			if took := time.Since(began); took > time.Second {
				t.Errorf("it took %s", took)
			}
			if n := d.number(`SELECT count(*) FROM run_cases WHERE status = 'running'`); n != 0 {
				t.Errorf("%d cases were not given back", n)
			}
			d.clean()
			d.script(quick)
			d.takenUp(1)
		})
	}
}

// clean wants a database that is one whole file: nothing of it waits in a log.
func (d *desk) clean() {
	d.t.Helper()
	for _, suffix := range []string{"-wal", "-shm"} {
		if exists(d.database() + suffix) {
			d.t.Errorf("%s is left", d.database()+suffix)
		}
	}
}

// TestFaultInterruptEarly interrupts before any case runs.
func TestFaultInterruptEarly(t *testing.T) {
	t.Parallel()
	for n := range 6 {
		d := newDesk(t, t.TempDir(), never, map[string]int{"orders": 4})
		d.library(12)
		p := d.start("eval")
		switch n {
		case 0, 1:
			d.until("the folder", func() bool { return exists(d.path("")) })
		case 2, 3:
			d.until("the database", func() bool { return exists(d.database()) })
		default:
			d.until("the log to grow", func() bool {
				info, err := os.Stat(d.database() + "-wal")
				return err == nil && info.Size() >= int64(n-3)*150<<10
			})
		}
		p.signal(os.Interrupt)
		p.wait().exits(130).says("interrupted")
		d.script(quick)
		d.run("eval").exits(0).printsAll(d)
		d.audit(1)
	}
}

// TestFaultSecondInterrupt interrupts an eval that cannot stop, because nobody
// takes what it prints: the second time ends the process.
func TestFaultSecondInterrupt(t *testing.T) {
	t.Parallel()
	d := newDesk(t, t.TempDir(), strings.Replace(quick, `true,"rationale":"It is."`, `false,"rationale":"`+strings.Repeat("No. ", 10000)+`"`, 1),
		map[string]int{"orders": 20})
	r, w, err := os.Pipe()
	d.must(err)
	defer r.Close()
	cmd := d.command("eval")
	cmd.Stdout = w
	d.must(cmd.Start())
	w.Close()
	defer cmd.Process.Kill()
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }()
	d.until("the pipe to be full", func() bool { // a case takes 40 of its 64 KB
		n, err := unix.IoctlGetInt(int(r.Fd()), unix.TIOCINQ)
		d.must(err)
		return n > 45_000
	})
	sent := 0
	d.until("its end", func() bool {
		_ = cmd.Process.Signal(os.Interrupt)
		sent++
		select {
		case <-ended:
			return true
		case <-time.After(50 * time.Millisecond):
			return false
		}
	})
	if ws := cmd.ProcessState.Sys().(syscall.WaitStatus); !ws.Signaled() || ws.Signal() != syscall.SIGINT || sent < 2 {
		t.Errorf("%v after %d interrupts", cmd.ProcessState, sent)
	}
	d.script(quick)
	d.sound()
}

// TestFaultTimeout runs into the time limit with models that never answer.
func TestFaultTimeout(t *testing.T) {
	t.Parallel()
	for _, concurrency := range []int{2, 16} {
		t.Run(fmt.Sprint(concurrency), func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, t.TempDir(), never, map[string]int{"orders": 7})
			began := time.Now()
			res := d.run("eval", "--timeout", "1s", "--concurrency", fmt.Sprint(concurrency)).exits(3)
			if took := time.Since(began); took > 30*time.Second { // the models would take a minute
				t.Errorf("it took %s", took)
			}
			res.printsAll(d)
			if n := strings.Count(res.stdout, "time limit of 1s"); n != 7 {
				t.Errorf("%d cases name the limit, want 7: %s", n, res)
			}
			d.audit(1)
			d.clean()
			d.script(quick)
			d.run("eval").exits(0).printsAll(d)
			d.audit(2)
		})
	}
}
