package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/project"
	"github.com/caplo/caplo/internal/report"
)

// approve says whether a plan may be carried out. On a terminal somebody is asked
// about what would be lost; in a pipeline git is the truth, so that what was
// changed outside of it goes, and only deletions have to be agreed to.
func (o *pushOptions) approve(ctx context.Context, plan agent.Plan) error {
	if err := o.keeping(plan); err != nil {
		o.showLosses()
		return err
	}
	if o.yes || len(plan.Outside)+len(plan.Deleted) == 0 {
		return nil
	}
	if !o.env.canAsk() {
		if len(plan.Deleted) == 0 {
			return nil
		}
		o.showLosses()
		return &failure{
			msg:  fmt.Sprintf("--prune would delete %s, and nobody is there to be asked; nothing was pushed", thingsOf(len(plan.Deleted))),
			hint: "add --yes to delete what is listed",
		}
	}
	return o.consent(ctx, plan)
}

// keeping refuses a plan that overwrites what it must not.
func (o *pushOptions) keeping(plan agent.Plan) error {
	if len(plan.Outside) == 0 || !o.noOverwrite {
		return nil
	}
	return &failure{
		msg:  fmt.Sprintf("%s made outside of git since the last push, and --no-overwrite is given; nothing was pushed", changesWere(len(plan.Outside))),
		hint: o.wayToKeep() + ", or push without --no-overwrite",
	}
}

// consent shows the whole plan and asks.
func (o *pushOptions) consent(ctx context.Context, plan agent.Plan) error {
	if err := o.result.PlanText(o.env.Err); err != nil {
		return err
	}
	var what []string
	if n := len(plan.Outside); n > 0 {
		what = append(what, "overwrite what was changed outside of git")
	}
	if n := len(plan.Deleted); n > 0 {
		what = append(what, "delete "+thingsOf(n))
	}
	yes, err := o.env.ask(ctx, strings.Join(what, " and ")+"?")
	if err != nil || yes {
		o.result.Shown = yes && o.env.Terminal.Out // else the result goes where nobody has seen the plan
		return err
	}
	return &failure{msg: "nothing was pushed", hint: o.wayToKeep()}
}

// wayToKeep is how somebody has in files what a push would have overwritten.
func (o *pushOptions) wayToKeep() string {
	if o.file != "" {
		return "`caplo agent export` writes the agent to a file as the workspace has it"
	}
	return "`caplo pull` brings the workspace's changes into the files"
}

// sayLosses names what a push overwrote that nobody was asked about.
func (env *Env) sayLosses(plan agent.Plan) error {
	done := report.NewPush(env.Now().Location())
	done.Plan = plan
	return done.LossesText(env.Err)
}

// showLosses says in a few lines what a refused push would have taken away.
func (o *pushOptions) showLosses() { _ = o.result.LossesText(o.env.Err) }

func changesWere(n int) string {
	if n == 1 {
		return "1 change was"
	}
	return fmt.Sprintf("%d changes were", n)
}

func thingsOf(n int) string {
	if n == 1 {
		return "1 resource"
	}
	return fmt.Sprintf("%d resources", n)
}

// sayLeft names what the workspace holds of the project and no file has. What no
// agent of the files reaches is not pushed, and no leftover.
func (o *pushOptions) sayLeft(p *project.Project, left []agent.ID) {
	left = slices.DeleteFunc(left, p.Has)
	if len(left) == 0 {
		return
	}
	names := make([]string, min(len(left), 10))
	for i := range names {
		names[i] = left[i].String()
	}
	if n := len(left) - len(names); n > 0 {
		names = append(names, fmt.Sprintf("%d more", n))
	}
	fmt.Fprintf(o.env.Err, "note: no file has %s any longer, and the workspace does; --prune would delete %s\n",
		clean(strings.Join(names, ", ")), map[bool]string{true: "it", false: "them"}[len(left) == 1])
}
