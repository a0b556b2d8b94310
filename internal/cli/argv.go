package cli

import (
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/caplo/caplo/internal/rules"
)

// arrange moves flags before arguments, since the flag library takes whatever
// follows the first argument for an argument: `caplo eval agent/support --rerun`
// would run without the flag. It also refuses unknown commands, for which the
// library would exit with a status of its own.
func arrange(app *cli.App, args []string) ([]string, error) {
	if len(args) == 0 {
		return args, nil
	}
	out := []string{args[0]}
	head, rest := splitFlags(args[1:], app.Flags, true)
	out = append(out, head...)
	commands := app.Commands
	path := app.Name
	for len(rest) > 0 && len(commands) > 0 {
		cmd := find(commands, rest[0])
		if cmd == nil {
			return nil, unknownCommand(path, rest[0], commands)
		}
		out, path = append(out, rest[0]), path+" "+rest[0]
		commands = cmd.Subcommands
		if len(commands) > 0 {
			head, rest = splitFlags(rest[1:], cmd.Flags, true)
			out = append(out, head...)
			continue
		}
		flags, arguments := splitFlags(rest[1:], cmd.Flags, false)
		out = append(out, flags...)
		if len(arguments) > 0 {
			out = append(append(out, "--"), arguments...)
		}
		return out, nil
	}
	return append(out, rest...), nil
}

// splitFlags separates flags (with their values) from arguments; with leading it
// stops at the first argument.
func splitFlags(args []string, known []cli.Flag, leading bool) (flags, arguments []string) {
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "--":
			return flags, append(arguments, args[i+1:]...)
		case a == "-" || !strings.HasPrefix(a, "-"):
			if leading {
				return flags, args[i:]
			}
			arguments = append(arguments, a)
		default:
			flags = append(flags, a)
			if takesValue(a, known) && i+1 < len(args) {
				i++
				flags = append(flags, args[i])
			}
		}
	}
	return flags, arguments
}

// takesValue reports whether the flag's value is the next word.
func takesValue(word string, known []cli.Flag) bool {
	name := strings.TrimLeft(word, "-")
	if strings.Contains(name, "=") {
		return false
	}
	for _, f := range known {
		for _, n := range f.Names() {
			if n == name {
				_, isBool := f.(*cli.BoolFlag)
				return !isBool
			}
		}
	}
	return false
}

func find(commands []*cli.Command, name string) *cli.Command {
	for _, c := range commands {
		if c.HasName(name) {
			return c
		}
	}
	return nil
}

func unknownCommand(path, word string, commands []*cli.Command) error {
	names := []string{}
	for _, c := range commands {
		if !c.Hidden {
			names = append(names, c.Name)
		}
	}
	hint := "commands: " + strings.Join(names, ", ") + "; see " + path + " --help"
	if near := rules.Nearest(word, names); near != "" {
		hint = "did you mean " + near + "? " + hint
	}
	return usagef(hint, "%s has no command %q", path, word)
}
