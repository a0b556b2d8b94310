package turn

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/caplo/caplo/internal/llm"
	"github.com/caplo/caplo/internal/tool"
	"github.com/caplo/caplo/internal/trace"
)

// calls makes all calls of one answer, in order, and returns what the model is
// told of each. A call that ends the turn leaves those after it recorded as
// refused, so that the ledger still holds every attempt.
func (w *worker) calls(ctx context.Context, calls []llm.Call) ([]llm.Message, *outcome) {
	results := make([]llm.Message, 0, len(calls))
	for i, c := range calls {
		start := w.in.Clock()
		step, end := w.call(ctx, c)
		w.keep(step, start)
		if end == nil {
			if out, stopped := stopped(ctx); stopped {
				end = &out
			}
		}
		if end != nil {
			w.refuse(calls[i+1:], "the turn had ended")
			return nil, end
		}
		results = append(results, llm.Message{Role: llm.RoleTool, CallID: c.ID, Text: told(step)})
	}
	return results, nil
}

func (w *worker) keep(s trace.Step, start time.Time) {
	s.Agent = w.key
	s.Micros = w.in.Clock().Sub(start).Microseconds()
	w.steps = append(w.steps, s)
}

// call makes one call; it returns an outcome where the turn ends with it.
func (w *worker) call(ctx context.Context, c llm.Call) (trace.Step, *outcome) {
	o := w.offered(c.Name)
	limit := limitToolCalls
	switch {
	case o.kind == trace.StepDelegate:
		limit = limitDelegations
	case o.kind == trace.StepTransfer && !w.moved:
		limit = ""
	}
	if limit != "" && !w.budget.take(limit) {
		path := w.path()
		if o.kind == trace.StepDelegate {
			path = append(path, o.name)
		}
		out := w.budget.broken(limit, path)
		return w.refused(o, c.Args, out.end.Detail), &out
	}
	switch o.kind {
	case trace.StepTool:
		return stepOf(o, w.session.Call(ctx, o.name, c.Args)), nil
	case trace.StepKnowledge:
		return w.search(o, c.Args), nil
	case trace.StepDelegate:
		return w.delegate(ctx, o, c.Args)
	case trace.StepTransfer:
		return w.transfer(o, c.Args), nil
	}
	return w.refused(o, c.Args, fmt.Sprintf("there is no tool %q", o.name)), nil
}

// offered finds the tool that a model named. Only what was offered to this
// agent counts, whatever else the set holds.
func (w *worker) offered(name string) offer {
	for _, o := range w.tools {
		if o.tool.Name == name {
			return o
		}
	}
	return offer{kind: trace.StepUnknown, name: name}
}

// refuse records calls that are not made.
func (w *worker) refuse(calls []llm.Call, why string) {
	for _, c := range calls {
		w.keep(w.refused(w.offered(c.Name), c.Args, why), w.in.Clock())
	}
}

// refused is the step of a call that is not made. A package's tool goes through
// the session, since the ledger holds refused attempts too.
func (w *worker) refused(o offer, rawArgs, why string) trace.Step {
	if o.kind == trace.StepTool {
		return stepOf(o, w.session.Refuse(o.name, rawArgs, why))
	}
	s := begin(o, rawArgs)
	s.Refused = why
	return s
}

// begin is the step of a call of one of caplo's own tools, with its arguments
// read; it is refused already where they cannot be.
func begin(o offer, rawArgs string) trace.Step {
	s := trace.Step{Kind: o.kind, Name: o.name}
	args, err := tool.ReadArgs(rawArgs)
	if err != nil {
		s.RawArgs, s.Refused = rawArgs, err.Error()
		return s
	}
	s.Args = args
	return s
}

func stepOf(o offer, a tool.Answer) trace.Step {
	return trace.Step{
		Kind: o.kind, Name: o.name, Args: a.Args, RawArgs: a.RawArgs,
		Refused: a.Refused, Failed: a.Failed, Result: a.Result, Simulated: a.Simulated, Note: a.Note,
	}
}

// told is what the model reads of a call's outcome. A simulated result reads
// like any other.
func told(s trace.Step) string {
	switch {
	case s.Refused != "":
		return string(encode(map[string]string{"error": s.Refused}))
	case s.Failed != "":
		return string(encode(map[string]string{"error": s.Failed}))
	}
	return string(s.Result)
}

// encode writes JSON without escaping <, > and &, which models read worse.
func encode(v any) json.RawMessage {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(v) // strings and passages alone: it always encodes
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// numbered gives every call an id of its own, so that each result answers
// exactly one call; some servers leave ids out or repeat them.
func numbered(calls []llm.Call) []llm.Call {
	seen := map[string]bool{}
	for _, c := range calls {
		if c.ID == "" || seen[c.ID] {
			return renumber(calls)
		}
		seen[c.ID] = true
	}
	return calls
}

func renumber(calls []llm.Call) []llm.Call {
	out := make([]llm.Call, len(calls))
	for i, c := range calls {
		c.ID = fmt.Sprintf("call_%d", i+1)
		out[i] = c
	}
	return out
}
