package cli

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/urfave/cli/v2"

	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/project"
)

// checkOptions are what all commands that report diagnostics have in common.
type checkOptions struct {
	env    *Env
	format string
	strict bool
	fix    bool
	dryRun bool
}

func checkFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "strict", Usage: "take warnings for errors"},
		&cli.BoolFlag{Name: "fix", Usage: "mend what can be mended with certainty, and change nothing else"},
		&cli.BoolFlag{Name: "dry-run", Usage: "with --fix: show the changes as a patch, and make none"},
	}
}

func readCheckOptions(env *Env, c *cli.Context) checkOptions {
	return checkOptions{
		env: env, format: c.String("format"),
		strict: c.Bool("strict"), fix: c.Bool("fix"), dryRun: c.Bool("dry-run"),
	}
}

func (o *checkOptions) check() error {
	switch {
	case o.dryRun && !o.fix:
		return usagef("write --fix --dry-run to see what would change", "--dry-run belongs to --fix")
	case o.dryRun && o.format != "text":
		return usagef("leave --format out; without --dry-run it says what is left after the fixes",
			"--fix --dry-run writes a patch, so it takes no --format %s", o.format)
	}
	return nil
}

// report writes what is wrong to w and says how it ends.
func (o *checkOptions) report(w io.Writer, format string, ds diagnosticSet) error {
	if o.strict {
		ds = ds.strict()
	}
	if err := writeDiagnostics(w, format, ds); err != nil {
		return err
	}
	if n := len(ds.only(func(d diag.Diagnostic) bool { return d.Fix != nil }).list); n > 0 && !o.fix {
		fmt.Fprintf(o.env.Err, "hint: --fix can mend %s; --fix --dry-run shows how\n", problems(n))
	}
	if ds.hasErrors() {
		return &ended{StatusFailed}
	}
	return nil
}

func problems(n int) string {
	if n == 1 {
		return "1 problem"
	}
	return fmt.Sprintf("%d problems", n)
}

// told says on standard error what was fixed where.
func (o *checkOptions) told(verb, name string, fixed int) {
	fmt.Fprintf(o.env.Err, "%s %s in %s\n", verb, problems(fixed), clean(name))
}

// patch writes what would change as a unified diff, which git apply takes in
// the folder where the user stands. It is written as it is, since a patch with
// any byte changed does not apply.
func patch(w io.Writer, name string, before, after []byte) error {
	return patchOf(w, name, append([]byte{}, before...), append([]byte{}, after...))
}

// patchOf is patch for files that may come to be or go: nil is no file.
func patchOf(w io.Writer, name string, before, after []byte) error {
	tail := ""
	if strings.ContainsAny(name, " \t") {
		tail = "\t" // or the name would end at the space
	}
	side := func(prefix string, text []byte) string {
		if text == nil {
			return "/dev/null"
		}
		return prefix + name + tail
	}
	_, hunks, found := bytes.Cut(diff.Diff("x", before, "y", after), []byte("@@"))
	if !found {
		return nil // a file that is empty on both sides
	}
	_, err := fmt.Fprintf(w, "--- %s\n+++ %s\n@@%s", side("a/", before), side("b/", after), hunks)
	return err
}

// write writes fixed files and says what was fixed. The names of those that
// could not be written come back; why was said.
func (o *checkOptions) write(files []project.FixedFile, at func(string) string, show func(string) string) (failed []string) {
	for _, f := range files {
		if err := project.Replace(at(f.File), f.Before, f.After); err != nil {
			failed = append(failed, f.File)
			o.env.sayError(&failure{
				msg:  fmt.Sprintf("%s %v, so nothing was fixed in it", show(f.File), err),
				hint: "see to the file, and run the command again", err: err,
			})
			continue
		}
		o.told("fixed", show(f.File), f.Fixed)
	}
	return failed
}

// showPatch is write without writing.
func (o *checkOptions) showPatch(files []project.FixedFile, show func(string) string) error {
	for _, f := range files {
		if err := patch(o.env.Out, show(f.File), f.Before, f.After); err != nil {
			return fmt.Errorf("write the patch: %w", err)
		}
		o.told("would fix", show(f.File), f.Fixed)
		o.env.sayUpwards(show(f.File))
	}
	return nil
}

// sayUpwards says where a patch names a file that git apply does not take, and
// reports whether it does.
func (env *Env) sayUpwards(name string) bool {
	upwards := strings.HasPrefix(name, "..") || filepath.IsAbs(name)
	if upwards {
		fmt.Fprintf(env.Err, "hint: git apply takes no path that leads upwards; run this in a folder that holds %s\n", clean(name))
	}
	return upwards
}
