package main

import (
	"fmt"
	"os"
	"path/filepath"
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
		script, err := b.script(time.Duration(delay) * time.Millisecond)
		if err != nil {
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
func (b *bencher) project(name string, n int) (string, error) { return b.agents(name, 1, n) }

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
