//go:build faults

package store_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/caplo/caplo/internal/store"
	"github.com/caplo/caplo/internal/workspace"
)

// helperEnv names what this binary does in place of its tests: some faults need
// a process of their own. A helper speaks in lines and waits for lines, so that
// nobody has to guess how long anything takes.
const helperEnv = "CAPLO_STORE_HELPER"

var helpers = map[string]func(o store.Options, in *bufio.Reader, out io.Writer) error{
	"open": helpOpen,
	"work": helpWork,
	"die":  helpDie,
	"put":  helpPut,
}

func TestMain(m *testing.M) {
	name := os.Getenv(helperEnv)
	if name == "" {
		os.Exit(m.Run())
	}
	o := store.Options{Path: os.Args[1], LockDir: os.Args[2]}
	err := helpers[name](o, bufio.NewReader(os.Stdin), os.Stdout)
	if err != nil {
		fmt.Println(describe(err))
	}
}

// describe is what a helper says of an error: the code of a problem.
func describe(err error) string {
	var p *workspace.Problem
	if errors.As(err, &p) {
		return string(p.Code) + " " + p.Message
	}
	return "error " + err.Error()
}

// helper is a running helper.
type helper struct {
	t   *testing.T
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// start starts a helper; attr may be nil. It is killed when the test ends.
func start(t *testing.T, binary, name string, o store.Options, attr *syscall.SysProcAttr) (*helper, error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), binary, o.Path, o.LockDir)
	cmd.Env = append(os.Environ(), helperEnv+"="+name)
	cmd.Stderr = os.Stderr
	cmd.SysProcAttr = attr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	h := &helper{t, cmd, in, bufio.NewReader(out)}
	t.Cleanup(h.kill)
	return h, nil
}

// mustStart starts a helper of this very binary.
func mustStart(t *testing.T, name string, o store.Options) *helper {
	t.Helper()
	h, err := start(t, self(t), name, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func self(t *testing.T) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// line reads what the helper says next.
func (h *helper) line() string {
	h.t.Helper()
	s, err := h.out.ReadString('\n')
	if err != nil {
		h.t.Fatalf("the helper ended: %q, %v", s, err)
	}
	return strings.TrimSpace(s)
}

// say lets the helper go on.
func (h *helper) say() {
	h.t.Helper()
	if _, err := io.WriteString(h.in, "\n"); err != nil {
		h.t.Fatal(err)
	}
}

// kill ends the helper as kill -9 does.
func (h *helper) kill() {
	_ = h.cmd.Process.Kill()
	_ = h.cmd.Wait()
}
