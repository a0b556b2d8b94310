package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/caplo/caplo/internal/remote"
)

// pickUp is the command that takes the runs of an eval up again: the same without
// what would begin new ones.
func pickUp(c *cli.Context) string {
	words := strings.Fields(c.Command.HelpName)
	for _, at := range c.Lineage() {
		if dir := at.String("C"); dir != "" {
			words = append(words, "-C", shellWord(dir))
			break
		}
	}
	for _, s := range c.Args().Slice() {
		words = append(words, shellWord(s))
	}
	for _, name := range []string{"model", "grader"} {
		if c.IsSet(name) {
			words = append(words, "--"+name, shellWord(c.String(name)))
		}
	}
	return strings.Join(words, " ")
}

// stopped says how to go on after Ctrl-C, and after a connection that was lost
// for good. asked is whether a run was asked for.
func (o *evalOptions) stopped(conn *connection, asked bool, err error) error {
	var far *remote.Error
	canceled := errors.Is(err, context.Canceled)
	switch {
	case canceled && conn.served == "":
		return &failure{
			msg:  "interrupted; finished cases are kept",
			hint: "the same command takes the run up where it stopped",
			err:  err,
		}
	case !asked:
		return err
	case canceled:
		return &failure{
			msg:  fmt.Sprintf("stopped watching; the run goes on at %s", conn.served),
			hint: "pick it up again with: " + o.again,
			err:  err,
		}
	case conn.served != "" && errors.As(err, &far):
		return &failure{
			msg:  far.Msg + "; what was started goes on there",
			hint: "pick it up again with: " + o.again,
			err:  err,
		}
	}
	return err
}
