//go:build faults && unix

package main

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// process is a running caplo; the test ends it if it does not end itself.
type process struct {
	t      *testing.T
	cmd    *exec.Cmd
	stderr lockedBuffer
	done   chan struct{} // closed when it has ended

	mu      sync.Mutex
	lines   []string      // of its standard output
	changed chan struct{} // closed at the next line
}

func (d *desk) start(args ...string) *process {
	d.t.Helper()
	return d.launch(d.command(args...))
}

// launch starts a command and reads its output.
func (d *desk) launch(cmd *exec.Cmd) *process {
	d.t.Helper()
	return d.launchFor(cmd, patience)
}

// launchFor is launch for a command that may take so long.
func (d *desk) launchFor(cmd *exec.Cmd, limit time.Duration) *process {
	d.t.Helper()
	p := &process{t: d.t, cmd: cmd, done: make(chan struct{}), changed: make(chan struct{})}
	cmd.Stderr = &p.stderr
	out, err := cmd.StdoutPipe()
	d.must(err)
	d.must(cmd.Start())
	timer := time.AfterFunc(limit, func() { _ = cmd.Process.Signal(syscall.SIGQUIT) }) // says where it hangs
	go func() {
		defer close(p.done)
		defer timer.Stop()
		p.read(out)
		_ = cmd.Wait() // its state says the rest
	}()
	d.t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-p.done
	})
	return p
}

func (p *process) read(out io.Reader) {
	in := bufio.NewReader(out)
	for {
		line, err := in.ReadString('\n')
		p.mu.Lock()
		if line != "" {
			p.lines = append(p.lines, line)
		}
		close(p.changed)
		p.changed = make(chan struct{})
		p.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (p *process) stdout() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.Join(p.lines, "")
}

// printed waits until n cases were printed or the process ended.
func (p *process) printed(n int) {
	p.t.Helper()
	for {
		p.mu.Lock()
		changed, have := p.changed, len(cases(strings.Join(p.lines, "")))
		p.mu.Unlock()
		if have >= n {
			return
		}
		select {
		case <-changed:
		case <-p.done:
			return
		}
	}
}

func (p *process) signal(s os.Signal) {
	p.t.Helper()
	if err := p.cmd.Process.Signal(s); err != nil && !errors.Is(err, os.ErrProcessDone) {
		p.t.Fatal(err)
	}
}

// kill is kill -9, and waits for the end.
func (p *process) kill() {
	p.t.Helper()
	p.signal(os.Kill)
	<-p.done
}

// wait waits for the end and returns what the process left.
func (p *process) wait() result {
	p.t.Helper()
	<-p.done
	state := p.cmd.ProcessState
	res := result{p.t, state.ExitCode(), p.stdout(), p.stderr.String(), syscall.Signal(0)}
	if ws, ok := state.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		res.signal = ws.Signal()
	}
	for _, out := range []string{res.stdout, res.stderr} {
		if noise.MatchString(out) {
			p.t.Errorf("this is not for people: %s", res)
		}
	}
	return res
}

// noise is what no user should ever read.
var noise = regexp.MustCompile(`panic|goroutine [0-9]|DATA RACE|SQL|database is locked|SIG[A-Z]{3}|0x[0-9a-f]|context canceled|deadline exceeded|local\.workspace`)

func (d *desk) run(args ...string) result {
	d.t.Helper()
	return d.start(args...).wait()
}
