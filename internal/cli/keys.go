package cli

import (
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/report"
	"github.com/caplo/caplo/internal/rules"
	"github.com/caplo/caplo/internal/workspace"
)

func keysCommand(env *Env) *cli.Command {
	return group("keys", "make, list and revoke API keys of a served workspace",
		keysCreateCommand(env), keysListCommand(env), keysRevokeCommand(env))
}

func keysCreateCommand(env *Env) *cli.Command {
	return &cli.Command{
		Name:        "create",
		Usage:       "make a key for yourself or a pipeline; it is shown this once",
		Description: "Scopes are agents:read, agents:write, agents:publish and settings:write; none includes another.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "name", Usage: "what the key is for, as `NAME`"},
			&cli.StringSliceFlag{Name: "scope", Usage: "what it may do, as `SCOPE`; once for each"},
			&cli.IntFlag{Name: "days", Usage: "end it after `DAYS`; left out, it lasts until it is revoked"},
			waitFlag(), formatFlag("text", "json"),
		},
		Action: func(c *cli.Context) error {
			k := api.NewKey{Name: c.String("name"), Scopes: c.StringSlice("scope"), Days: c.Int("days")}
			if err := plainCommand(c, 0, ""); err != nil {
				return err
			}
			if err := checkNewKey(k, c.IsSet("days")); err != nil {
				return err
			}
			return createKey(env, c, k)
		},
	}
}

func checkNewKey(k api.NewKey, days bool) error {
	if k.Name == "" {
		return usagef("caplo keys create --name deploy --scope agents:read", "say with --name what the key is for")
	}
	if workspace.HoldsKey(k.Name) {
		return usagef("call it something that everybody may read", "the name holds an API key")
	}
	var known []string
	for _, s := range workspace.Scopes() {
		known = append(known, string(s))
	}
	if len(k.Scopes) == 0 {
		return usagef("scopes: "+scopeList(known), "say with --scope what the key may do")
	}
	for _, s := range k.Scopes {
		if slices.Contains(known, s) {
			continue
		}
		hint := "scopes: " + scopeList(known)
		if near := rules.Nearest(s, known); near != "" {
			hint = "did you mean " + near + "? " + hint
		}
		return usagef(hint, "there is no scope %q", s)
	}
	if days && (k.Days < 1 || k.Days > 3650) {
		return usagef("give a number from 1 to 3650", "--days %d is out of range", k.Days)
	}
	return nil
}

// createKey prints the key alone, so that it can be piped to where it is kept.
func createKey(env *Env, c *cli.Context, k api.NewKey) error {
	conn, err := served(env, c)
	if err != nil {
		return err
	}
	defer conn.Close()
	made, err := conn.MakeKey(c.Context, k)
	if err != nil {
		return err
	}
	fmt.Fprintf(env.Err, "the key %s (%s) for %s, with %s; keep it now, it is not shown again\n",
		clean(made.Key.Name), clean(made.Key.ID), clean(made.Key.Member), scopeList(made.Key.Scopes))
	if c.String("format") == "json" {
		return report.JSON(env.revealing(), report.MadeKey{FormatVersion: report.FormatVersion, MadeKey: made})
	}
	_, err = fmt.Fprintln(env.revealing(), clean(made.Secret))
	return err
}

func keysListCommand(env *Env) *cli.Command {
	return &cli.Command{
		Name:  "list",
		Usage: "list your keys, or with settings:write all",
		Flags: []cli.Flag{waitFlag(), formatFlag("text", "json")},
		Action: func(c *cli.Context) error {
			if err := plainCommand(c, 0, ""); err != nil {
				return err
			}
			conn, err := served(env, c)
			if err != nil {
				return err
			}
			defer conn.Close()
			keys, err := conn.Keys(c.Context)
			if err != nil {
				return err
			}
			return written(env, c, report.Keys{FormatVersion: report.FormatVersion, Keys: keys})
		},
	}
}

func keysRevokeCommand(env *Env) *cli.Command {
	return &cli.Command{
		Name:      "revoke",
		Usage:     "end a key for everybody who has it",
		ArgsUsage: "ID | NAME",
		Flags:     []cli.Flag{waitFlag()},
		Action: func(c *cli.Context) error {
			which := c.Args().First()
			if id, secret := workspace.KeyWithin(which); secret && c.NArg() == 1 {
				fmt.Fprintf(env.Err, "note: that is a key itself, so its id alone is sent, %s; others can see command lines\n", id)
				which = id
			} else if err := plainCommand(c, 1, "the id or name of one key"); err != nil {
				return err
			}
			conn, err := served(env, c)
			if err != nil {
				return err
			}
			defer conn.Close()
			k, err := conn.RevokeKey(c.Context, which)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(env.Out, "revoked the key %s (%s) of %s\n", clean(k.Name), clean(k.ID), clean(k.Member))
			env.sayShutOut(c.Context, conn, "the key in use here")
			return err
		},
	}
}
