package turn

import (
	"context"
	"fmt"
	"time"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/llm"
	"github.com/caplo/caplo/internal/route"
	"github.com/caplo/caplo/internal/tool"
	"github.com/caplo/caplo/internal/trace"
)

// Input is all that a turn reads.
type Input struct {
	Set     *agent.Set    // pinned: nobody changes it while the turn runs
	Agent   string        // key of the agent whose turn it is
	History []llm.Message // the conversation so far
	Message string        // what the customer says now

	// Models gives the model of each agent; a nil provider ends the turn.
	Models func(agentKey string) (llm.Provider, trace.Model)
	// Deciders gives the decider of an agent with fast routing, made for
	// Candidates. Nil, or a nil decider: Fast decisions are off.
	Deciders func(agentKey string) route.Decider

	Tools     *tool.Caller
	Knowledge Searcher         // nil: searches fail
	Clock     func() time.Time // for durations; nil: time.Now
}

// Searcher finds passages in knowledge bases.
type Searcher interface {
	// Search returns at most n passages of the bases, best first.
	Search(bases []string, query string, n int) []trace.Passage
}

// Run works the message. It always returns a whole trace: End says how the turn
// ended, and Reply is set only where it ended with one.
//
// A ctx that was cancelled ends the turn as cancelled; one whose time ran out
// ends it as the provider's failure, since no answer came in time.
func Run(ctx context.Context, in Input) trace.Trace {
	if in.Clock == nil {
		in.Clock = time.Now
	}
	t := &turn{in: in, session: in.Tools.Session()}
	start := in.Clock()
	root := in.Set.Agents[in.Agent]
	var steps []trace.Step
	var out outcome
	if root == nil {
		out = ended(trace.EndProvider, fmt.Sprintf("there is no agent %s", in.Agent))
	} else {
		t.budget = newBudget(root)
		if len(root.SubAgents) > 0 {
			t.route = &trace.Route{}
		}
		steps, out = t.serve(ctx, job{key: in.Agent, history: in.History, message: in.Message})
	}
	return t.trace(steps, out, in.Clock().Sub(start))
}

// Candidates lists what a decider of the agent's fast routing is made for: its
// direct sub-agents, in the order of the file. Decisions are read in that order.
func Candidates(set *agent.Set, a *agent.Agent) []route.Candidate {
	out := make([]route.Candidate, 0, len(a.SubAgents))
	for _, s := range a.SubAgents {
		c := route.Candidate{Key: s.Agent, When: s.When, Examples: s.Examples}
		if sub := set.Agents[s.Agent]; sub != nil {
			c.Name, c.Description = sub.Name, sub.Description
		}
		out = append(out, c)
	}
	return out
}

// turn is what the agents of one turn share.
type turn struct {
	in      Input
	session *tool.Session
	budget  budget
	usage   []trace.Usage
	route   *trace.Route
	moved   bool // a person was asked to take over
}

// outcome is how the work of one agent ended.
type outcome struct {
	end   trace.End
	reply string
}

func (o outcome) replied() bool { return o.end.Kind == trace.EndReply }

func ended(kind trace.EndKind, detail string) outcome {
	return outcome{end: trace.End{Kind: kind, Detail: detail}}
}

func (t *turn) trace(steps []trace.Step, out outcome, took time.Duration) trace.Trace {
	tr := trace.Trace{
		Route: t.route, Steps: steps, End: out.end, Usage: t.usage,
		Ledger: t.session.Ledger(), Micros: took.Microseconds(),
	}
	if out.replied() {
		tr.Reply = out.reply
	}
	if tr.Steps == nil {
		tr.Steps = []trace.Step{}
	}
	if tr.Usage == nil {
		tr.Usage = []trace.Usage{}
	}
	if tr.Ledger == nil {
		tr.Ledger = []trace.Entry{}
	}
	return tr
}
