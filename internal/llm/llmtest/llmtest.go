// Package llmtest holds what every llm.Provider must keep to, as one suite of
// tests. It knows no provider, and does not say what a good answer is.
package llmtest

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/caplo/caplo/internal/llm"
)

// Run tests a provider. newProvider is called once a test; what it returns must
// answer every request of the suite, in whatever way.
func Run(t *testing.T, newProvider func(t *testing.T) llm.Provider) {
	t.Helper()
	for _, c := range []struct {
		name string
		test func(*testing.T, llm.Provider)
	}{
		{"an ended context ends it", testContext},
		{"an answer is whole", testWhole},
		{"deltas add up to the text", testDeltas},
		{"calls are of offered tools", testCalls},
		{"a request is left as it was", testRequest},
		{"an error is typed", testError},
		{"many at once", testConcurrent},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.test(t, newProvider(t))
		})
	}
}

// Requests are what the suite sends: plain questions, tools, a tool's result, a
// verdict.
func Requests() []llm.Request {
	tools := []llm.Tool{{
		Name:        "desk__find_entry",
		Description: "Find an entry by its number.",
		Input:       json.RawMessage(`{"type":"object","properties":{"number":{"type":"string","pattern":"^E-[0-9]+$"}},"required":["number"]}`),
	}}
	system := llm.Message{Role: llm.RoleSystem, Text: "You answer questions about entries."}
	ask := llm.Message{Role: llm.RoleUser, Text: "What does entry E-7 say?"}
	schema := json.RawMessage(`{"type":"object","properties":{"achieved":{"type":"boolean"},"rationale":{"type":"string"}},"required":["achieved","rationale"]}`)
	return []llm.Request{
		{Messages: []llm.Message{system, {Role: llm.RoleUser, Text: "Hello?"}}},
		{Messages: []llm.Message{system, ask}, Tools: tools},
		{Messages: []llm.Message{
			system, ask,
			{Role: llm.RoleAssistant, Calls: []llm.Call{{ID: "a", Name: "desk__find_entry", Args: `{"number":"E-7"}`}}},
			{Role: llm.RoleTool, CallID: "a", Text: `{"says":"nothing"}`},
		}, Tools: tools},
		{Messages: []llm.Message{system, {
			Role: llm.RoleUser,
			Text: `{"desiredOutcome":"Says 7.","customerMessage":"What?","reply":"It is 7.","calls":[]}`,
		}}, ResponseSchema: &llm.ResponseSchema{Name: "verdict", Schema: schema}},
	}
}

func testContext(t *testing.T, p llm.Provider) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	resp, err := p.Complete(ctx, Requests()[0], func(string) { t.Error("a delta came") })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	if resp.Text != "" || len(resp.Calls) > 0 {
		t.Errorf("an answer came with the error: %+v", resp)
	}
}

func testWhole(t *testing.T, p llm.Provider) {
	for i, req := range Requests() {
		resp := answer(t, p, req, nil)
		if (resp.Finish == llm.FinishCalls) != (len(resp.Calls) > 0) {
			t.Errorf("request %d: finish %q with %d calls", i, resp.Finish, len(resp.Calls))
		}
		if resp.Finish == llm.FinishStop && resp.Text == "" {
			t.Errorf("request %d: stopped without a text", i)
		}
		if resp.Model == "" || resp.Usage.InputTokens < 0 || resp.Usage.OutputTokens < 0 {
			t.Errorf("request %d: model %q, usage %+v", i, resp.Model, resp.Usage)
		}
	}
}

func testDeltas(t *testing.T, p llm.Provider) {
	for i, req := range Requests() {
		var b strings.Builder
		resp := answer(t, p, req, func(s string) { b.WriteString(s) })
		if b.String() != resp.Text {
			t.Errorf("request %d: deltas %q, text %q", i, b.String(), resp.Text)
		}
	}
}

func testCalls(t *testing.T, p llm.Provider) {
	for i, req := range Requests() {
		offered := map[string]bool{}
		for _, tool := range req.Tools {
			offered[tool.Name] = true
		}
		ids := map[string]bool{}
		for _, c := range answer(t, p, req, nil).Calls {
			if !offered[c.Name] || c.ID == "" || ids[c.ID] {
				t.Errorf("request %d: call %+v", i, c)
			}
			ids[c.ID] = true
		}
	}
}

func testRequest(t *testing.T, p llm.Provider) {
	for i, req := range Requests() {
		before, _ := json.Marshal(req)
		answer(t, p, req, nil)
		if after, _ := json.Marshal(req); string(after) != string(before) {
			t.Errorf("request %d was changed to %s", i, after)
		}
	}
}

func testError(t *testing.T, p llm.Provider) {
	req := Requests()[0]
	req.ResponseSchema = &llm.ResponseSchema{Name: "no_such_form", Schema: json.RawMessage(`{`)}
	_, err := p.Complete(context.Background(), req, nil)
	var typed *llm.Error
	if err != nil && (!errors.As(err, &typed) || typed.Provider == "" || typed.Kind == "") {
		t.Errorf("error %#v, want an *llm.Error that names its provider and kind", err)
	}
}

func testConcurrent(t *testing.T, p llm.Provider) {
	var wg sync.WaitGroup
	for range 8 {
		for _, req := range Requests() {
			wg.Go(func() {
				if _, err := p.Complete(context.Background(), req, nil); err != nil {
					t.Errorf("one of many: %v", err)
				}
			})
		}
	}
	wg.Wait()
}

func answer(t *testing.T, p llm.Provider, req llm.Request, onDelta func(string)) llm.Response {
	t.Helper()
	resp, err := p.Complete(context.Background(), req, onDelta)
	if err != nil {
		t.Fatalf("complete: %v", err)
	}
	return resp
}
