package turn

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/llm"
	"github.com/caplo/caplo/internal/route"
	"github.com/caplo/caplo/internal/tool"
	"github.com/caplo/caplo/internal/trace"
)

// fixture is a desk with two sub-agents, one of which knows its way back.
var fixture = map[agent.ID]string{
	{Kind: agent.KindAgent, Key: "support"}: `{"name": "Support Desk", "description": "Answers customers.", "instructions": "Help.\nBe brief.",
		"tools": ["desk/lookup", "desk/cancel"], "knowledgeBases": ["policy"], "actions": ["transfer"],
		"subAgents": [{"agent": "orders", "when": "It is about an order.", "examples": ["Where is it?", "Is it\nthere?"]}, "returns"],
		"limits": {"toolCalls": 3, "delegations": 3}}`,
	{Kind: agent.KindAgent, Key: "orders"}:  `{"name": "Orders", "description": "Knows orders.", "instructions": "Orders.", "tools": ["desk/lookup"], "subAgents": ["support"]}`,
	{Kind: agent.KindAgent, Key: "returns"}: `{"name": "Returns", "instructions": "Returns."}`,
	{Kind: agent.KindTools, Key: "desk"}: `{"tools": [
		{"name": "lookup", "description": "Looks an order up.", "effect": "read", "input": {"type": "object"}, "examples": [{"input": {"id": "A"}, "output": {"state": "shipped"}}]},
		{"name": "cancel", "effect": "write"}]}`,
}

// bundle is a turn with everything that a test may look at or change.
type bundle struct {
	Input
	mu       sync.Mutex
	requests []llm.Request
	live     *spy
}

// model answers a request; n counts the turn's calls from 0.
type model func(ctx context.Context, n int, req llm.Request) (llm.Response, error)

// Complete implements llm.Provider.
func (f provider) Complete(ctx context.Context, req llm.Request, _ func(string)) (llm.Response, error) {
	f.b.mu.Lock()
	n := len(f.b.requests)
	req.Messages = append([]llm.Message(nil), req.Messages...)
	f.b.requests = append(f.b.requests, req)
	f.b.mu.Unlock()
	return f.answer(ctx, n, req)
}

type provider struct {
	b      *bundle
	answer model
}

// spy is a live backend that remembers what reached it.
type spy struct{ seen []string }

func (s *spy) Live() bool { return true }

func (s *spy) Read(_ context.Context, c tool.Call) (json.RawMessage, error) {
	s.seen = append(s.seen, c.Name)
	return json.RawMessage(`{"live":true}`), nil
}

type library struct{}

func (library) Search(bases []string, query string, n int) []trace.Passage {
	if query == "nothing" {
		return nil
	}
	return []trace.Passage{{KnowledgeBase: bases[0], Document: "a.md", Heading: "H", Text: "30 days & more", Score: 0.5}}[:min(n, 1)]
}

// decider gives the sub-agents fixed probabilities.
type decider struct {
	route.Decision
	err error
}

func (d decider) Decide(context.Context, string) (route.Decision, error) { return d.Decision, d.err }

func newBundle(t *testing.T, answer model, edits ...string) *bundle {
	t.Helper()
	set := agent.NewSet()
	for id, body := range fixture {
		for i := 0; i+1 < len(edits); i += 2 {
			body = strings.ReplaceAll(body, edits[i], edits[i+1])
		}
		if err := set.Add(agent.Resource{ID: id, Body: json.RawMessage(body)}); err != nil {
			t.Fatal(err)
		}
	}
	b := &bundle{live: &spy{}}
	now := time.Unix(0, 0)
	b.Input = Input{
		Set: set, Agent: "support", Message: "Where is order A?",
		Models: func(key string) (llm.Provider, trace.Model) {
			return provider{b, answer}, trace.Model{Provider: "fake", Name: "m-" + key}
		},
		Tools: tool.NewCaller(set, tool.Examples{}, nil), Knowledge: library{},
		Clock: func() time.Time { now = now.Add(time.Millisecond); return now },
	}
	return b
}

// script answers the turn's calls one after the other; the last again and again.
func script(answers ...llm.Response) model {
	return func(_ context.Context, n int, _ llm.Request) (llm.Response, error) {
		r := answers[min(n, len(answers)-1)]
		r.Usage = llm.Usage{InputTokens: 10, OutputTokens: 1}
		return r, nil
	}
}

func say(text string) llm.Response { return llm.Response{Text: text, Finish: llm.FinishStop} }

// call makes an answer of calls, given as names and arguments.
func call(pairs ...string) llm.Response {
	r := llm.Response{Finish: llm.FinishCalls}
	for i := 0; i < len(pairs); i += 2 {
		r.Calls = append(r.Calls, llm.Call{ID: "id" + pairs[i], Name: pairs[i], Args: pairs[i+1]})
	}
	return r
}

// last is the text of the last message of the nth request.
func (b *bundle) last(n int) string {
	m := b.requests[n].Messages
	return m[len(m)-1].Text
}
