package cli

import (
	"fmt"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/report"
)

// maxUnlisted is how many agents are named whose cases no file lists.
const maxUnlisted = 10

// sayUnlisted says which of the chosen agents have cases in the workspace that are
// not compared, since a file without evals leaves them alone.
func (env *Env) sayUnlisted(d *drift) {
	chosen := map[string]bool{}
	for _, key := range d.chosen.here {
		_, lists := d.project.Suite(key)
		chosen[key] = !lists
	}
	said := 0
	for _, u := range d.state.Unlisted {
		if !chosen[u.Agent] {
			continue
		}
		if said++; said <= maxUnlisted {
			fmt.Fprintf(env.Err, "note: %s: %s in the workspace only; its file lists no evals\n",
				clean(report.Title(agent.ID{Kind: agent.KindAgent, Key: u.Agent})), count(u.Cases, "case"))
		}
	}
	if more := said - maxUnlisted; more > 0 {
		fmt.Fprintf(env.Err, "note: so it is with %s more\n", count(more, "agent"))
	}
}
