package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/caplo/caplo/internal/remote"
)

// pickUp is the command that takes what an eval asked for up again, where it is not
// known which runs there are: the same without what would begin new ones.
func pickUp(c *cli.Context) string {
	words := strings.Fields(c.Command.HelpName)
	words = append(words, inFolder(c)...)
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

// inFolder repeats where a command looked for the project.
func inFolder(c *cli.Context) []string {
	for _, at := range c.Lineage() {
		if dir := at.String("C"); dir != "" {
			return []string{"-C", shellWord(dir)}
		}
	}
	return nil
}

// again is the command that goes on watching: these very runs, where all were
// begun, whatever becomes of files and drafts meanwhile.
func (o *evalOptions) again(w *watch) string {
	if !w.begun {
		return o.same
	}
	words := append([]string{"caplo agent eval watch"}, o.folder...)
	for _, a := range w.result.Agents {
		if a.Run != "" {
			words = append(words, a.Run)
		}
	}
	return strings.Join(words, " ")
}

// stopped says how to go on after Ctrl-C, and after a connection that was lost
// for good.
func (o *evalOptions) stopped(w *watch, err error) error {
	conn := w.conn
	var far *remote.Error
	canceled := errors.Is(err, context.Canceled)
	switch {
	case canceled && conn.served == "":
		return &failure{
			msg:  "interrupted; finished cases are kept",
			hint: "the same command takes the run up where it stopped",
			err:  err,
		}
	case !w.asked:
		return err
	case canceled:
		return &failure{
			msg:  fmt.Sprintf("stopped watching; the run goes on at %s", conn.served),
			hint: "pick it up again with: " + o.again(w),
			err:  err,
		}
	case conn.served != "" && errors.As(err, &far):
		return &failure{
			msg:  far.Msg + "; what was started goes on there",
			hint: "pick it up again with: " + o.again(w),
			err:  err,
		}
	}
	return err
}
