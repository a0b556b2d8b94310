package cli

import (
	"context"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/caplo/caplo/internal/project"
	"github.com/caplo/caplo/internal/remote"
)

// waitFlag is of every command that reaches a workspace.
func waitFlag() cli.Flag {
	return &cli.DurationFlag{Name: "wait", Value: remote.FirstContact, Usage: "wait up to `DURATION` for a served workspace to answer"}
}

// waitOf is how long to wait for the first contact.
func waitOf(c *cli.Context) (time.Duration, error) {
	d := c.Duration("wait")
	if d <= 0 {
		return 0, usagef("give a time with its unit, such as 30s", "--wait %s is too short", d)
	}
	return d, nil
}

// connectServed opens a served workspace and makes the first contact, so that
// what is wrong is said before anything is done.
func connectServed(ctx context.Context, env *Env, t target, wait time.Duration) (*connection, error) {
	client := remote.New(remote.Options{
		BaseURL: t.origin, Key: t.key, KeyOrigin: t.keyOrigin, AllowHTTP: t.allowHTTP,
		Wait: wait, UserAgent: "caplo/" + Version(), Getenv: env.Getenv, Now: env.Now,
	})
	c := &connection{Client: client, served: t.origin}
	c.close = append(c.close, func() error { client.Close(); return nil })
	if err := client.Greet(ctx); err != nil {
		client.Close()
		return nil, err
	}
	return c, nil
}

// nearProject is the project that a command stands in, nil where it stands in
// none: commands that are not about it need none.
func nearProject(env *Env, c *cli.Context) *project.Project {
	root, err := project.Find(startDir(env, c))
	if err != nil {
		return nil
	}
	p, _ := project.Load(root)
	return p
}

// served opens the served workspace that the settings name, for commands that
// make sense with no other.
func served(env *Env, c *cli.Context) (*connection, error) {
	conn, _, err := connectSettled(env, c)
	if err == nil && conn == nil {
		err = &failure{
			msg:  "the local workspace has no keys and no members: it is yours alone",
			hint: "name a served one with CAPLO_URL, or with workspace in caplo.yaml",
		}
	}
	return conn, err
}

// connectSettled opens the served workspace that the settings name; none where
// they name the local one.
func connectSettled(env *Env, c *cli.Context) (*connection, target, error) {
	wait, err := waitOf(c)
	if err != nil {
		return nil, target{}, err
	}
	t, err := settle(env, nearProject(env, c))
	if err != nil || t.origin == "" {
		return nil, t, err
	}
	conn, err := connectServed(c.Context, env, t, wait)
	return conn, t, err
}
