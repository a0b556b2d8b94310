package cli

import (
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/report"
	"github.com/caplo/caplo/internal/workspace"
)

func membersCommand(env *Env) *cli.Command {
	return group("members", "list and change who works with a served workspace",
		membersListCommand(env), membersAddCommand(env), membersSetRoleCommand(env), membersKeyCommand(env), membersRemoveCommand(env))
}

// onMembers is a command that does something over a connection.
func onMembers(env *Env, arguments int, what string, do func(*cli.Context, *connection) error) cli.ActionFunc {
	return func(c *cli.Context) error {
		if err := plainCommand(c, arguments, what); err != nil {
			return err
		}
		conn, err := served(env, c)
		if err != nil {
			return err
		}
		defer conn.Close()
		return do(c, conn)
	}
}

func membersListCommand(env *Env) *cli.Command {
	return &cli.Command{
		Name:  "list",
		Usage: "list members and their roles",
		Flags: []cli.Flag{waitFlag(), formatFlag("text", "json")},
		Action: onMembers(env, 0, "", func(c *cli.Context, conn *connection) error {
			list, err := conn.Members(c.Context)
			if err != nil {
				return err
			}
			return written(env, c, report.Members{FormatVersion: report.FormatVersion, Members: list})
		}),
	}
}

func membersAddCommand(env *Env) *cli.Command {
	return &cli.Command{
		Name:      "add",
		Usage:     "add a member; the first key is shown this once",
		ArgsUsage: "NAME",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "role", Usage: "what the member is: owner, admin or member, as `ROLE`"},
			waitFlag(), formatFlag("text", "json"),
		},
		Before: func(c *cli.Context) error { return checkRole(c.String("role"), "--role") },
		Action: onMembers(env, 1, "the name of one member", func(c *cli.Context, conn *connection) error {
			made, err := conn.AddMember(c.Context, api.NewMember{Name: c.Args().First(), Role: c.String("role")})
			if err != nil {
				return err
			}
			fmt.Fprintf(env.Err, "%s is now %s; hand the first key over, it is not shown again\n", clean(made.Member.Name), clean(made.Member.Role))
			if c.String("format") == "json" {
				return report.JSON(env.revealing(), report.MadeMember{FormatVersion: report.FormatVersion, MadeMember: made})
			}
			_, err = fmt.Fprintln(env.revealing(), clean(made.First.Secret))
			return err
		}),
	}
}

func membersKeyCommand(env *Env) *cli.Command {
	return &cli.Command{
		Name:      "key",
		Usage:     "make another first key for a member, who lost theirs or has a new role",
		ArgsUsage: "NAME",
		Flags:     []cli.Flag{waitFlag(), formatFlag("text", "json")},
		Action: onMembers(env, 1, "the name of one member", func(c *cli.Context, conn *connection) error {
			made, err := conn.GiveKey(c.Context, c.Args().First())
			if err != nil {
				return err
			}
			fmt.Fprintf(env.Err, "a key with all that %s may do; hand it over, it is not shown again\n", clean(made.Key.Member))
			if c.String("format") == "json" {
				return report.JSON(env.revealing(), report.MadeKey{FormatVersion: report.FormatVersion, MadeKey: made})
			}
			_, err = fmt.Fprintln(env.revealing(), clean(made.Secret))
			return err
		}),
	}
}

func membersSetRoleCommand(env *Env) *cli.Command {
	return &cli.Command{
		Name:      "set-role",
		Usage:     "give a member another role",
		ArgsUsage: "NAME ROLE",
		Flags:     []cli.Flag{waitFlag()},
		Before: func(c *cli.Context) error {
			if c.NArg() != 2 {
				return nil // said below
			}
			return checkRole(c.Args().Get(1), "the second argument")
		},
		Action: onMembers(env, 2, "the name of a member and a role", func(c *cli.Context, conn *connection) error {
			m, err := conn.ChangeMember(c.Context, c.Args().First(), api.ChangeMember{Role: c.Args().Get(1)})
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(env.Out, "%s is now %s\n", clean(m.Name), clean(m.Role))
			return err
		}),
	}
}

func membersRemoveCommand(env *Env) *cli.Command {
	return &cli.Command{
		Name:      "remove",
		Usage:     "remove a member, and end all keys of theirs",
		ArgsUsage: "NAME",
		Flags:     []cli.Flag{waitFlag()},
		Action: onMembers(env, 1, "the name of one member", func(c *cli.Context, conn *connection) error {
			if err := conn.RemoveMember(c.Context, c.Args().First()); err != nil {
				return err
			}
			_, err := fmt.Fprintf(env.Out, "%s is removed, and no key of theirs is valid any more\n", clean(c.Args().First()))
			env.sayShutOut(c.Context, conn, "yourself")
			return err
		}),
	}
}

func checkRole(role, at string) error {
	roles := []string{string(workspace.Owner), string(workspace.Admin), string(workspace.Plain)}
	if slices.Contains(roles, role) {
		return nil
	}
	if role == "" {
		return usagef("roles: "+scopeList(roles), "say with %s what the member is", at)
	}
	return usagef("roles: "+scopeList(roles), "there is no role %q", role)
}
