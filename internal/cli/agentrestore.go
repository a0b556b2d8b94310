package cli

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/report"
)

func agentRestoreCommand(env *Env) *cli.Command {
	return &cli.Command{
		Name:      "restore",
		Usage:     "bring an agent and its cases back as they were at a revision",
		ArgsUsage: "NAME@REVISION",
		Description: "Makes a new revision; nothing is lost, and what was until now can be brought back alike.\n" +
			"What the agent refers to stays as it is.",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "draft", Usage: "bring back the agent itself, and leave its cases"},
			&cli.BoolFlag{Name: "suite", Usage: "bring back the cases, and leave the agent itself"},
			waitFlag(), formatFlag("text", "json"),
		},
		Action: onAgents(env, 1, "the name or key of one agent and a revision: NAME@REVISION", func(c *cli.Context, conn *connection) error {
			return restoreAgent(env, c, conn)
		}),
	}
}

func restoreAgent(env *Env, c *cli.Context, conn *connection) error {
	key, revision, err := keyAt(c.Context, conn, c.Args().First())
	if err != nil {
		return err
	}
	if revision == 0 {
		return usagef(fmt.Sprintf("caplo agent restore %s@REVISION; caplo agent history %s lists revisions", key, key),
			"say which revision of agent/%s to bring back", key)
	}
	now, err := conn.Workspace(c.Context)
	if err != nil {
		return err
	}
	done, err := conn.Restore(c.Context, key, api.Restore{Revision: revision, Draft: c.Bool("draft"), Suite: c.Bool("suite")})
	if err != nil {
		return env.withProblems(err)
	}
	result := report.NewRestored(key, revision, now.Revision, done)
	if result.Changed && !cameBack(done.Plan) {
		fmt.Fprintf(env.Err, "hint: caplo agent restore %s@%d brings back what was until now\n", key, done.Revision-1)
	}
	return written(env, c, result)
}

// cameBack reports whether the agent was gone until now.
func cameBack(p agent.Plan) bool {
	for _, r := range p.Resources {
		if r.Kind == agent.KindAgent && r.Change == agent.Created {
			return true
		}
	}
	return false
}

// withProblems says on standard error what a workspace found wrong, resource by
// resource, and returns the failure to end with.
func (env *Env) withProblems(err error) error {
	for _, p := range problemsOf(err) {
		fmt.Fprintf(env.Err, "%s: %s (%s)\n", clean(p.Ref.ID.String()+p.Ref.Pointer), clean(p.Message), clean(p.Rule))
	}
	return err
}
