package eval

import (
	"errors"
	"fmt"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/llm"
	"github.com/caplo/caplo/internal/route"
	"github.com/caplo/caplo/internal/tool"
	"github.com/caplo/caplo/internal/trace"
	"github.com/caplo/caplo/internal/turn"
)

// opening is a job while it is being readied.
type opening struct {
	Judge
	job       Job
	providers map[trace.Model]llm.Provider
}

// reached lists the agents that the job's agent reaches and the set holds.
func (o opening) reached() []*agent.Agent {
	var out []*agent.Agent
	for _, id := range o.job.Set.Reach(o.job.Agent) {
		if a := o.job.Set.Agents[id.Key]; id.Kind == agent.KindAgent && a != nil {
			out = append(out, a)
		}
	}
	return out
}

func (o opening) provider(m trace.Model) (llm.Provider, error) {
	if p := o.providers[m]; p != nil {
		return p, nil
	}
	p, err := o.Provider(m)
	if err != nil {
		return nil, fmt.Errorf("model %s: %w", m, err)
	}
	if p == nil {
		return nil, fmt.Errorf("model %s: there is no provider for it", m)
	}
	o.providers[m] = p
	return p, nil
}

func (o opening) models() (func(string) (llm.Provider, trace.Model), error) {
	byAgent := map[string]llm.Provider{}
	for _, a := range o.reached() {
		m, ok := o.job.Models[a.Key]
		if !ok {
			return nil, fmt.Errorf("agent %s has no model", a.Key)
		}
		p, err := o.provider(m)
		if err != nil {
			return nil, fmt.Errorf("agent %s: %w", a.Key, err)
		}
		byAgent[a.Key] = p
	}
	return func(key string) (llm.Provider, trace.Model) { return byAgent[key], o.job.Models[key] }, nil
}

func (o opening) deciders() (func(string) route.Decider, error) {
	if !o.job.FastDecisions {
		return nil, nil
	}
	byAgent := map[string]route.Decider{}
	for _, a := range o.reached() {
		if !a.FastRouting() || len(a.SubAgents) == 0 {
			continue
		}
		if o.Decider == nil {
			return nil, errors.New("fast decisions are on, but there is no decider")
		}
		d, err := o.Decider(o.job.Decider, turn.Candidates(o.job.Set, a))
		if err != nil {
			return nil, fmt.Errorf("the decider of agent %s: %w", a.Key, err)
		}
		byAgent[a.Key] = d
	}
	return func(key string) route.Decider { return byAgent[key] }, nil
}

func (o opening) knowledge() (turn.Searcher, error) {
	var bases []*agent.KnowledgeBase
	for _, id := range o.job.Set.Reach(o.job.Agent) {
		if id.Kind != agent.KindKnowledge {
			continue
		}
		if k := o.job.Set.Knowledge[id.Key]; k != nil {
			bases = append(bases, k)
		}
	}
	if o.Knowledge == nil || len(bases) == 0 {
		return nil, nil
	}
	s, err := o.Knowledge(bases)
	if err != nil {
		return nil, fmt.Errorf("the knowledge bases: %w", err)
	}
	return s, nil
}

func (o opening) backend() (tool.Backend, error) {
	switch o.job.Tools {
	case trace.ToolsExamples:
		return tool.Examples{}, nil
	case trace.ToolsLive:
		if o.Live == nil {
			return nil, errors.New("live tools are not available here")
		}
		b, err := o.Live(o.job.Set)
		if err != nil {
			return nil, fmt.Errorf("live tools: %w", err)
		}
		return b, nil
	}
	return nil, fmt.Errorf("%q is no tools mode", o.job.Tools)
}
