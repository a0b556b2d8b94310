package cli

import (
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/caplo/caplo/internal/rules"
	"github.com/caplo/caplo/schema"
)

// schemas are those that can be printed, in the order in which they are named.
var schemas = []struct {
	name string
	text []byte
}{
	{"agent", schema.Agent},
	{"tools", schema.Tools},
	{"project", schema.Project},
	{"server", schema.Server},
	{"validation", schema.Validation},
	{"openapi", schema.OpenAPI},
}

func schemaCommand(env *Env) *cli.Command {
	return &cli.Command{
		Name:      "schema",
		Usage:     "print the JSON Schema of a kind of file",
		ArgsUsage: strings.Join(schemaNames(), "|"),
		Description: "Editors complete and check files by these schemas: agent, tools and project are those of\n" +
			"a project's files, server is that of caplo serve's config file, validation that of\n" +
			"`caplo validate --format json`. openapi is no such schema: it is the HTTP contract of a\n" +
			"workspace, as YAML.",
		Action: func(c *cli.Context) error { return printSchema(env.Out, c.Args().Slice()) },
	}
}

func printSchema(out io.Writer, names []string) error {
	hint := "schemas: " + strings.Join(schemaNames(), ", ")
	if len(names) != 1 {
		return usagef(hint, "say which schema: one of them")
	}
	for _, s := range schemas {
		if s.name == names[0] {
			_, err := out.Write(s.text)
			return err
		}
	}
	if near := rules.Nearest(names[0], schemaNames()); near != "" {
		hint = "did you mean " + near + "? " + hint
	}
	return usagef(hint, "there is no schema %q", names[0])
}

func schemaNames() []string {
	var out []string
	for _, s := range schemas {
		out = append(out, s.name)
	}
	return out
}
