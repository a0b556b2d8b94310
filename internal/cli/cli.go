// Package cli holds the commands and the wiring of everything else. Each command
// is an options struct, a constructor that only reads flags, and a run function
// over the options.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"runtime/debug"

	"github.com/urfave/cli/v2"
)

// version is set when a release is built.
var version = ""

// Version is caplo's version: the release's, else the module's, else dev.
func Version() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "dev"
}

// Main runs caplo and returns its exit status. It writes to env's streams only.
func Main(env *Env, args []string) Status {
	startLean()
	ctx, cancel := env.Context()
	defer cancel()
	out := &results{w: env.Out}
	env = env.writing(out)
	app := newApp(env)
	arranged, err := arrange(app, args)
	if err == nil {
		err = app.RunContext(ctx, arranged)
	}
	if err != nil && ctx.Err() != nil && statusOf(err) == StatusFailed {
		err = fmt.Errorf("%w: %w", context.Canceled, err)
	}
	err = out.missing(err)
	if err != nil {
		env.sayError(err)
	}
	status := statusOf(err)
	if status == StatusInterrupted && errors.Is(context.Cause(ctx), errTerminated) {
		return StatusFailed // 130 is the user's own Ctrl-C
	}
	return status
}

func newApp(env *Env) *cli.App {
	app := &cli.App{
		Name:            "caplo",
		Usage:           "keep customer-support agents in git and prove them before customers meet them",
		Version:         Version(),
		HideHelpCommand: true,
		Writer:          env.Out,
		ErrWriter:       env.Err,
		Reader:          env.In,
		Flags:           []cli.Flag{dirFlag()},
		OnUsageError:    onUsageError,
		ExitErrHandler:  func(*cli.Context, error) {}, // Main alone decides the status
		Action: func(c *cli.Context) error {
			_ = cli.ShowAppHelp(c)
			return &usageError{"say what to do: a command is missing", "see caplo --help"}
		},
		Commands: []*cli.Command{
			validateCommand(env),
			pushCommand(env),
			diffCommand(env),
			pullCommand(env),
			evalCommand(env),
			agentCommand(env),
			loginCommand(env),
			logoutCommand(env),
			whoamiCommand(env),
			keysCommand(env),
			membersCommand(env),
			explainCommand(env),
			schemaCommand(env),
			serveCommand(env),
		},
	}
	for _, c := range app.Commands {
		c.OnUsageError = onUsageError
		c.HideHelpCommand = true
		c.Flags = append(c.Flags, dirFlag())
	}
	return app
}

// The flag library keeps these for the whole process: it must neither exit nor
// write by itself.
func init() {
	cli.VersionPrinter = func(c *cli.Context) { fmt.Fprintf(c.App.Writer, "caplo %s\n", c.App.Version) }
	cli.OsExiter = func(int) {}
	cli.ErrWriter = io.Discard
	cli.HelpFlag = shared{cli.HelpFlag.(*cli.BoolFlag)}
	cli.VersionFlag = shared{cli.VersionFlag.(*cli.BoolFlag)}
}

func onUsageError(c *cli.Context, err error, _ bool) error {
	name := "caplo"
	if c.Command != nil && c.Command.HelpName != "" && c.Command.HelpName != name {
		name = c.Command.HelpName
	}
	var usage *usageError
	if errors.As(err, &usage) {
		return err
	}
	return &usageError{plainUsage(err.Error()), "see " + name + " --help"}
}

var (
	undefinedFlag = regexp.MustCompile(`^flag provided but not defined: -+(.*)$`)
	invalidFlag   = regexp.MustCompile(`^invalid (?:boolean )?value (".*") for (?:flag )?-([^:]+): .*$`)
	emptyFlag     = regexp.MustCompile(`^flag needs an argument: -+(.*)$`)
)

// plainUsage says what the flag library found wrong as a person would type it.
func plainUsage(msg string) string {
	dashed := func(name string) string {
		if len(name) == 1 {
			return "-" + name
		}
		return "--" + name
	}
	if m := undefinedFlag.FindStringSubmatch(msg); m != nil {
		return "there is no flag " + dashed(m[1])
	}
	if m := invalidFlag.FindStringSubmatch(msg); m != nil {
		switch m[2] {
		case "timeout", "wait", "grace":
			return fmt.Sprintf("--%s takes a time with its unit, such as 90s or 10m, and not %s", m[2], m[1])
		}
		return fmt.Sprintf("%s cannot be %s", dashed(m[2]), m[1])
	}
	if m := emptyFlag.FindStringSubmatch(msg); m != nil {
		return dashed(m[1]) + " needs a value"
	}
	return msg
}

func dirFlag() cli.Flag {
	return &cli.StringFlag{Name: "C", Usage: "look for the project from `DIR` on, not from the working directory"}
}

// startDir is where the search for the project begins.
func startDir(env *Env, c *cli.Context) string {
	dir := ""
	for _, at := range c.Lineage() {
		if d := at.String("C"); d != "" {
			dir = d
			break
		}
	}
	if filepath.IsAbs(dir) {
		return dir
	}
	return filepath.Join(env.Dir, dir)
}
