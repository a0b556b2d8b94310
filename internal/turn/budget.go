package turn

import (
	"fmt"
	"strings"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/trace"
)

// Names of the limits, as they stand in a trace.
const (
	limitToolCalls   = "toolCalls"
	limitDelegations = "delegations"
	limitModelCalls  = "modelCalls"
)

// budget is what a turn may still do, over the whole delegation tree.
type budget struct {
	max  map[string]int
	used map[string]int
}

func newBudget(root *agent.Agent) budget {
	tools, delegations := max(0, root.ToolCallLimit()), max(0, root.DelegationLimit())
	return budget{
		max: map[string]int{
			limitToolCalls:   tools,
			limitDelegations: delegations,
			// A round ends in a reply, one for each agent asked, or makes a call
			// that counts; a transfer is free once, and the call that breaks a
			// limit needs a round as well.
			limitModelCalls: tools + 2*delegations + 3,
		},
		used: map[string]int{},
	}
}

// take uses one of what is limited, or reports false where none is left.
func (b budget) take(limit string) bool {
	if b.used[limit] >= b.max[limit] {
		return false
	}
	b.used[limit]++
	return true
}

// broken ends the turn at a limit, on the path of agents that led there.
func (b budget) broken(limit string, path []string) outcome {
	words := map[string]string{
		limitToolCalls: "tool calls", limitDelegations: "delegations", limitModelCalls: "model calls",
	}
	at := strings.Join(path, " → ")
	return outcome{end: trace.End{
		Kind: trace.EndLimit, Limit: limit, Path: at,
		Detail: fmt.Sprintf("the limit of %d %s a turn (%s) was reached, on the path %s", b.max[limit], words[limit], limit, at),
	}}
}
