// Package scripted holds a Provider for tests: it answers as a function, a list
// of steps or a list of rules says, and remembers what it was asked. It judges
// nothing and knows no agent; the stand-in that reads one is rehearsal.
package scripted

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/caplo/caplo/internal/llm"
)

// Name is what the model is called in responses and errors.
const Name = "scripted"

// Step answers one request.
type Step func(ctx context.Context, req llm.Request) (llm.Response, error)

// Provider answers by a Step. It is safe for concurrent use where its step is.
type Provider struct {
	step Step

	mu       sync.Mutex
	requests []llm.Request
}

var _ llm.Provider = (*Provider)(nil)

// New returns a provider that answers every request by step.
func New(step Step) *Provider { return &Provider{step: step} }

// Steps returns a provider that answers the first request by the first step and
// so on. A request after the last step is a BadRequest.
func Steps(steps ...Step) *Provider {
	var mu sync.Mutex
	next := 0
	return New(func(ctx context.Context, req llm.Request) (llm.Response, error) {
		mu.Lock()
		n := next
		next++
		mu.Unlock()
		if n >= len(steps) {
			return llm.Response{}, &llm.Error{Kind: llm.BadRequest, Provider: Name, Message: fmt.Sprintf("request %d, but only %d steps", n+1, len(steps))}
		}
		return steps[n](ctx, req)
	})
}

// Complete records the request and answers it. What a step leaves open is
// filled in: the finish reason, the ids of calls, the model's name.
func (p *Provider) Complete(ctx context.Context, req llm.Request, onDelta func(string)) (llm.Response, error) {
	if err := ctx.Err(); err != nil {
		return llm.Response{}, err
	}
	p.mu.Lock()
	p.requests = append(p.requests, clone(req))
	p.mu.Unlock()
	resp, err := p.step(ctx, req)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return llm.Response{}, err
	}
	resp = complete(resp, req)
	if onDelta != nil && resp.Text != "" {
		onDelta(resp.Text)
	}
	return resp, nil
}

// Requests returns what was asked so far, in the order in which it came.
func (p *Provider) Requests() []llm.Request {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.requests)
}

// clone keeps the caller's later appends out of the record.
func clone(req llm.Request) llm.Request {
	req.Messages = slices.Clone(req.Messages)
	req.Tools = slices.Clone(req.Tools)
	return req
}

func complete(resp llm.Response, req llm.Request) llm.Response {
	serial := 0
	for _, m := range req.Messages {
		serial += len(m.Calls)
	}
	resp.Calls = slices.Clone(resp.Calls)
	for i := range resp.Calls {
		if resp.Calls[i].ID == "" {
			resp.Calls[i].ID = fmt.Sprintf("call_%d", serial+i+1)
		}
	}
	if resp.Finish == "" {
		resp.Finish = llm.FinishStop
		if len(resp.Calls) > 0 {
			resp.Finish = llm.FinishCalls
		}
	}
	if resp.Model == "" {
		resp.Model = Name
	}
	return resp
}

// LastUser is the text of the last message of the user's.
func LastUser(req llm.Request) string {
	for _, m := range slices.Backward(req.Messages) {
		if m.Role == llm.RoleUser {
			return m.Text
		}
	}
	return ""
}

// Answered reports whether a tool result stands after the last message of the
// user's, so that a step can call first and reply then.
func Answered(req llm.Request) bool {
	for _, m := range slices.Backward(req.Messages) {
		switch m.Role {
		case llm.RoleTool:
			return true
		case llm.RoleUser:
			return false
		}
	}
	return false
}

// IsGrader reports whether a request asks for a verdict.
func IsGrader(req llm.Request) bool {
	return req.ResponseSchema != nil && strings.EqualFold(req.ResponseSchema.Name, "verdict")
}
