//go:build faults && unix

package main

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/caplo/caplo/internal/cli/clitest"
)

// mixed lets one case of each agent fail, so that nothing can pass by chance.
const mixed = `{"rules":[
	{"grader":true,"when":"question 003","verdict":{"achieved":false,"rationale":"It is not."},"delayMs":20},
	{"grader":true,"verdict":{"achieved":true,"rationale":"It is."},"delayMs":20},
	{"reply":"It is answered.","delayMs":30}]}`

// team is a served workspace with the project of its first client.
type team struct {
	*desk           // the project, and what the server's models are asked
	server *process // the one that runs, or ran last
	port   int
	key    string // the owner's first
	args   []string
	clock  string // by how much the server's clock is wrong
	// providerless servers know none of the models.
	providerless bool
	processes    []*process
}

// newTeam serves a new workspace whose models go by a script, and writes a
// project that uses it.
func newTeam(t *testing.T, script string, agents map[string]int, args ...string) *team {
	t.Helper()
	m := prepareTeam(t, script, agents, args...)
	m.serve()
	return m
}

// prepareTeam is newTeam without the start of the server.
func prepareTeam(t *testing.T, script string, agents map[string]int, args ...string) *team {
	t.Helper()
	m := &team{desk: newDesk(t, t.TempDir(), script, agents), port: freePort(t), args: args}
	m.where = filepath.Join(m.aside, "team.db")
	m.write("caplo.yaml", "project: desk\n")
	m.config("models: {agent: scripted/m, grader: scripted/m}\nlimits: {concurrency: 4}\n")
	m.talkTo(m.port)
	return m
}

// config writes the server's config file.
func (m *team) config(text string) {
	m.t.Helper()
	m.must(os.WriteFile(filepath.Join(m.aside, "serve.yaml"), []byte(text), 0o600))
}

// talkTo makes clients reach the server at a port, which may be that of something
// in between.
func (m *team) talkTo(port int) {
	m.env = []string{fmt.Sprintf("CAPLO_URL=http://127.0.0.1:%d", port), "CAPLO_API_KEY=" + m.key}
}

func (m *team) address() string { return fmt.Sprintf("127.0.0.1:%d", m.port) }
func (m *team) url() string     { return "http://" + m.address() }

var lastPort atomic.Int32

// freePort is a port below those that connections get, so that it stays free
// while a server is started again.
func freePort(t *testing.T) int {
	t.Helper()
	for range 5000 {
		port := 20000 + (os.Getpid()*17+int(lastPort.Add(1)))%12000
		if l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
			l.Close()
			return port
		}
	}
	t.Fatal("no port is free")
	return 0
}

// begin starts the server and does not wait until it is ready.
func (m *team) begin() *process {
	m.t.Helper()
	args := append([]string{"serve", "--listen", m.address(), "--database", m.where, "--config", filepath.Join(m.aside, "serve.yaml")}, m.args...)
	cmd := m.command(args...)
	cmd.Env = append(cmd.Env, "CAPLO_URL=", "CAPLO_API_KEY=", clitest.ClockVariable+"="+m.clock)
	if m.providerless {
		cmd.Env = append(cmd.Env, clitest.ScriptVariable+"=")
	}
	m.server = m.launchFor(cmd, 5*patience) // it serves many clients
	m.processes = append(m.processes, m.server)
	if len(m.processes) == 1 {
		m.t.Cleanup(m.quiet)
	}
	return m.server
}

// serve starts the server, again as well, and waits until it is ready.
func (m *team) serve() {
	m.t.Helper()
	p := m.begin()
	if !p.writes(readyText) {
		m.t.Fatalf("caplo serve does not start: %s", p.left())
	}
	m.learn(p)
}

// learn takes the owner's key from what a server printed.
func (m *team) learn(p *process) {
	for _, line := range strings.Split(p.stdout(), "\n") {
		if k := keyLine.FindStringSubmatch(line); k != nil {
			m.key = k[1]
			m.env[1] = "CAPLO_API_KEY=" + m.key
		}
	}
}

var readyText = regexp.MustCompile(`caplo serves the workspace at`)

// writes waits until a process wrote what matches; false where it ended before.
func (p *process) writes(pattern *regexp.Regexp) bool {
	for {
		p.mu.Lock()
		changed := p.changed
		p.mu.Unlock()
		if pattern.MatchString(p.stdout()) {
			return true
		}
		select {
		case <-changed:
		case <-p.done:
			return pattern.MatchString(p.stdout())
		}
	}
}

// stop ends the server as its supervisor would.
func (m *team) stop() {
	m.t.Helper()
	m.server.signal(syscall.SIGTERM)
	<-m.server.done
	if code := m.server.cmd.ProcessState.ExitCode(); code != 0 {
		m.t.Errorf("the server ended with status %d: %s", code, m.server.left())
	}
}

// crash kills the server and starts it again.
func (m *team) crash() {
	m.t.Helper()
	m.server.kill()
	m.serve()
}

// left is what a process wrote, once it has ended.
func (p *process) left() string {
	_ = p.cmd.Process.Kill()
	<-p.done
	return fmt.Sprintf("%s\n--- stdout\n%s--- stderr\n%s", p.cmd.ProcessState, p.stdout(), p.stderr.String())
}

// alarm is what no server should ever log.
var alarm = regexp.MustCompile(`panic|goroutine [0-9]|DATA RACE|superfluous`)

// quiet ends the server, and wants no alarm, and no key, in any log.
func (m *team) quiet() {
	for _, p := range m.processes {
		_ = p.cmd.Process.Signal(syscall.SIGTERM)
		<-p.done
		log := p.stderr.String()
		if at := alarm.FindStringIndex(log); at != nil {
			m.t.Errorf("the server is in trouble:\n%s", log[max(0, at[0]-500):min(len(log), at[0]+5000)])
		}
		if m.key != "" && strings.Contains(log, m.key) {
			m.t.Errorf("the key is in the log:\n%s", log)
		}
	}
}

// further is another project of the same workspace.
func (m *team) further(name string, agents map[string]int) *desk {
	m.t.Helper()
	d := newDesk(m.t, m.t.TempDir(), quick, agents)
	d.where, d.env = m.where, m.env
	d.write("caplo.yaml", "project: "+name+"\n")
	return d
}
