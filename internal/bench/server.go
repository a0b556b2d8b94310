package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// served is a caplo serve that is being measured.
type served struct {
	cmd      *exec.Cmd
	url, key string
}

// serve starts a server of a new workspace whose scripted models take a while for
// each answer. Ten cases are worked at once.
func (b *bencher) serve(name string, delay time.Duration) (*served, error) {
	dir := filepath.Join(b.dir, name)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	const config = "models:\n  agent: scripted/model\n  grader: scripted/model\nlimits:\n  concurrency: 10\n"
	if err := os.WriteFile(filepath.Join(dir, "serve.yaml"), []byte(config), 0o600); err != nil {
		return nil, err
	}
	script, err := b.script(delay)
	if err != nil {
		return nil, err
	}
	log, err := os.Create(filepath.Join(dir, "log.txt"))
	if err != nil {
		return nil, err
	}
	defer log.Close() // the process has its own
	cmd := exec.CommandContext(b.ctx, b.scripted, "serve", "--listen", "127.0.0.1:0", "--config", "serve.yaml")
	cmd.Dir, cmd.Env, cmd.Stderr = dir, append(os.Environ(), "CAPLO_TEST_SCRIPT="+script), log
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	s := &served{cmd: cmd}
	for lines := bufio.NewScanner(out); s.url == "" && lines.Scan(); {
		line := strings.TrimSpace(lines.Text())
		if strings.HasPrefix(line, "caplo_") {
			s.key = line
		}
		_, s.url, _ = strings.Cut(line, "caplo serves the workspace at ")
	}
	if s.url == "" || s.key == "" {
		_ = cmd.Process.Kill()
		said, _ := os.ReadFile(log.Name())
		return nil, errors.Join(fmt.Errorf("caplo serve did not start: %s", said), cmd.Wait())
	}
	return s, nil
}

// env makes a command use the server.
func (s *served) env() []string {
	return []string{"CAPLO_URL=" + s.url, "CAPLO_API_KEY=" + s.key}
}

// end stops the server as a user does.
func (s *served) end() error {
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	return s.cmd.Wait()
}

// cpu is the processor time of the server until now; 0 where the system does not
// tell as Linux does.
func (s *served) cpu() time.Duration {
	data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.cmd.Process.Pid))
	_, rest, _ := strings.Cut(string(data), ") ")
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0
	}
	user, _ := strconv.ParseInt(fields[11], 10, 64)
	system, _ := strconv.ParseInt(fields[12], 10, 64)
	return time.Duration(user+system) * 10 * time.Millisecond
}

// memory is what the server has in memory now, in bytes; 0 as above.
func (s *served) memory() int64 {
	data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	for line := range strings.Lines(string(data)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kb, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 64)
			return kb << 10
		}
	}
	return 0
}

// show prints a line about the server: what it used since a time, and holds.
func (s *served) show(what string, since time.Duration, note string) {
	fmt.Printf("%-52s %10s %7.0f ms %6.1f MiB  %s\n", what, "", ms(s.cpu()-since), float64(s.memory())/(1<<20), note)
}
