package rehearsal

import (
	"context"
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
