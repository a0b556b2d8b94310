//go:build faults && unix

package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/caplo/caplo/internal/cli/clitest"
)

// patience bounds every wait of these tests; none is meant to last.
const patience = 60 * time.Second

// Scripts for the models of a desk.
const (
	quick  = `{"rules":[{"grader":true,"verdict":{"achieved":true,"rationale":"It is."}},{"reply":"It is answered."}]}`
	steady = `{"rules":[{"grader":true,"verdict":{"achieved":true,"rationale":"It is."},"delayMs":20},{"reply":"It is answered.","delayMs":30}]}`
	slow   = `{"rules":[{"grader":true,"verdict":{"achieved":true,"rationale":"It is."},"delayMs":150},{"reply":"It is answered.","delayMs":150}]}`
	never  = `{"rules":[{"reply":"Too late.","delayMs":60000}]}`
)

// desk is a project in a folder of its own, run on scripted models.
type desk struct {
	t      *testing.T
	dir    string // the project
	aside  string // what belongs to the test and not to the project
	agents map[string]int
	local  string // the local workspace, where it is not the project's own
	where  string // the database, where it is not the local workspace's
	env    []string
}

// newDesk writes a project in dir, with so many cases for each agent.
func newDesk(t *testing.T, dir, script string, agents map[string]int) *desk {
	t.Helper()
	d := &desk{t: t, dir: dir, aside: t.TempDir(), agents: agents}
	d.write("caplo.yaml", "project: desk\nmodels: {agent: scripted/m, grader: scripted/m}\n")
	for key, n := range agents {
		d.agent(key, "Answer customers in one sentence.", n)
	}
	d.script(script)
	return d
}

func (d *desk) script(script string) {
	d.t.Helper()
	d.must(os.WriteFile(filepath.Join(d.aside, "script.json"), []byte(script), 0o600))
}

// agent writes an agent's file; a case's input names the agent and the case.
func (d *desk) agent(key, instructions string, cases int) {
	d.t.Helper()
	var s strings.Builder
	fmt.Fprintf(&s, "name: %s\ninstructions: %s\nevals:\n", key, instructions)
	for i := range cases {
		fmt.Fprintf(&s, "  - {name: %s, input: %s, desiredOutcome: Answers.}\n", caseName(key, i), inputOf(key, i))
	}
	d.write("agents/"+key+".yaml", s.String())
}

func caseName(key string, n int) string { return fmt.Sprintf("%s case %03d", key, n) }
func inputOf(key string, n int) string  { return fmt.Sprintf("question %03d of %s", n, key) }

func (d *desk) write(name, text string) {
	d.t.Helper()
	path := filepath.Join(d.dir, name)
	d.must(os.MkdirAll(filepath.Dir(path), 0o755))
	d.must(os.WriteFile(path, []byte(text), 0o644))
}

func (d *desk) path(name string) string { return filepath.Join(d.dir, ".caplo", name) }

func (d *desk) database() string { return cmp.Or(d.where, d.path("workspace.db")) }

func (d *desk) must(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

// command is caplo in the desk's folder, not started.
func (d *desk) command(args ...string) *exec.Cmd {
	return d.exec("caplo", args...)
}

func (d *desk) exec(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = d.dir
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "CAPLO_") && !strings.HasPrefix(v, "CI=") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Env = append(cmd.Env, "HOME="+d.aside,
		clitest.ScriptVariable+"="+filepath.Join(d.aside, "script.json"), clitest.CallsVariable+"="+d.callsPath(), clitest.LocalVariable+"="+d.local)
	cmd.Env = append(cmd.Env, d.env...)
	return cmd
}

func (d *desk) callsPath() string { return filepath.Join(d.aside, "calls") }

// calls are the requests that the models got so far, of whatever process.
func (d *desk) calls() []clitest.Call {
	d.t.Helper()
	data, err := os.ReadFile(d.callsPath())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	d.must(err)
	var list []clitest.Call
	for line := range bytes.Lines(data) {
		var c clitest.Call
		if line[len(line)-1] != '\n' { // it is being written
			break
		}
		d.must(json.Unmarshal(line, &c))
		list = append(list, c)
	}
	return list
}

// graded counts the requests to the grader by the case's input.
func (d *desk) graded() map[string]int {
	d.t.Helper()
	count := map[string]int{}
	for _, c := range d.calls() {
		for key, n := range d.agents {
			for i := range n {
				if in := inputOf(key, i); c.Grader && strings.Contains(c.Text, `"`+in+`"`) {
					count[in]++
				}
			}
		}
	}
	return count
}

// until waits for something that no signal tells of.
func (d *desk) until(what string, is func() bool) {
	d.t.Helper()
	look := time.NewTicker(time.Millisecond)
	defer look.Stop()
	end := time.After(patience)
	for !is() {
		select {
		case <-look.C:
		case <-end:
			d.t.Fatalf("waited %s in vain for: %s", patience, what)
		}
	}
}

// asked waits until the models got so many requests.
func (d *desk) asked(n int) {
	d.t.Helper()
	d.until(fmt.Sprintf("%d calls of models", n), func() bool { return len(d.calls()) >= n })
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
