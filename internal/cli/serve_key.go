package cli

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/caplo/caplo/internal/store"
	"github.com/caplo/caplo/internal/workspace"
)

func ownerKeyCommand(env *Env) *cli.Command {
	return &cli.Command{
		Name:  "key",
		Usage: "make an owner a new key, on the machine that has the database",
		Description: "For an owner who has no key any more. It is printed this once, also while the server runs.\n" +
			"An earlier key that was made like this is revoked.",
		Flags: []cli.Flag{
			databaseFlag(),
			&cli.StringFlag{Name: "owner", Usage: "the owner called `NAME`; left out where there is one"},
		},
		Action: func(c *cli.Context) error {
			if err := notEmpty(c, "database", "owner"); err != nil {
				return err
			}
			if err := plainCommand(c, 0, ""); err != nil {
				return err
			}
			return makeOwnerKey(env, c)
		},
	}
}

func makeOwnerKey(env *Env, c *cli.Context) (err error) {
	database := at(startDir(env, c), databaseName(c))
	db, err := store.OpenExisting(c.Context, store.Options{Path: database, LockDir: store.ServedLocks(database), Now: env.Now})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	ws := workspace.New(workspace.Options{Store: db, Now: env.Now, Concurrency: 1})
	defer func() { err = errors.Join(err, ws.Close()) }()
	made, err := ws.OwnerKey(c.Context, c.String("owner"))
	if err != nil {
		return err
	}
	fmt.Fprintf(env.Err, "a key with all scopes for the owner %s; keep it now, it is not shown again\n", clean(made.Member.Name))
	_, err = fmt.Fprintln(env.revealing(), made.Secret.Reveal())
	return err
}
