package turn

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/caplo/caplo/internal/trace"
)

// searchPassages is how many passages a knowledge search returns.
const searchPassages = 5

// transferred is what the model is told of a transfer.
var transferred = json.RawMessage(`{"status":"transferred","message":"A person will take over this conversation."}`)

// delegate passes a message on to a sub-agent. A sub-agent that does not reply
// ends the turn as its own turn would have ended: its parent has nothing to
// answer from.
func (w *worker) delegate(ctx context.Context, o offer, rawArgs string) (trace.Step, *outcome) {
	s := begin(o, rawArgs)
	if s.Refused != "" {
		return s, nil
	}
	message, ok := text(s.Args, "message")
	if !ok {
		s.Refused = "the arguments do not fit: message must be a string that is not empty"
		return s, nil
	}
	if w.isRoot() && w.route.By == "" {
		w.route.By, w.route.SubAgent = "model", o.name
	}
	out := w.pass(ctx, &s, job{key: o.name, above: w.path(), message: message, through: true})
	if !out.replied() {
		return s, &out
	}
	return s, nil
}

// pass lets a sub-agent work a job and writes what came of it into the step.
func (w *worker) pass(ctx context.Context, s *trace.Step, j job) outcome {
	steps, out := w.serve(ctx, j)
	s.Steps = steps
	if !out.replied() {
		s.Failed = fmt.Sprintf("%s did not reply: %s", j.key, out.end.Detail)
		return out
	}
	s.Result = encode(map[string]string{"reply": out.reply})
	return out
}

// search looks a query up in the agent's knowledge bases.
func (w *worker) search(o offer, rawArgs string) trace.Step {
	s := begin(o, rawArgs)
	if s.Refused != "" {
		return s
	}
	query, ok := text(s.Args, "query")
	switch {
	case !ok:
		s.Refused = "the arguments do not fit: query must be a string that is not empty"
		return s
	case w.in.Knowledge == nil:
		s.Failed = "the knowledge bases cannot be searched"
		return s
	}
	s.Passages = w.in.Knowledge.Search(w.agent.KnowledgeBases, query, searchPassages)
	s.Result = encode(map[string]any{"passages": shown(s.Passages)})
	return s
}

// shownPassage is a passage as a model reads it: without its score, which means
// nothing to it.
type shownPassage struct {
	KnowledgeBase string `json:"knowledgeBase"`
	Document      string `json:"document"`
	Heading       string `json:"heading"`
	Text          string `json:"text"`
}

func shown(passages []trace.Passage) []shownPassage {
	out := make([]shownPassage, 0, len(passages))
	for _, p := range passages {
		out = append(out, shownPassage{p.KnowledgeBase, p.Document, p.Heading, p.Text})
	}
	return out
}

// transfer notes that a person is to take over; the model then tells the
// customer so.
func (w *worker) transfer(o offer, rawArgs string) trace.Step {
	s := begin(o, rawArgs)
	if s.Refused != "" {
		return s
	}
	w.moved = true
	s.Result = transferred
	return s
}

// text reads a member that must be a string with something in it.
func text(args json.RawMessage, name string) (string, bool) {
	var m map[string]any
	if json.Unmarshal(args, &m) != nil {
		return "", false
	}
	s, ok := m[name].(string)
	return s, ok && trace.Visible(s)
}
