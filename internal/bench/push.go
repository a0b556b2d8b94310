package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// pushing measures push, diff and pull of the largest project, beside reading its
// files: in the local workspace, then in a served one.
func (b *bencher) pushing() (err error) {
	n := sizes[len(sizes)-1]
	dir, _, err := b.manyAgents(n)
	if err != nil {
		return err
	}
	read, err := b.measure(nil, dir, nil, b.caplo, "validate")
	if err != nil {
		return err
	}
	show(fmt.Sprintf("caplo validate, %d agents", n), read, "reading the files")
	fresh := func() error { return os.RemoveAll(filepath.Join(dir, ".caplo")) }
	if err := b.synced("local", dir, nil, read, fresh, nil); err != nil {
		return err
	}
	s, err := b.serve("pushed", 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.end()) }()
	return b.synced("served", dir, s.env(), read, nil, s)
}

// synced measures a push of what is new, and what there is to do where nothing is.
// A served workspace is new but once.
func (b *bencher) synced(where, dir string, env []string, read figure, fresh func() error, s *served) error {
	first := func() (figure, error) { return b.measure(fresh, dir, env, b.caplo, "push") }
	if s != nil {
		first = func() (figure, error) { return b.once(dir, env, b.caplo, "push") }
	}
	f, err := first()
	if err != nil {
		return err
	}
	show("caplo push, all new, "+where, f, beyond(f, read)+" (bars 10 s, 300 MiB)")
	if s != nil {
		s.show("  the server meanwhile", 0, "")
	}
	for _, command := range []string{"push", "diff", "pull"} {
		f, err := b.measure(nil, dir, env, b.caplo, command)
		if err != nil {
			return err
		}
		show(fmt.Sprintf("caplo %s, nothing new, %s", command, where), f, beyond(f, read)+" (bar 1 s)")
	}
	return b.changed(where, dir, env, read)
}

// changed measures diff and pull where every agent differs: of copies of the files
// that say something else, and of none.
func (b *bencher) changed(where, dir string, env []string, read figure) error {
	other := filepath.Join(b.dir, "other-"+where)
	if err := os.CopyFS(other, os.DirFS(dir)); err != nil {
		return err
	}
	if err := edited(other); err != nil {
		return err
	}
	f, err := b.differing(other, env)
	if err != nil {
		return err
	}
	show("caplo diff, all agents changed, "+where, f, beyond(f, read)+" (bar 10 s)")
	if err := os.RemoveAll(filepath.Join(other, "agents")); err != nil {
		return err
	}
	f, err = b.once(other, env, b.caplo, "pull")
	if err == nil {
		show("caplo pull, all new, "+where, f, beyond(f, read)+" (bars 10 s, 300 MiB)")
	}
	return err
}

// edited changes the instructions and a case of every agent of a project.
func edited(dir string) error {
	files, err := filepath.Glob(filepath.Join(dir, "agents", "*.yaml"))
	if err != nil {
		return err
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		text := strings.NewReplacer("customers of the shop", "customers of the office", "SO-0007", "SO-7007").Replace(string(data))
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// differing is once for a diff that finds something.
func (b *bencher) differing(dir string, env []string) (figure, error) {
	f, err := b.once(dir, env, b.caplo, "diff")
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 {
		return f, nil
	}
	return f, errors.Join(err, errors.New("diff found nothing"))
}

// beyond says what a command took more than reading the files.
func beyond(f, read figure) string {
	return fmt.Sprintf("%.2f s, %.2f s of processor beyond reading", (f.wall - read.wall).Seconds(), (f.cpu - read.cpu).Round(10*time.Millisecond).Seconds())
}
