package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

func (b *bencher) version() error {
	f, err := b.measure(nil, b.dir, nil, b.caplo, "--version")
	if err == nil {
		show("caplo --version", f, "(bar 25 ms)")
	}
	return err
}

// workspaces measures what a fresh and an existing local workspace add to
// reading the project.
func (b *bencher) workspaces() error {
	dir, err := b.project("workspace", 1)
	if err != nil {
		return err
	}
	read, err := b.measure(nil, dir, nil, b.caplo, "validate")
	if err != nil {
		return err
	}
	show("caplo validate, one agent of one case", read, "")
	fresh, err := b.measure(func() error { return os.RemoveAll(filepath.Join(dir, ".caplo")) }, dir, nil, b.caplo, "push")
	if err != nil {
		return err
	}
	show("caplo push, fresh local workspace", fresh, fmt.Sprintf("adds %.0f ms (bar 60)", ms(fresh.wall-read.wall)))
	again, err := b.measure(nil, dir, nil, b.caplo, "push")
	if err != nil {
		return err
	}
	show("caplo push, existing local workspace", again, fmt.Sprintf("adds %.0f ms (bar 20)", ms(again.wall-read.wall)))
	return nil
}

// hundredCases runs 100 cases, one agent and one grader call each, at ten at a
// time, with models that answer after a while.
func (b *bencher) hundredCases() error {
	dir, err := b.project("hundred", 100)
	if err != nil {
		return err
	}
	for _, delay := range []int{200, 0} {
		script := filepath.Join(b.dir, fmt.Sprintf("script-%d.json", delay))
		if err := os.WriteFile(script, fmt.Appendf(nil, `{"rules": [
			{"grader": true, "verdict": {"achieved": true, "rationale": "fine"}, "delayMs": %d},
			{"reply": "It is answered.", "delayMs": %d}]}`, delay, delay), 0o600); err != nil {
			return err
		}
		f, err := b.measure(nil, dir, []string{"CAPLO_TEST_SCRIPT=" + script}, b.scripted,
			"eval", "--rerun", "--model", "scripted", "--grader", "scripted", "--concurrency", "10")
		if err != nil {
			return err
		}
		note := "(bar 60 MiB)"
		if delay > 0 {
			ideal := 2 * time.Duration(delay) * time.Millisecond * 10
			note = fmt.Sprintf("%.3f of the ideal %.1f s (bar 1.05; 60 MiB)", float64(f.wall)/float64(ideal), ideal.Seconds())
		}
		show(fmt.Sprintf("100 cases, models answer after %d ms", delay), f, note)
	}
	return nil
}

// project writes a project of one agent with n cases.
func (b *bencher) project(name string, n int) (string, error) {
	dir := filepath.Join(b.dir, name)
	if err := os.MkdirAll(filepath.Join(dir, "agents"), 0o700); err != nil {
		return "", err
	}
	var s strings.Builder
	s.WriteString("name: Support\ninstructions: |\n  Answer customers of the shop in one sentence.\nevals:\n")
	for i := range n {
		fmt.Fprintf(&s, "  - name: Case number %d\n    input: Where is my order number %d?\n    desiredOutcome: Says where the order is.\n    answerContains: answered\n", i, i)
	}
	if err := os.WriteFile(filepath.Join(dir, "caplo.yaml"), []byte("project: bench\n"), 0o600); err != nil {
		return "", err
	}
	return dir, os.WriteFile(filepath.Join(dir, "agents", "support.yaml"), []byte(s.String()), 0o600)
}

// examples runs the example of the README as it is, each time anew.
func (b *bencher) examples() error {
	dir := filepath.Join(b.dir, "order-desk")
	if err := os.CopyFS(dir, os.DirFS("examples/order-desk")); err != nil {
		return err
	}
	if err := os.RemoveAll(filepath.Join(dir, ".caplo")); err != nil {
		return err
	}
	f, err := b.measure(nil, dir, nil, b.caplo, "eval", "--rerun")
	if err == nil {
		show("examples/order-desk, rehearsal", f, "")
	}
	return err
}
