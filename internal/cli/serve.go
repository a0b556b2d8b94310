package cli

import (
	"time"

	"github.com/urfave/cli/v2"
)

// Where a workspace is served unless somebody says otherwise.
const (
	defaultListen   = "127.0.0.1:8080"
	defaultDatabase = "caplo.db"
	defaultGrace    = 30 * time.Second
	defaultCases    = 8 // worked at once
)

type serveOptions struct {
	env      *Env
	base     string // relative paths of flags are meant from here
	listen   string
	database string
	config   string
	cert     string
	key      string
	plain    bool
	grace    time.Duration
	format   string
	level    string
}

func serveCommand(env *Env) *cli.Command {
	cmd := &cli.Command{
		Name:  "serve",
		Usage: "serve a workspace over HTTP",
		Description: "Runs the workspace that the other commands otherwise embed, for many people at once. An\n" +
			"empty database becomes a new workspace, whose owner's first key is printed, once. Ends with\n" +
			"Ctrl-C or SIGTERM: cases in hand are finished, the others wait for the next start.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "listen", Usage: "listen at `HOST:PORT`; port 0 takes any free one (default: " + defaultListen + ")"},
			databaseFlag(),
			&cli.StringFlag{Name: "config", Usage: "read models, providers and limits from `FILE`; flags win over it"},
			&cli.StringFlag{Name: "tls-cert", Usage: "serve https with the certificate in `FILE`"},
			&cli.StringFlag{Name: "tls-key", Usage: "the private key of the certificate is in `FILE`"},
			&cli.BoolFlag{Name: "plain-http", Usage: "serve http where others reach it: only behind what ends TLS"},
			&cli.DurationFlag{Name: "grace", Value: defaultGrace, Usage: "let cases in hand go on for `DURATION` when the server ends"},
			&cli.StringFlag{Name: "log-format", Value: "text", Usage: "write the log as text or json"},
			&cli.StringFlag{Name: "log-level", Value: "info", Usage: "log what is debug, info, warn or error, and above"},
		},
		Action:      func(c *cli.Context) error { return readServeOptions(env, c).run(c) },
		Subcommands: []*cli.Command{backupCommand(env), restoreCommand(env), ownerKeyCommand(env)},
	}
	for _, sub := range cmd.Subcommands {
		sub.OnUsageError = onUsageError
		sub.HideHelpCommand = true
		sub.Flags = append(sub.Flags, dirFlag())
	}
	return cmd
}

func databaseFlag() cli.Flag {
	return &cli.StringFlag{Name: "database", Usage: "the workspace's SQLite `FILE` (default: " + defaultDatabase + ")"}
}

func readServeOptions(env *Env, c *cli.Context) *serveOptions {
	return &serveOptions{
		env: env, base: startDir(env, c),
		listen: c.String("listen"), database: c.String("database"), config: c.String("config"),
		cert: c.String("tls-cert"), key: c.String("tls-key"), plain: c.Bool("plain-http"), grace: c.Duration("grace"),
		format: c.String("log-format"), level: c.String("log-level"),
	}
}

func (o *serveOptions) check(c *cli.Context) error {
	if err := notEmpty(c, "listen", "database", "config", "tls-cert", "tls-key"); err != nil {
		return err
	}
	switch {
	case c.Args().Len() > 0:
		return usagef("name the database with --database", "caplo serve takes no arguments, but there is %q", c.Args().First())
	case o.grace < 0:
		return usagef("give a duration such as 30s, or 0s", "--grace %s is negative", o.grace)
	case (o.cert == "") != (o.key == ""):
		return usagef("give both, or neither", "--tls-cert and --tls-key belong together")
	}
	if o.listen != "" {
		if err := checkListen(o.listen); err != nil {
			return usagef("write it as host:port, such as 127.0.0.1:8080 or :0", "--listen %q is no address: %s", o.listen, err)
		}
	}
	return checkFormat(o.format, "text", "json")
}

func (o *serveOptions) run(c *cli.Context) error {
	if err := o.check(c); err != nil {
		return err
	}
	log, err := newLog(o.env.Err, o.format, o.level)
	if err != nil {
		return err
	}
	set, err := o.settle()
	if err != nil {
		return err
	}
	s := &serving{env: o.env, set: set, log: log}
	return s.run(c.Context)
}
