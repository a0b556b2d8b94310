package eval

import (
	"fmt"
	"io"
	"time"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/grade"
	"github.com/caplo/caplo/internal/llm"
	"github.com/caplo/caplo/internal/route"
	"github.com/caplo/caplo/internal/tool"
	"github.com/caplo/caplo/internal/trace"
	"github.com/caplo/caplo/internal/turn"
)

// Job is what the cases of one run share: what it pinned, and its settings.
type Job struct {
	Set           *agent.Set // nobody changes it while the run lasts
	Agent         string     // key of the agent whose cases these are
	Models        map[string]trace.Model
	Grader        trace.Model
	Decider       trace.Model
	FastDecisions bool
	Tools         string // trace.ToolsExamples or trace.ToolsLive
}

// Judge makes runs. Its parts must be safe for concurrent use.
type Judge struct {
	// Provider gives the provider of a model. It is asked once a run and model.
	Provider func(trace.Model) (llm.Provider, error)
	// Decider makes a decider of fast routing, once a run and agent.
	Decider func(trace.Model, []route.Candidate) (route.Decider, error)
	// Knowledge makes the search over knowledge bases, once a run that reaches
	// any; nil: searches fail.
	Knowledge func([]*agent.KnowledgeBase) (turn.Searcher, error)
	// Live makes the backend of live mode; nil: there is none.
	Live func(*agent.Set) (tool.Backend, error)

	CheckArgs tool.ArgsChecker // nil: any object is taken
	Random    io.Reader        // of the grader's markers; nil: crypto/rand
	Clock     func() time.Time // nil: time.Now
}

// Run judges the cases of one run.
type Run struct {
	input   turn.Input // of every case, but for the message
	grader  grade.Grader
	resolve grade.Resolve
}

// Open readies a job. An error means that none of its cases could be judged.
func (j Judge) Open(job Job) (*Run, error) {
	if job.Set == nil || job.Set.Agents[job.Agent] == nil {
		return nil, fmt.Errorf("there is no agent %s", job.Agent)
	}
	o := opening{Judge: j, job: job, providers: map[trace.Model]llm.Provider{}}
	in := turn.Input{Set: job.Set, Agent: job.Agent, Clock: j.Clock}
	var err error
	if in.Models, err = o.models(); err != nil {
		return nil, err
	}
	if in.Deciders, err = o.deciders(); err != nil {
		return nil, err
	}
	if in.Knowledge, err = o.knowledge(); err != nil {
		return nil, err
	}
	backend, err := o.backend()
	if err != nil {
		return nil, err
	}
	in.Tools = tool.NewCaller(job.Set, backend, j.CheckArgs)
	grader, err := o.provider(job.Grader)
	if err != nil {
		return nil, fmt.Errorf("the grader: %w", err)
	}
	return &Run{
		input:   in,
		grader:  grade.Grader{Provider: grader, Model: job.Grader, Random: j.Random},
		resolve: grade.Resolver(job.Set, job.Agent),
	}, nil
}
