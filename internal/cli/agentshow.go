package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/urfave/cli/v2"

	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/project"
	"github.com/caplo/caplo/internal/report"
)

const atRevision = "the name or key of one agent, perhaps with a revision: NAME or NAME@REVISION"

func agentShowCommand(env *Env) *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "show an agent and its cases as YAML, as they are or were",
		ArgsUsage: "NAME[@REVISION]",
		Flags:     []cli.Flag{waitFlag(), formatFlag("text", "json")},
		Action: onAgents(env, 1, atRevision, func(c *cli.Context, conn *connection) error {
			return showAgent(env, c, conn, "")
		}),
	}
}

func agentExportCommand(env *Env) *cli.Command {
	return &cli.Command{
		Name:      "export",
		Usage:     "write an agent and its cases to a file, in the console's form",
		ArgsUsage: "NAME[@REVISION]",
		Description: "The cases stand below evals: cases:, each with its id. caplo agent push -f takes the file\n" +
			"as it is. An existing file is not overwritten without --force.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "o", Aliases: []string{"output"}, Usage: "write to `FILE`; left out, or -, to standard output"},
			&cli.BoolFlag{Name: "force", Usage: "overwrite FILE where there is one"},
			waitFlag(), formatFlag("text", "json"),
		},
		Before: func(c *cli.Context) error { return notEmpty(c, "o") },
		Action: onAgents(env, 1, atRevision, func(c *cli.Context, conn *connection) error {
			file := c.String("o")
			if file == "-" {
				file = ""
			}
			return showAgent(env, c, conn, file)
		}),
	}
}

// showAgent writes an agent to a file, or to standard output.
func showAgent(env *Env, c *cli.Context, conn *connection, file string) error {
	at, err := agentAt(c, conn)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if c.String("format") == "json" {
		err = report.JSON(&text, report.AgentAt{FormatVersion: report.FormatVersion, AgentAt: at})
	} else {
		err = writeAgent(&text, at)
	}
	switch {
	case err != nil:
		return err
	case file != "":
		return writeOut(env, file, text.Bytes(), c.Bool("force"))
	case env.Terminal.Out: // which must not be sent what steers it; a file or a program gets it as it is
		_, err = io.WriteString(env.Out, report.CleanText(text.String()))
	default:
		_, err = env.Out.Write(text.Bytes())
	}
	return err
}

// agentAt reads the agent that the argument names, at its revision.
func agentAt(c *cli.Context, conn *connection) (api.AgentAt, error) {
	key, revision, err := keyAt(c.Context, conn, c.Args().First())
	if err != nil {
		return api.AgentAt{}, err
	}
	return conn.AgentAt(c.Context, key, revision)
}

func writeAgent(w io.Writer, at api.AgentAt) error {
	cases := make([]project.ExportCase, len(at.Suite))
	for i, c := range at.Suite {
		cases[i] = project.ExportCase(c)
	}
	text, err := project.Export(at.Body.Body, cases)
	if err != nil {
		return &failure{
			msg:  fmt.Sprintf("agent/%s cannot be written as YAML: %s", at.Key, err),
			hint: "--format json writes it whole", err: err,
		}
	}
	_, err = w.Write(text)
	return err
}

// writeOut writes a file whole or not at all. One that is there already is replaced
// only where that is asked for.
func writeOut(env *Env, file string, text []byte, force bool) error {
	name := env.path(file)
	before, err := os.ReadFile(name)
	switch {
	case err == nil && !force:
		return &failure{msg: file + " exists already, and is not overwritten", hint: "name another file, or overwrite it with --force"}
	case err == nil:
		err = project.Replace(name, before, text)
	case errors.Is(err, fs.ErrNotExist):
		err = writeNew(name, text)
	}
	if err != nil {
		return &failure{msg: fmt.Sprintf("%s could not be written: %s", file, reason(err)), hint: "see to the file and its folder, and run the command again", err: err}
	}
	fmt.Fprintf(env.Err, "wrote %s\n", clean(file))
	return nil
}

func writeNew(name string, text []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Close()); err != nil {
		_ = os.Remove(name) // half of it is worse than none
	}
	return err
}
