package turn

import (
	"context"
	"errors"
	"fmt"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/llm"
	"github.com/caplo/caplo/internal/trace"
)

// job is one message for one agent.
type job struct {
	key     string
	above   []string // keys of the agents that passed it on, the root first
	history []llm.Message
	message string
	// through: another agent's model reads the reply. After fast routing nobody
	// does; the sub-agent speaks to the customer itself.
	through bool
}

// isRoot reports whether the turn is this agent's own.
func (j job) isRoot() bool { return len(j.above) == 0 }

// path is the way the message took, the agent itself last.
func (j job) path() []string { return append(append([]string(nil), j.above...), j.key) }

// worker is one agent at work on one job.
type worker struct {
	*turn
	job
	agent *agent.Agent
	tools []offer
	steps []trace.Step
}

// serve lets an agent work a message, down to its sub-agents.
func (t *turn) serve(ctx context.Context, j job) ([]trace.Step, outcome) {
	w := &worker{turn: t, job: j, agent: t.in.Set.Agents[j.key]}
	var err error
	if w.tools, err = offers(t.in.Set, w.agent); err != nil {
		return nil, ended(trace.EndProvider, err.Error())
	}
	if out, done := w.fast(ctx); done {
		return w.steps, out
	}
	out := w.loop(ctx)
	return w.steps, out
}

// loop asks the model until it replies or the turn ends.
func (w *worker) loop(ctx context.Context) outcome {
	provider, model := w.in.Models(w.key)
	if provider == nil {
		return ended(trace.EndProvider, fmt.Sprintf("agent %s has no model", w.key))
	}
	req := llm.Request{Model: model.Name, Messages: conversation(w.agent, w.tools, w.job)}
	for _, o := range w.tools {
		req.Tools = append(req.Tools, o.tool)
	}
	for {
		if out, stopped := stopped(ctx); stopped {
			return out
		}
		if !w.budget.take(limitModelCalls) {
			return w.budget.broken(limitModelCalls, w.path())
		}
		resp, err := provider.Complete(ctx, req, nil)
		w.usage = trace.AddUsage(w.usage, trace.Usage{
			Model: model.String(), Calls: 1,
			InputTokens: resp.Usage.InputTokens, OutputTokens: resp.Usage.OutputTokens,
		})
		if err != nil {
			return failure(ctx, err)
		}
		if out, done := w.finish(resp); done {
			return out
		}
		calls := numbered(resp.Calls)
		results, out := w.calls(ctx, calls)
		if out != nil {
			return *out
		}
		req.Messages = append(req.Messages, llm.Message{Role: llm.RoleAssistant, Text: resp.Text, Calls: calls})
		req.Messages = append(req.Messages, results...)
	}
}

// finish reads why the model stopped; done is false where it wants tools.
// Text that came with anything but a normal end is not a reply, and calls that
// came with it are not made: both may be cut short.
func (w *worker) finish(resp llm.Response) (out outcome, done bool) {
	switch resp.Finish {
	case llm.FinishLength:
		out = ended(trace.EndLength, detail("the model's answer reached its length limit", resp.Detail))
	case llm.FinishFiltered:
		out = ended(trace.EndFiltered, detail("a content filter stopped the model's answer", resp.Detail))
	case llm.FinishRefused:
		out = ended(trace.EndRefused, detail("the model refused to answer", resp.Detail))
	case llm.FinishStop, llm.FinishCalls:
		return w.normal(resp)
	default:
		out = ended(trace.EndProvider, fmt.Sprintf("the provider gave no known reason for the end of the answer (%q)", resp.Finish))
	}
	w.refuse(resp.Calls, out.end.Detail)
	return out, true
}

// normal reads an answer that ended as it should.
func (w *worker) normal(resp llm.Response) (outcome, bool) {
	switch {
	case len(resp.Calls) > 0:
		return outcome{}, false
	case resp.Finish == llm.FinishCalls:
		return ended(trace.EndProvider, "the provider said that the model called tools, and named none"), true
	case !trace.Visible(resp.Text):
		return ended(trace.EndEmpty, "the model answered with nothing"), true
	}
	return outcome{end: trace.End{Kind: trace.EndReply}, reply: resp.Text}, true
}

func detail(what, said string) string {
	if said == "" {
		return what
	}
	return what + ": " + said
}

// failure ends the turn by a failed completion.
func failure(ctx context.Context, err error) outcome {
	if out, stopped := stopped(ctx); stopped {
		return out
	}
	var e *llm.Error
	if errors.As(err, &e) {
		switch e.Kind {
		case llm.Refused:
			return ended(trace.EndRefused, err.Error())
		case llm.Filtered:
			return ended(trace.EndFiltered, err.Error())
		}
	}
	return ended(trace.EndProvider, err.Error())
}

// stopped reports whether ctx ended, and how that ends the turn.
func stopped(ctx context.Context) (outcome, bool) {
	switch err := ctx.Err(); {
	case err == nil:
		return outcome{}, false
	case errors.Is(err, context.DeadlineExceeded):
		return ended(trace.EndProvider, outOfTime(ctx)+" before there was an answer"), true
	default:
		return ended(trace.EndCanceled, "the turn was stopped"), true
	}
}

// outOfTime says whose time ran out, where ctx knows.
func outOfTime(ctx context.Context) string {
	if why := context.Cause(ctx); !errors.Is(why, context.DeadlineExceeded) {
		return why.Error()
	}
	return "the time allowed ran out"
}
