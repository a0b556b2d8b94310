//go:build faults && unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// outcomes are those that an output reports, by case.
func outcomes(out string) map[string]string {
	list := map[string]string{}
	for _, m := range caseLine.FindAllStringSubmatch(out, -1) {
		list[m[2]] = strings.ToLower(m[1])
	}
	return list
}

// agrees wants an output to hold nothing but what the database holds: of each
// case the outcome that is recorded, in any run.
func (m *team) agrees(res result) result {
	m.t.Helper()
	recorded := map[string]bool{}
	for _, r := range done(m.rows()) {
		recorded[r.Input+" "+r.Outcome] = true
	}
	for name, outcome := range outcomes(res.stdout) {
		var key string
		var n int
		if _, err := fmt.Sscanf(name, "%s case %d", &key, &n); err != nil {
			m.t.Fatal(err)
		}
		if !recorded[inputOf(key, n)+" "+outcome] {
			m.t.Errorf("%s is reported as %s, and not recorded so: %s", name, outcome, res)
		}
	}
	if m.key != "" && strings.Contains(res.stdout+res.stderr, m.key) {
		m.t.Errorf("the key is printed: %s", res)
	}
	return res
}

// ends waits for an eval, which prints every case once, as it is recorded, and
// has a status that fits: one case of each agent fails.
func (m *team) ends(p *process) {
	m.t.Helper()
	res := p.wait()
	want := 0
	for _, n := range m.agents {
		if n > 3 && m.isMixed() {
			want = 3
		}
	}
	res.exits(want).printsAll(m.desk)
	m.agrees(res)
}

func (m *team) isMixed() bool { return strings.Contains(m.scripted(), "It is not.") }

// broke wants a command that did not come through to say so, to claim nothing
// else, and to have printed nothing that is not recorded.
func (m *team) broke(res result, patterns ...string) {
	m.t.Helper()
	res.exits(1).says(patterns...)
	m.agrees(res)
	if strings.Contains(res.stdout, " in all") || strings.Contains(res.stdout, "pushed as") {
		m.t.Errorf("success is reported that was none: %s", res)
	}
}

// kept wants the verdicts of before to be there still, and none of them to have
// been reached again.
func (m *team) kept(before []row, graded map[string]int) {
	m.t.Helper()
	after := map[string]row{}
	for _, r := range m.rows() {
		after[fmt.Sprint(r.Run, r.Position)] = r
	}
	again := m.graded()
	for _, r := range before {
		if now := after[fmt.Sprint(r.Run, r.Position)]; now != r {
			m.t.Errorf("a verdict changed:\n%+v\n%+v", r, now)
		}
		if again[r.Input] != graded[r.Input] {
			m.t.Errorf("%q had its verdict and was graded again", r.Input)
		}
	}
}

// verdicts audits the database, and wants each case of the project to have been
// judged in so many runs.
func (m *team) verdicts(runs int) {
	m.t.Helper()
	m.audit(runs * len(m.agents))
	count := map[string]int{}
	for _, r := range m.rows() {
		count[r.Input]++
	}
	for key, n := range m.agents {
		for i := range n {
			if got := count[inputOf(key, i)]; got != runs {
				m.t.Errorf("%q has %d verdicts, want %d", inputOf(key, i), got, runs)
			}
		}
	}
}

func (d *desk) scripted() string {
	d.t.Helper()
	data, err := os.ReadFile(filepath.Join(d.aside, "script.json"))
	d.must(err)
	return string(data)
}
