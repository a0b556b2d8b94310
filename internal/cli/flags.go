package cli

import (
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

func isNoCases(err error) bool { return err != nil && codeOf(err) == workspace.NoCases }

func clean(s string) string { return report.CleanLine(s) }
