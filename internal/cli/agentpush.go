package cli

import (
	"fmt"
	"path"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/project"
	"github.com/caplo/caplo/internal/report"
)

type agentPushOptions struct {
	pushOptions
	key string // empty: the file's base name
}

func agentPushCommand(env *Env) *cli.Command {
	return &cli.Command{
		Name:  "push",
		Usage: "write one agent file to the workspace, without a project",
		Description: "The file's base name is the agent's key. Without an evals key its cases in the workspace stay\n" +
			"as they are. What the agent refers to must be in the workspace already.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "f", Aliases: []string{"file"}, Usage: "the agent's `FILE`; - reads standard input"},
			&cli.StringFlag{Name: "key", Usage: "the agent's `KEY`; left out, the file's base name"},
			&cli.BoolFlag{Name: "dry-run", Usage: "show what would change, and change nothing"},
			&cli.BoolFlag{Name: "no-overwrite", Usage: "refuse to overwrite what was changed otherwise since the last push"},
			&cli.BoolFlag{Name: "yes", Usage: "ask nothing, and overwrite"},
			waitFlag(), formatFlag("text", "json"),
		},
		Action: func(c *cli.Context) error {
			if c.Args().Len() > 0 {
				return usagef("name the file with -f", "caplo agent push takes no arguments, but there is %q", c.Args().First())
			}
			if err := notEmpty(c, "f", "key"); err != nil {
				return err
			}
			o := &agentPushOptions{key: c.String("key"), pushOptions: pushOptions{
				env: env, file: c.String("f"), dryRun: c.Bool("dry-run"), noOverwrite: c.Bool("no-overwrite"), yes: c.Bool("yes"),
				format: c.String("format"), result: report.NewPush(env.Now().Location()),
			}}
			return env.orJSON(o.format, o.run(c), o.failed)
		},
	}
}

func (o *agentPushOptions) check() error {
	if err := o.pushOptions.check(); err != nil {
		return err
	}
	if o.file == "" {
		return usagef("name it with -f FILE, or -f - for standard input", "say which agent file to push")
	}
	if o.file == "-" && o.key == "" {
		return usagef("caplo agent push -f - --key KEY", "say with --key which agent standard input is")
	}
	name := filepath.ToSlash(o.file)
	if o.key == "" {
		o.key = path.Base(name[:len(name)-len(path.Ext(name))])
	}
	if !agent.ValidKey(o.key) {
		return usagef("give it with --key: lower-case letters, digits and dashes, up to 64", "%q is no key of an agent", o.key)
	}
	return nil
}

func (o *agentPushOptions) run(c *cli.Context) error {
	if err := o.check(); err != nil {
		return err
	}
	data, err := readAgentFile(o.env, o.file)
	if err != nil {
		return err
	}
	p, err := o.load(data)
	if err != nil {
		return err
	}
	conn, err := nearby(o.env, c, 1)
	if err != nil {
		return err
	}
	defer conn.Close()
	push, err := newPush(conn.Client, p, []string{o.key})
	if err != nil {
		return err
	}
	push.manifest.File, push.dryRun, push.planned, push.approve = true, o.dryRun, o.planned, o.approve
	if o.file != "-" {
		push.manifest.Git = gitState(c.Context, o.env, filepath.Dir(o.env.path(o.file)))
	}
	done, err := push.run(c.Context)
	if err != nil {
		return o.onLines(p, err)
	}
	return o.finish(done)
}

// load reads the file and refuses one that is wrong by itself.
func (o *agentPushOptions) load(data []byte) (*project.Project, error) {
	name := filepath.ToSlash(o.file)
	if o.file == "-" {
		name = "<stdin>"
	}
	p := project.LoadFileAs(name, o.key, data)
	var errs []diag.Diagnostic
	for _, d := range p.Check() {
		if d.Severity == diag.Error {
			errs = append(errs, d)
		}
	}
	if len(errs) == 0 {
		return p, nil
	}
	if err := o.show(p, errs); err != nil {
		return nil, err
	}
	return nil, &failure{msg: name + " has errors, so nothing was sent", hint: "mend them; `caplo agent validate` shows warnings as well"}
}

func (o *agentPushOptions) show(p *project.Project, list []diag.Diagnostic) error {
	return writeDiagnostics(o.env.Err, "text", diagnosticSet{list: list, source: p.Source, files: p.Files()})
}

// onLines shows what the workspace found wrong on the file's lines.
func (o *agentPushOptions) onLines(p *project.Project, err error) error {
	here, elsewhere := sortOut(p, problemsOf(err))
	for _, found := range elsewhere {
		fmt.Fprintf(o.env.Err, "%s: %s (%s, in the workspace)\n",
			clean(found.Ref.ID.String()+found.Ref.Pointer), clean(found.Message), clean(found.Rule))
	}
	if len(here) == 0 {
		return err
	}
	placed := p.Place(here)
	diag.Sort(placed)
	if werr := o.show(p, placed); werr != nil {
		return werr
	}
	return err
}
