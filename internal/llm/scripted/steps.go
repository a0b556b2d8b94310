package scripted

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/caplo/caplo/internal/llm"
)

// Reply answers with a text.
func Reply(text string) Step {
	return func(context.Context, llm.Request) (llm.Response, error) { return llm.Response{Text: text}, nil }
}

// Call is one tool call whose arguments are written as JSON. A json.RawMessage
// or string is taken as it is, valid or not.
func Call(name string, args any) llm.Call {
	switch a := args.(type) {
	case string:
		return llm.Call{Name: name, Args: a}
	case json.RawMessage:
		return llm.Call{Name: name, Args: string(a)}
	}
	raw, err := json.Marshal(args)
	if err != nil {
		panic(fmt.Sprintf("scripted: arguments of %s: %v", name, err))
	}
	return llm.Call{Name: name, Args: string(raw)}
}

// Calls answers with tool calls; ids that are left out are given.
func Calls(calls ...llm.Call) Step {
	return func(context.Context, llm.Request) (llm.Response, error) {
		return llm.Response{Calls: calls}, nil
	}
}

// Verdict answers as a grader.
func Verdict(achieved bool, rationale string) Step {
	raw, _ := json.Marshal(map[string]any{"achieved": achieved, "rationale": rationale})
	return Reply(string(raw))
}

// Fail answers with an error of a kind.
func Fail(kind llm.ErrorKind, message string) Step {
	return func(context.Context, llm.Request) (llm.Response, error) {
		return llm.Response{}, &llm.Error{Kind: kind, Provider: Name, Message: message}
	}
}

// Wait lets time pass, or returns ctx's error when ctx ends first.
type Wait func(ctx context.Context, d time.Duration) error

// Sleep is the Wait of real time.
func Sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Delay answers as step does, after d has passed by wait.
func Delay(wait Wait, d time.Duration, step Step) Step {
	return func(ctx context.Context, req llm.Request) (llm.Response, error) {
		if err := wait(ctx, d); err != nil {
			return llm.Response{}, err
		}
		return step(ctx, req)
	}
}
