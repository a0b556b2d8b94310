package cli

import (
	"fmt"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/caplo/caplo/internal/remote"
)

type loginOptions struct {
	env     *Env
	address string
	wait    time.Duration
}

func loginCommand(env *Env) *cli.Command {
	return &cli.Command{
		Name:      "login",
		Usage:     "check an API key and keep it for a served workspace",
		ArgsUsage: "[URL]",
		Description: "Reads the key from standard input, or asks for it. Keeps it in the keyring of the\n" +
			"operating system, or where there is none in a file that only you can read. The key\n" +
			"goes to this workspace and to no other.",
		Flags: []cli.Flag{waitFlag()},
		Action: func(c *cli.Context) error {
			o := &loginOptions{env: env}
			var err error
			if o.address, err = oneAddress(c); err != nil {
				return err
			}
			if o.wait, err = waitOf(c); err != nil {
				return err
			}
			return o.run(c)
		},
	}
}

// errKeyArgument refuses a key among a command's arguments.
var errKeyArgument = usagef("pipe it in or type it at the prompt, and revoke this one: others can see command lines", "a key is no argument")

// oneAddress is the command's only argument, which may be left out. A key given
// in its place is not repeated.
func oneAddress(c *cli.Context) (string, error) {
	if c.NArg() > 1 {
		return "", usagef("give one address, such as https://caplo.example.com", "%s takes one address", c.Command.HelpName)
	}
	if strings.HasPrefix(c.Args().First(), "caplo_") {
		return "", errKeyArgument
	}
	return c.Args().First(), nil
}

func (o *loginOptions) run(c *cli.Context) error {
	t, err := address(o.env, nearProject(o.env, c), o.address)
	if err != nil {
		return err
	}
	if t.origin == "" {
		return usagef("caplo login https://caplo.example.com", "say which workspace: nothing names one")
	}
	if _, ok := terminal(o.env.In); !ok && t.from == fromProject {
		// Nobody sees where the key would go, and the project must not decide it.
		return usagef("caplo login "+t.origin, "only caplo.yaml names the workspace, and a project does not decide where a key goes")
	}
	if !t.allowHTTP {
		if err := remote.CheckPlain(t.origin); err != nil {
			return err
		}
	}
	if t.key, err = askKey(c.Context, o.env, t.origin); err != nil {
		return err
	}
	t.keyOrigin = "given to caplo login"
	conn, err := connectServed(c.Context, o.env, t, o.wait)
	if err != nil {
		return err
	}
	defer conn.Close()
	who, err := conn.WhoAmI(c.Context)
	if err != nil {
		return err
	}
	where, err := openKeys(o.env).keep(t.origin, t.key)
	if err != nil {
		return err
	}
	if where != inKeyring {
		fmt.Fprintf(o.env.Err, "note: there is no keyring to use, so the key is in a file that only you can read\n")
	}
	_, err = fmt.Fprintf(o.env.Out, "logged in to %s as %s (%s), with %s\nthe key is kept in %s\n",
		t.origin, clean(who.Member), clean(who.Role), scopeList(who.Scopes), where)
	o.sayUnused(c, t.origin)
	return err
}

// sayUnused says how to use the workspace where commands here would use another.
func (o *loginOptions) sayUnused(c *cli.Context, origin string) {
	here, err := address(o.env, nearProject(o.env, c), "")
	if err != nil || here.origin == origin {
		return // what is wrong with a setting, the next command says
	}
	used := "the local workspace"
	if here.origin != "" {
		used = here.origin + ", which " + here.from + " names"
	}
	fmt.Fprintf(o.env.Err, "note: commands here still use %s\nhint: set CAPLO_URL=%s, or write workspace: %s in caplo.yaml\n", used, origin, origin)
}

func scopeList(scopes []string) string {
	if len(scopes) == 0 {
		return "no scope"
	}
	return clean(strings.Join(scopes, ", "))
}

func logoutCommand(env *Env) *cli.Command {
	return &cli.Command{
		Name:        "logout",
		Usage:       "forget the key that is kept for a workspace",
		ArgsUsage:   "[URL]",
		Description: "The key stays valid: `caplo keys revoke` ends it for everybody.",
		Action: func(c *cli.Context) error {
			arg, err := oneAddress(c)
			if err != nil {
				return err
			}
			t, err := address(env, nearProject(env, c), arg)
			if err != nil {
				return err
			}
			if t.origin == "" {
				return usagef("caplo logout https://caplo.example.com", "say which workspace: nothing names one")
			}
			return logout(env, t.origin)
		},
	}
}

func logout(env *Env, origin string) error {
	was, err := openKeys(env).forget(origin)
	if err != nil {
		return err
	}
	if !was {
		fmt.Fprintf(env.Out, "no key was kept for %s\n", origin)
		return nil
	}
	fmt.Fprintf(env.Out, "the key for %s is forgotten here; it still is valid\n", origin)
	fmt.Fprintf(env.Err, "hint: `caplo keys revoke NAME`, with another key, ends it\n")
	return nil
}
