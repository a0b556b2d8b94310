// Command bench measures caplo as whole processes and prints figures. It passes
// no judgement: machines differ and are shared. Run it with `make bench`, or one
// group of it with `go run ./internal/bench serve`.
package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"
)

const (
	runs     = 5
	medianOf = "medians of 5"
)

func main() {
	if err := bench(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// group is what is measured together, or alone where it is named.
type group struct {
	name     string
	taken    string // how figures are taken
	measures []func(*bencher) error
}

var groups = []group{
	{"validate", medianOf, []func(*bencher) error{(*bencher).size, (*bencher).version, (*bencher).validations, (*bencher).against}},
	{"eval", medianOf, []func(*bencher) error{(*bencher).workspaces, (*bencher).hundredCases, (*bencher).examples}},
	{"serve", "one process", []func(*bencher) error{(*bencher).serving}},
	{"push", medianOf, []func(*bencher) error{(*bencher).pushing}},
	{"thousand", "once", []func(*bencher) error{(*bencher).thousandCases}},
}

// chosen are the named groups; all where none is named.
func chosen(names []string) ([]group, error) {
	if len(names) == 0 {
		return groups, nil
	}
	var out []group
	for _, name := range names {
		i := slices.IndexFunc(groups, func(g group) bool { return g.name == name })
		if i < 0 {
			return nil, fmt.Errorf("there is no group %q: name validate, eval, serve, push or thousand, or none for all", name)
		}
		out = append(out, groups[i])
	}
	return out, nil
}

// bench builds the binaries, then measures group by group.
func bench(ctx context.Context, names []string) error {
	list, err := chosen(names)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "caplo-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	caplo, err := build(ctx, dir, "./cmd/caplo")
	if err != nil {
		return err
	}
	scripted, err := build(ctx, dir, "./internal/bench/caplo-scripted")
	if err != nil {
		return err
	}
	b := &bencher{ctx: ctx, dir: dir, caplo: caplo, scripted: scripted}
	for _, g := range list {
		fmt.Printf("%-52s %10s %10s %10s\n", g.name+", "+g.taken, "wall", "cpu", "memory")
		for _, m := range g.measures {
			if err := m(b); err != nil {
				return err
			}
		}
	}
	return nil
}

// size says how large the binary is.
func (b *bencher) size() error {
	info, err := os.Stat(b.caplo)
	if err == nil {
		fmt.Printf("%-52s %8.1f MiB (bar 70)\n", "size of the binary", float64(info.Size())/(1<<20))
	}
	return err
}

func build(ctx context.Context, dir, pkg string) (string, error) {
	out := filepath.Join(dir, filepath.Base(pkg))
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", out, pkg)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("build %s: %w", pkg, err)
	}
	return out, nil
}

type bencher struct {
	ctx             context.Context
	dir             string
	caplo, scripted string
}

// figure is what one process cost.
type figure struct {
	wall, cpu time.Duration
	memory    int64 // peak, in bytes
}

// measure runs a command, after before each time, and returns medians.
func (b *bencher) measure(before func() error, dir string, env []string, name string, args ...string) (figure, error) {
	var all []figure
	for n := range runs + 1 {
		if before != nil {
			if err := before(); err != nil {
				return figure{}, err
			}
		}
		f, err := b.once(dir, env, name, args...)
		if err != nil {
			return figure{}, err
		}
		if n > 0 { // the first is a warm-up
			all = append(all, f)
		}
	}
	return medians(all), nil
}

// once runs a command. What one cost that fails comes with the error.
func (b *bencher) once(dir string, env []string, name string, args ...string) (figure, error) {
	cmd := exec.CommandContext(b.ctx, name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	began := time.Now()
	out, err := cmd.CombinedOutput()
	took := time.Since(began)
	if cmd.ProcessState == nil {
		return figure{}, err
	}
	if err != nil {
		err = fmt.Errorf("%s %v: %w\n%s", filepath.Base(name), args, err, out[:min(len(out), 4096)])
	}
	state := cmd.ProcessState
	f := figure{wall: took, cpu: state.UserTime() + state.SystemTime()}
	if use, ok := state.SysUsage().(*syscall.Rusage); ok {
		f.memory = use.Maxrss * 1024
	}
	return f, err
}

func medians(all []figure) figure {
	pick := func(of func(figure) int64) int64 {
		var v []int64
		for _, f := range all {
			v = append(v, of(f))
		}
		slices.Sort(v)
		return v[len(v)/2]
	}
	return figure{
		wall:   time.Duration(pick(func(f figure) int64 { return int64(f.wall) })),
		cpu:    time.Duration(pick(func(f figure) int64 { return int64(f.cpu) })),
		memory: pick(func(f figure) int64 { return f.memory }),
	}
}

func show(what string, f figure, note string) {
	fmt.Printf("%-52s %7.0f ms %7.0f ms %6.1f MiB  %s\n", what, ms(f.wall), ms(f.cpu), float64(f.memory)/(1<<20), note)
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
