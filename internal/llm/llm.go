// Package llm speaks to models: one Provider interface and what stands behind
// it. A provider does one completion; the model loop, retries of a verdict and
// limits of a turn are others' business.
package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Provider answers one completion request.
type Provider interface {
	// Complete sends the request and waits for the whole answer. onDelta, where
	// not nil, is called with each piece of reply text as it comes. A failure
	// is an *Error, or ctx's error when ctx ended first. A response is returned
	// only when it arrived whole.
	Complete(ctx context.Context, req Request, onDelta func(text string)) (Response, error)
}

// Request is one completion.
type Request struct {
	Model          string // the provider's own name of the model
	Messages       []Message
	Tools          []Tool
	ResponseSchema *ResponseSchema // nil: plain text
	MaxTokens      int             // 0: the provider's default
	Temperature    *float64        // nil: the provider's default
}

// Role of a message.
type Role string

// Roles. A RoleTool message answers one call of the assistant message before.
const (
	RoleSystem    Role = "system"
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
	RoleTool      Role = "tool"
)

// Message is one message of a conversation.
type Message struct {
	Role   Role
	Text   string
	Calls  []Call // RoleAssistant: the tools it called
	CallID string // RoleTool: the call that this answers
}

// Tool is a tool as offered to a model; Name fits ^[a-zA-Z0-9_-]{1,64}$.
type Tool struct {
	Name        string
	Description string
	Input       json.RawMessage // JSON Schema of an object
}

// ResponseSchema asks for an answer of a certain form.
type ResponseSchema struct {
	Name   string
	Schema json.RawMessage
}

// Call is a tool call as the model wrote it: Args is raw text, which may not be
// JSON.
type Call struct {
	ID   string
	Name string
	Args string
}

// Finish says why a model stopped.
type Finish string

// Why a model stopped.
const (
	FinishStop     Finish = "stop"
	FinishCalls    Finish = "tool_calls"
	FinishLength   Finish = "length"
	FinishFiltered Finish = "content_filter"
	FinishRefused  Finish = "refusal"
)

// Response is a whole answer.
type Response struct {
	Text   string
	Calls  []Call
	Finish Finish
	Detail string // what the provider said of a refusal or filter
	Usage  Usage
	Model  string // the model that the provider says answered
}

// Usage counts tokens.
type Usage struct {
	InputTokens  int
	OutputTokens int
}

// ErrorKind sorts failures by what can be done about them.
type ErrorKind string

// Kinds of failures.
const (
	RateLimited ErrorKind = "rate limited"
	Refused     ErrorKind = "refused"
	Filtered    ErrorKind = "filtered"
	Unavailable ErrorKind = "unavailable" // transport, time-out, 5xx
	BadRequest  ErrorKind = "bad request" // the request or the key is wrong
	Truncated   ErrorKind = "truncated"   // the answer was cut off
)

// Error is a failed completion.
type Error struct {
	Kind       ErrorKind
	Provider   string
	Message    string        // what the provider said, without any key
	RetryAfter time.Duration // RateLimited: how long it asked to wait; 0: not said
	Err        error
}

func (e *Error) Error() string {
	s := e.Provider + ": " + string(e.Kind)
	if e.Message != "" {
		s += ": " + e.Message
	}
	if e.Err != nil {
		s = fmt.Sprintf("%s: %v", s, e.Err)
	}
	return s
}

func (e *Error) Unwrap() error { return e.Err }

// KindOf returns the kind of a failed completion, or Unavailable for an error
// that is no *Error.
func KindOf(err error) ErrorKind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return Unavailable
}
