package turn

import (
	"context"
	"fmt"
	"sort"

	"github.com/caplo/caplo/internal/route"
	"github.com/caplo/caplo/internal/trace"
)

// fast lets the decider pass the message on at once. It reports false where the
// model decides: fast routing or Fast decisions are off, or no candidate
// reaches minConfidence.
func (w *worker) fast(ctx context.Context) (outcome, bool) {
	if !w.agent.FastRouting() || w.in.Deciders == nil || len(w.agent.SubAgents) == 0 {
		return outcome{}, false
	}
	decider := w.in.Deciders(w.key)
	if decider == nil {
		return outcome{}, false
	}
	if out, stopped := stopped(ctx); stopped {
		return out, true
	}
	start := w.in.Clock()
	d, err := decider.Decide(ctx, w.message)
	if err == nil {
		err = sound(d, len(w.agent.SubAgents))
	}
	if err != nil {
		// The router is part of what is tested; without its answer nobody can
		// say how the message would have been routed.
		if out, stopped := stopped(ctx); stopped {
			return out, true
		}
		return ended(trace.EndProvider, fmt.Sprintf("the fast decision of agent %s failed: %v", w.key, err)), true
	}
	best, p := d.Best()
	taken := p >= w.agent.MinConfidence()
	key := w.agent.SubAgents[best].Agent
	w.decided(d, p)
	if !taken {
		return outcome{}, false
	}
	step := trace.Step{Kind: trace.StepDelegate, Name: key, Args: encode(map[string]string{"message": w.message})}
	out := w.take(ctx, &step, key)
	w.keep(step, start)
	return out, true
}

// take passes the message on to the sub-agent that the decider chose, with the
// history: its reply is the reply, so it must know the conversation.
func (w *worker) take(ctx context.Context, step *trace.Step, key string) outcome {
	if w.isRoot() {
		w.route.By, w.route.SubAgent = "fast", key
	}
	if !w.budget.take(limitDelegations) {
		out := w.budget.broken(limitDelegations, append(w.path(), key))
		step.Refused = out.end.Detail
		return out
	}
	return w.pass(ctx, step, job{
		key: key, above: w.path(), history: w.history, message: w.message, through: w.through,
	})
}

// decided keeps what the decider said of the customer's message. The route of a
// turn is its root's; a sub-agent's own decisions show in the steps.
func (w *worker) decided(d route.Decision, best float64) {
	if !w.isRoot() {
		return
	}
	r := w.route
	r.Decided, r.Confidence, r.MinConfidence, r.None = true, best, w.agent.MinConfidence(), d.None
	for i, p := range d.Probabilities {
		r.Candidates = append(r.Candidates, trace.Candidate{SubAgent: w.agent.SubAgents[i].Agent, Confidence: p})
	}
	sort.SliceStable(r.Candidates, func(i, j int) bool { return r.Candidates[i].Confidence > r.Candidates[j].Confidence })
}

// sound refuses a decision that is not one: a figure for each candidate, each a
// probability. NaN fails both comparisons.
func sound(d route.Decision, candidates int) error {
	if len(d.Probabilities) != candidates {
		return fmt.Errorf("the decider gave %d probabilities for %d sub-agents", len(d.Probabilities), candidates)
	}
	for _, p := range append([]float64{d.None}, d.Probabilities...) {
		if !(p >= 0 && p <= 1.000001) {
			return fmt.Errorf("the decider gave %v, which is no probability", p)
		}
	}
	return nil
}
