package cli

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"github.com/caplo/caplo/internal/project"
	"github.com/caplo/caplo/internal/rules"
)

type agentValidateOptions struct {
	checkOptions
	file  string // as the user names it; - is standard input
	named string // what standard input is called
}

func agentValidateCommand(env *Env) *cli.Command {
	return &cli.Command{
		Name:  "validate",
		Usage: "find every mistake in one agent file, without a project",
		Description: "Reads one agent file and reports all that is wrong with it alone. What it refers to is not\n" +
			"looked up, and no project is read. Exits 1 when there are errors.",
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "f", Aliases: []string{"file"}, Usage: "the agent's `FILE`; - reads standard input"},
			&cli.StringFlag{Name: "stdin-filename", Usage: "call standard input `NAME`"},
			formatFlag(diagnosticFormats...),
		}, checkFlags()...),
		Action: func(c *cli.Context) error {
			o := &agentValidateOptions{
				checkOptions: readCheckOptions(env, c), file: c.String("f"), named: c.String("stdin-filename"),
			}
			if c.Args().Len() > 0 {
				return usagef("name the file with -f", "caplo agent validate takes no arguments, but there is %q", c.Args().First())
			}
			return o.run()
		},
	}
}

func (o *agentValidateOptions) stdin() bool { return o.file == "-" }

func (o *agentValidateOptions) check() error {
	switch {
	case o.file == "":
		return usagef("name it with -f FILE, or -f - for standard input", "say which agent file to validate")
	case o.named != "" && !o.stdin():
		return usagef("write -f - to read standard input", "--stdin-filename belongs to -f -")
	}
	if err := checkFormat(o.format, diagnosticFormats...); err != nil {
		return err
	}
	if o.stdin() && o.fix && !o.dryRun && o.format != "text" {
		return usagef("leave --format out, or --fix",
			"-f - --fix writes the fixed text to standard output, so it takes no --format %s", o.format)
	}
	return o.checkOptions.check()
}

func (o *agentValidateOptions) run() error {
	if err := o.check(); err != nil {
		return err
	}
	data, err := readAgentFile(o.env, o.file)
	if err != nil {
		return err
	}
	p := project.LoadFile(o.name(), data)
	o.note(p)
	if o.fix {
		return o.mend(p, data)
	}
	return o.report(o.env.Out, o.format, diagnosticSet{list: p.Check(), source: p.Source, files: p.Files()})
}

// name is what diagnostics call the file.
func (o *agentValidateOptions) name() string {
	switch {
	case !o.stdin():
		return filepath.ToSlash(o.file)
	case o.named != "":
		return filepath.ToSlash(o.named)
	}
	return "<stdin>"
}

// note says in one line what was not done, since a file that is found right
// alone may be wrong in its project.
func (o *agentValidateOptions) note(p *project.Project) {
	refs := p.References()
	what := fmt.Sprintf("%d references of the file were not looked up", refs)
	if refs == 1 {
		what = "1 reference of the file was not looked up"
	}
	name := o.file
	if o.stdin() {
		name = o.named
	}
	root, err := project.Find(filepath.Dir(o.env.path(name)))
	inside := err == nil && name != ""
	switch {
	case inside && refs > 0:
		fmt.Fprintf(o.env.Err, "note: %s: the project in %s was not read; caplo validate reads it\n", what, clean(o.show(root)))
	case inside:
		fmt.Fprintf(o.env.Err, "note: the project in %s was not read; caplo validate reads it\n", clean(o.show(root)))
	case refs > 0:
		fmt.Fprintf(o.env.Err, "note: %s: the file was read alone\n", what)
	}
}

// show names a folder from where the user stands.
func (o *agentValidateOptions) show(dir string) string {
	return standing{o.env.Dir, dir}.name("")
}

// mend fixes the file, shows the fixes, or, for standard input, writes the fixed
// text to standard output.
func (o *agentValidateOptions) mend(p *project.Project, data []byte) error {
	fixes := p.Fix(rules.Options{}, func(string) bool { return true })
	same := func(file string) string { return file }
	left := diagnosticSet{list: fixes.Left, source: fixes.After.Source, files: p.Files()}
	if len(fixes.Files) == 0 {
		fmt.Fprintln(o.env.Err, "nothing to fix")
	}
	switch {
	case o.dryRun:
		if err := o.showPatch(fixes.Files, same); err != nil {
			return err
		}
		return o.report(o.env.Err, "text", left)
	case o.stdin():
		if err := o.filter(data, fixes); err != nil {
			return err
		}
		return o.report(o.env.Err, "text", left)
	}
	if failed := o.write(fixes.Files, o.env.path, same); len(failed) > 0 {
		return errors.Join(o.report(o.env.Out, o.format, diagnosticSet{list: p.Check(), source: p.Source, files: p.Files()}), &ended{StatusFailed})
	}
	return o.report(o.env.Out, o.format, left)
}

// filter writes the text to standard output, fixed where that can be done and
// as it came where not: an editor puts it in the file's place.
func (o *agentValidateOptions) filter(text []byte, fixes *project.Fixes) error {
	for _, f := range fixes.Files {
		text = f.After
		o.told("fixed", f.File, f.Fixed)
	}
	_, err := o.env.Out.Write(text)
	if err == nil {
		_, err = io.Copy(o.env.Out, o.env.In) // what is too long to be read is not to be lost
	}
	if err != nil {
		return fmt.Errorf("write the fixed text: %w", err)
	}
	return nil
}
