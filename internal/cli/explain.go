package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/caplo/caplo/docs"
	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/report"
	"github.com/caplo/caplo/internal/rules"
)

type explainOptions struct {
	out    io.Writer
	rules  []string // none: all, in a line each
	format string
}

func explainCommand(env *Env) *cli.Command {
	return &cli.Command{
		Name:      "explain",
		Usage:     "list the rules of validate, or explain one",
		ArgsUsage: "[RULE]",
		Description: "Without a rule, lists all with their severity. With one, such as evals/unique-name, says\n" +
			"what it asks for and why, with a bad and a good example.",
		Flags: []cli.Flag{formatFlag("text", "json")},
		Action: func(c *cli.Context) error {
			o := &explainOptions{out: env.Out, rules: c.Args().Slice(), format: c.String("format")}
			return o.run()
		},
	}
}

func (o *explainOptions) run() error {
	if err := checkFormat(o.format, "text", "json"); err != nil {
		return err
	}
	if len(o.rules) > 1 {
		return usagef("`caplo explain` without a rule lists all", "explain takes one rule")
	}
	known := knownRules()
	if len(o.rules) == 1 {
		r, err := oneRule(known, o.rules[0])
		if err != nil {
			return err
		}
		known = []report.Rule{r}
	}
	result := report.NewRules(known)
	switch {
	case o.format == "json":
		return report.JSON(o.out, result)
	case len(o.rules) == 1:
		_, err := io.WriteString(o.out, known[0].Help)
		return err
	}
	return result.List(o.out)
}

// knownRules are all rules, with what the documentation says of them.
func knownRules() []report.Rule {
	table := rules.Table()
	out := make([]report.Rule, len(table))
	for i, r := range table {
		section, _ := docs.Lookup(r.ID)
		out[i] = report.Rule{
			ID: r.ID, Severity: diag.Severity(r.Severity), Summary: r.Summary,
			Help: section.Text(), Markdown: section.Markdown,
		}
	}
	return out
}

// oneRule finds a rule by its id, in the brackets that diagnostics end with or
// without them.
func oneRule(known []report.Rule, id string) (report.Rule, error) {
	id = strings.TrimSuffix(strings.TrimPrefix(id, "["), "]")
	for _, r := range known {
		if r.ID == id {
			return r, nil
		}
	}
	hint := "`caplo explain` lists all rules"
	if near := nearRules(known, id); len(near) > 0 {
		hint = fmt.Sprintf("did you mean %s?", strings.Join(near, " or "))
	}
	return report.Rule{}, usagef(hint, "there is no rule %q", id)
}

// nearRules are those that a word may be meant for: what stands behind the
// slash, or a slip.
func nearRules(known []report.Rule, word string) []string {
	var near, ids []string
	for _, r := range known {
		ids = append(ids, r.ID)
		if _, name, _ := strings.Cut(r.ID, "/"); name == word {
			near = append(near, r.ID)
		}
	}
	if s := rules.Nearest(word, ids); len(near) == 0 && s != "" {
		near = append(near, s)
	}
	return near
}
