package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// thousandCases runs ten agents of 100 cases, one agent and one grader call each,
// at ten at a time: in a served workspace, then in the local one.
func (b *bencher) thousandCases() (err error) {
	dir, err := b.agents("thousand", 10, 100)
	if err != nil {
		return err
	}
	s, err := b.serve("thousand-served", modelTime)
	if err != nil {
		return err
	}
	defer func() {
		if e := s.end(); err == nil {
			err = e
		}
	}()
	if _, err := b.once(dir, s.env(), b.caplo, "push"); err != nil {
		return err
	}
	before := s.cpu()
	f, err := b.once(dir, s.env(), b.caplo, "eval", "--rerun")
	if err != nil {
		return err
	}
	show("1000 cases of 10 agents, served", f, ofIdeal(f, 1000))
	s.show("  the server meanwhile", before, "")
	script, err := b.script(modelTime)
	if err != nil {
		return err
	}
	f, err = b.once(dir, []string{"CAPLO_TEST_SCRIPT=" + script}, b.scripted,
		"eval", "--rerun", "--model", "scripted", "--grader", "scripted", "--concurrency", "10")
	if err == nil {
		show("1000 cases of 10 agents, local", f, ofIdeal(f, 1000))
	}
	return err
}

// ofIdeal compares a run with one that only waits for models, ten cases at once.
func ofIdeal(f figure, cases int) string {
	ideal := 2 * modelTime * time.Duration(cases) / 10
	return fmt.Sprintf("%.3f of the ideal %.1f s (bar 1.03)", float64(f.wall)/float64(ideal), ideal.Seconds())
}

// script writes what scripted models say after a delay, and returns its path.
func (b *bencher) script(delay time.Duration) (string, error) {
	path := filepath.Join(b.dir, fmt.Sprintf("script-%d.json", delay.Milliseconds()))
	return path, os.WriteFile(path, fmt.Appendf(nil, `{"rules": [
		{"grader": true, "verdict": {"achieved": true, "rationale": "fine"}, "delayMs": %[1]d},
		{"reply": "It is answered.", "delayMs": %[1]d}]}`, delay.Milliseconds()), 0o600)
}
