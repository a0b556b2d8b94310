package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/caplo/caplo/internal/cli/clitest"
)

// serveWait bounds the start and the end of a server; neither is meant to last.
const serveWait = 30 * time.Second

// served is a running `caplo serve`.
type served struct {
	URL string
	Key string // the owner's first; empty where the database was there before

	cmd   *exec.Cmd
	log   lockedBuffer
	ended chan struct{} // closed when it has ended
	err   error         // how
}

var (
	readyLine = regexp.MustCompile(`^caplo serves the workspace at (\S+)$`)
	keyLine   = regexp.MustCompile(`^\s*(caplo_\S+)$`)
)

// startServe starts `caplo serve` at a free port and waits until it is ready. Where
// it is not, the error holds what it wrote.
func startServe(dir string, env []string, args ...string) (*served, error) {
	s := &served{cmd: exec.Command("caplo", append([]string{"serve", "--listen", "127.0.0.1:0"}, args...)...), ended: make(chan struct{})}
	s.cmd.Dir, s.cmd.Env, s.cmd.Stderr = dir, env, &s.log
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	ready := make(chan bool, 1)
	go func() {
		defer close(s.ended)
		s.read(out, ready)
		s.err = s.cmd.Wait()
	}()
	select {
	case <-ready:
		return s, nil
	case <-s.ended:
		return nil, fmt.Errorf("caplo serve ended: %w\n%s", s.err, s.log.String())
	case <-time.After(serveWait):
		_ = s.cmd.Process.Kill()
		return nil, fmt.Errorf("caplo serve is not ready\n%s", s.log.String())
	}
}

// read reads what the server prints, until its end.
func (s *served) read(out io.Reader, ready chan<- bool) {
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if m := keyLine.FindStringSubmatch(lines.Text()); m != nil {
			s.Key = m[1]
		}
		if m := readyLine.FindStringSubmatch(lines.Text()); m != nil {
			s.URL = m[1]
			ready <- true
		}
	}
}

// stop ends the server as its supervisor would, and wants it to end well.
func (s *served) stop() error {
	_ = s.cmd.Process.Signal(syscall.SIGTERM) // it may have ended already, which shows below
	select {
	case <-s.ended:
	case <-time.After(serveWait):
		_ = s.cmd.Process.Kill()
		return fmt.Errorf("caplo serve does not end\n%s", s.log.String())
	}
	if s.err != nil {
		return fmt.Errorf("caplo serve ended: %w\n%s", s.err, s.log.String())
	}
	return nil
}

// servers are those of a script, by name.
type servers map[string]*served

type serversKey struct{}

// serve starts a server on the database NAME.db, and sets NAME_URL, NAME_ADDR and,
// of a new workspace, NAME_KEY: serve NAME [ARGUMENT...]
func serve(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: serve NAME [ARGUMENT...]")
	}
	all := ts.Value(serversKey{}).(servers)
	name := args[0]
	if all[name] != nil {
		ts.Fatalf("%s is served already", name)
	}
	database := filepath.Join(ts.Getenv("WORK"), name+".db")
	s, err := startServe(ts.MkAbs("."), scriptEnv(ts), append([]string{"--database", database}, args[1:]...)...)
	ts.Check(err)
	all[name] = s
	ts.Setenv(name+"_URL", s.URL)
	ts.Setenv(name+"_ADDR", strings.TrimPrefix(s.URL, "http://"))
	if s.Key != "" {
		ts.Setenv(name+"_KEY", s.Key)
	}
	ts.Defer(func() {
		if all[name] == s {
			_ = s.stop() // a script that wants to know how it ended says stopServe
		}
	})
}

// stopServe ends a server as its supervisor would; its log is then in the file
// NAME.log: stopServe NAME
func stopServe(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: stopServe NAME")
	}
	all := ts.Value(serversKey{}).(servers)
	s := all[args[0]]
	if s == nil {
		ts.Fatalf("%s is not served", args[0])
	}
	delete(all, args[0])
	ts.Check(s.stop())
	ts.Check(os.WriteFile(filepath.Join(ts.Getenv("WORK"), args[0]+".log"), []byte(s.log.String()), 0o600))
}

// hurry ends a server that is asked a second time while it waits for what is in
// hand: hurry NAME
func hurry(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: hurry NAME")
	}
	all := ts.Value(serversKey{}).(servers)
	s := all[args[0]]
	delete(all, args[0])
	ts.Check(s.cmd.Process.Signal(syscall.SIGTERM))
	look := time.NewTicker(time.Millisecond)
	defer look.Stop()
	for !strings.Contains(s.log.String(), "shutting down") {
		select {
		case <-look.C:
		case <-s.ended:
			ts.Fatalf("it waited for nothing: %v\n%s", s.err, s.log.String())
		}
	}
	ts.Check(s.cmd.Process.Signal(syscall.SIGTERM))
	select {
	case <-s.ended:
	case <-time.After(serveWait):
		_ = s.cmd.Process.Kill()
		ts.Fatalf("it goes on\n%s", s.log.String())
	}
	if s.cmd.ProcessState.Exited() {
		ts.Fatalf("it ended by itself: %v", s.cmd.ProcessState)
	}
}

// cut leaves the first bytes of a file: cut FILE BYTES
func cut(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: cut FILE BYTES")
	}
	n, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	ts.Check(os.Truncate(ts.MkAbs(args[0]), n))
}

// scriptEnv is what of a script's environment a server sees.
func scriptEnv(ts *testscript.TestScript) []string {
	var env []string
	for _, name := range []string{"PATH", "HOME", "TMPDIR", "CI", clitest.ScriptVariable, clitest.CallsVariable} {
		if v := ts.Getenv(name); v != "" {
			env = append(env, name+"="+v)
		}
	}
	return env
}

// lockedBuffer is a buffer that a process writes while others read.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Clone(l.b.String())
}
