package rehearsal

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/caplo/caplo/internal/llm"
)

// Name is what the model is called wherever it shows.
const Name = "rehearsal"

// Provider is the rehearsal model. It keeps nothing between requests; the same
// request always has the same answer.
type Provider struct{}

// New returns the rehearsal model.
func New() *Provider { return &Provider{} }

var _ llm.Provider = (*Provider)(nil)

// Complete answers at once. A request for any form but a verdict is a
// BadRequest.
func (*Provider) Complete(ctx context.Context, req llm.Request, onDelta func(string)) (llm.Response, error) {
	if err := ctx.Err(); err != nil {
		return llm.Response{}, err
	}
	var resp llm.Response
	switch {
	case req.ResponseSchema == nil:
		resp = newTurn(req).respond()
	case req.ResponseSchema.Name == "verdict":
		resp = llm.Response{Text: judge(req)}
	default:
		return llm.Response{}, &llm.Error{Kind: llm.BadRequest, Provider: Name, Message: "the only form it can answer in is a verdict, not " + req.ResponseSchema.Name}
	}
	resp.Model, resp.Usage, resp.Finish = Name, usage(req, resp), llm.FinishStop
	if len(resp.Calls) > 0 {
		resp.Finish = llm.FinishCalls
	}
	if onDelta != nil && resp.Text != "" {
		onDelta(resp.Text)
	}
	return resp, nil
}

// usage counts words, so that reports have something to add up.
func usage(req llm.Request, resp llm.Response) llm.Usage {
	var u llm.Usage
	for _, m := range req.Messages {
		u.InputTokens += len(strings.Fields(m.Text))
	}
	u.OutputTokens = len(strings.Fields(resp.Text))
	for _, c := range resp.Calls {
		u.OutputTokens += len(strings.Fields(c.Args)) + 1
	}
	return u
}

// turn is what one request is decided on.
type turn struct {
	q       question
	brief   brief
	offers  []*offered
	weights weights // of the words of the offered tools
	steps   []step  // what was called since the customer's message
	serial  int     // calls made in the whole conversation
}

// step is a call and what came of it.
type step struct {
	call llm.Call
	out  outcome
}

// maxSteps ends a turn that goes round in circles.
const maxSteps = 6

func newTurn(req llm.Request) *turn {
	t := &turn{}
	if len(req.Messages) > 0 && req.Messages[0].Role == llm.RoleSystem {
		t.brief = readBrief(req.Messages[0].Text)
	}
	text, at := customer(req.Messages)
	t.q = newQuestion(text)
	for i, m := range req.Messages {
		t.serial += len(m.Calls)
		if i > at {
			t.steps = append(t.steps, stepsOf(m, req.Messages[i+1:])...)
		}
	}
	t.offer(req.Tools)
	return t
}

// customer finds the last message of the customer's. Where it answers a
// question of ours, it goes with the one before.
func customer(messages []llm.Message) (string, int) {
	text, at, asked := "", -1, false
	for i, m := range messages {
		switch {
		case m.Role == llm.RoleUser && asked:
			text, at = text+"\n"+m.Text, i
		case m.Role == llm.RoleUser:
			text, at = m.Text, i
		}
		asked = m.Role == llm.RoleAssistant && len(m.Calls) == 0 && strings.HasSuffix(strings.TrimSpace(m.Text), "?")
	}
	return text, at
}

func stepsOf(m llm.Message, after []llm.Message) []step {
	var out []step
	for _, c := range m.Calls {
		for _, r := range after {
			if r.Role == llm.RoleTool && r.CallID == c.ID {
				out = append(out, step{c, readOutcome(r.Text)})
				break
			}
		}
	}
	return out
}

func (t *turn) call(o *offered, args map[string]any) llm.Response {
	raw, err := json.Marshal(args)
	if err != nil {
		return t.reply()
	}
	id := fmt.Sprintf("call_%d", t.serial+1)
	return llm.Response{Calls: []llm.Call{{ID: id, Name: o.tool.Name, Args: string(raw)}}}
}

// called reports whether the turn has called a tool, with these arguments
// where they are not nil.
func (t *turn) called(o *offered, args map[string]any) bool {
	raw, _ := json.Marshal(args)
	for _, s := range t.steps {
		if s.call.Name == o.tool.Name && (args == nil || s.call.Args == string(raw)) {
			return true
		}
	}
	return false
}
