package cli

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/caplo/caplo/internal/store"
)

func backupCommand(env *Env) *cli.Command {
	return &cli.Command{
		Name:      "backup",
		Usage:     "copy the workspace's database to a file, while it is served",
		ArgsUsage: "FILE",
		Description: "Writes the database as it is at one moment, looks through the copy, and gives it its name\n" +
			"once it is whole. An existing file is not overwritten.",
		Flags: []cli.Flag{databaseFlag()},
		Action: func(c *cli.Context) error {
			file, database, err := copyArgs(env, c, "write the backup to")
			if err != nil {
				return err
			}
			done, err := store.Backup(c.Context, database, file)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(env.Out, "backed up revision %d to %s (%d KB)\n", done.Revision, clean(c.Args().First()), kilobytes(done.Bytes))
			return err
		},
	}
}

func restoreCommand(env *Env) *cli.Command {
	return &cli.Command{
		Name:      "restore",
		Usage:     "make a database of a backup",
		ArgsUsage: "FILE",
		Description: "Looks through the backup, and makes a new database of it, brought up to date for this\n" +
			"version of caplo. An existing database is not overwritten.",
		Flags: []cli.Flag{databaseFlag()},
		Action: func(c *cli.Context) error {
			file, database, err := copyArgs(env, c, "restore")
			if err != nil {
				return err
			}
			done, err := store.Restore(c.Context, file, database)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(env.Out, "restored revision %d to %s\n", done.Revision, clean(databaseName(c)))
			return err
		},
	}
}

// copyArgs are the two files of a backup or restore.
func copyArgs(env *Env, c *cli.Context, doing string) (file, database string, err error) {
	if err := notEmpty(c, "database"); err != nil {
		return "", "", err
	}
	if c.Args().Len() != 1 || c.Args().First() == "" {
		return "", "", usagef("caplo serve "+c.Command.Name+" FILE", "say which file to %s: one", doing)
	}
	base := startDir(env, c)
	return at(base, c.Args().First()), at(base, databaseName(c)), nil
}

func databaseName(c *cli.Context) string {
	for _, up := range c.Lineage() { // also where the flag stands before the word
		if name := up.String("database"); name != "" {
			return name
		}
	}
	return defaultDatabase
}

func kilobytes(n int64) int64 { return (n + 1023) / 1024 }
