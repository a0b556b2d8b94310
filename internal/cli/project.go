package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/project"
)

// openProject finds and loads the project that a command is about.
func openProject(env *Env, c *cli.Context) (*project.Project, error) {
	root, err := findRoot(env, c)
	if err != nil {
		return nil, err
	}
	p, _ := project.Load(root) // what could not be read, Check says again
	return p, nil
}

// findRoot finds the folder of the project that a command is about.
func findRoot(env *Env, c *cli.Context) (string, error) {
	dir := startDir(env, c)
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return "", usagef("give -C a folder that exists", "%s is not a folder", dir)
	}
	root, err := project.Find(dir)
	var near *project.MisnamedError
	if errors.As(err, &near) {
		return "", &failure{
			msg:  fmt.Sprintf("there is no caplo.yaml in %s, but a %s, which is not read", near.Dir, near.Name),
			hint: "rename it to caplo.yaml", err: err,
		}
	}
	if err != nil {
		return "", &failure{
			msg:  fmt.Sprintf("there is no caplo.yaml in %s or above it", dir),
			hint: "go to a project's folder or name it with -C; an empty file caplo.yaml makes a folder a project",
			err:  err,
		}
	}
	return root, nil
}

// proven loads the project for a command that sends it: one with errors is
// shown and not sent.
func proven(env *Env, c *cli.Context) (*project.Project, error) {
	p, errs, err := checked(env, c)
	if err != nil {
		return nil, err
	}
	if len(errs) == 0 {
		return p, nil
	}
	if err := writeDiagnostics(env.Err, "text", env.standing(p).diagnostics(p, errs)); err != nil {
		return nil, err
	}
	return nil, &failure{msg: "the project has errors, so nothing was sent", hint: "mend them; `caplo validate` shows warnings as well"}
}

// checked loads the project and finds its errors. A big one takes its time, for
// which nobody who interrupts has to wait: nothing is written meanwhile.
func checked(env *Env, c *cli.Context) (*project.Project, []diag.Diagnostic, error) {
	type result struct {
		p    *project.Project
		errs []diag.Diagnostic
		err  error
	}
	done := make(chan result, 1)
	go func() {
		var r result
		if r.p, r.err = openProject(env, c); r.err == nil {
			r.errs = slices.DeleteFunc(r.p.Check(), func(d diag.Diagnostic) bool { return d.Severity != diag.Error })
		}
		done <- r
	}()
	var r result
	select {
	case r = <-done:
	case <-c.Context.Done():
	}
	if err := c.Context.Err(); err != nil {
		return nil, nil, interrupted(err, "nothing was sent yet")
	}
	return r.p, r.errs, r.err
}

// selected resolves a command's selectors.
func selected(p *project.Project, selectors []string) ([]string, error) {
	if slices.Contains(selectors, "") {
		return nil, usagef("selectors are agent/KEY and agent/*", "a selector is empty")
	}
	keys, err := p.Select(selectors)
	if err != nil {
		return nil, usagef("selectors are agent/KEY and agent/*", "%s", err)
	}
	return keys, nil
}
