package cli

import (
	"errors"
	"flag"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/caplo/caplo/internal/report"
	"github.com/caplo/caplo/internal/workspace"
)

func formatFlag(formats ...string) cli.Flag {
	return &cli.StringFlag{Name: "format", Value: formats[0], Usage: "write the result as " + strings.Join(formats, " or ")}
}

func checkFormat(format string, formats ...string) error {
	if slices.Contains(formats, format) {
		return nil
	}
	return usagef("formats: "+strings.Join(formats, ", "), "there is no format %q", format)
}

// orJSON gives whoever asked for JSON a document in any case: where a command
// failed before it wrote one, the document that empty makes of the failure.
func (env *Env) orJSON(format string, err error, empty func(problem, hint string) any) error {
	var done *ended
	var usage *usageError
	if err == nil || format != "json" || errors.As(err, &done) || errors.As(err, &usage) || env.wrote() {
		return err
	}
	if werr := report.JSON(env.Out, empty(explain(err))); werr != nil {
		return errors.Join(err, werr)
	}
	return err
}

// notEmpty refuses flags that are given without a value, as happens where a
// variable of a script is not set: they would silently count as left out.
func notEmpty(c *cli.Context, names ...string) error {
	for _, n := range names {
		if c.IsSet(n) && c.String(n) == "" {
			return usagef("leave the flag out or give it a value", "--%s is empty", n)
		}
	}
	return nil
}

// shared is a flag of the library's own that all commands of the process have in
// common. The library writes into a flag while it parses; this gives it a copy, so
// that several may be run at once.
type shared struct{ *cli.BoolFlag }

// Apply implements cli.Flag.
func (s shared) Apply(set *flag.FlagSet) error {
	own := *s.BoolFlag
	return own.Apply(set)
}

func isNoCases(err error) bool { return err != nil && codeOf(err) == workspace.NoCases }

func clean(s string) string { return report.CleanLine(s) }
