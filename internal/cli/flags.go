package cli

import (
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
