package cli

import (
	"github.com/urfave/cli/v2"

	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/project"
)

// nearby opens the workspace for a command that is about no files of a project:
// the one that the settings name, else the local one of the project that the user
// stands in. Of that only caplo.yaml is read.
func nearby(env *Env, c *cli.Context, concurrency int) (*connection, error) {
	wait, err := waitOf(c)
	if err != nil {
		return nil, err
	}
	root, missing := findRoot(env, c)
	if missing != nil && statusOf(missing) == StatusUsage {
		return nil, missing
	}
	p, err := nearConfig(env, root)
	if err != nil {
		return nil, err
	}
	t, err := settle(env, p)
	switch {
	case err != nil:
		return nil, err
	case t.origin != "":
		return connectServed(c.Context, env, t, wait)
	case p == nil:
		return nil, noWorkspace(missing)
	}
	return connectLocal(c.Context, env, p, concurrency)
}

// nearConfig is the project below a root, by its caplo.yaml alone; nil without a
// root. One with errors is refused: it may mean another workspace than it seems to.
func nearConfig(env *Env, root string) (*project.Project, error) {
	if root == "" {
		return nil, nil
	}
	p := project.LoadConfig(root)
	var errs []diag.Diagnostic
	for _, d := range p.Check() {
		if d.Severity == diag.Error {
			errs = append(errs, d)
		}
	}
	if len(errs) == 0 {
		return p, nil
	}
	if err := writeDiagnostics(env.Err, "text", env.standing(p).diagnostics(p, errs)); err != nil {
		return nil, err
	}
	return nil, &failure{msg: "caplo.yaml has errors, so it is not certain which workspace it means", hint: "mend them; `caplo validate` shows warnings as well"}
}

func noWorkspace(missing error) error {
	why, _ := explain(missing)
	return &failure{
		msg:  "no workspace is named: CAPLO_URL is not set, and " + why,
		hint: "set CAPLO_URL, or go to a project's folder or name it with -C",
		err:  missing,
	}
}
