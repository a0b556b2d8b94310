package rehearsal

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/llm"
)

// trade is an agent of an invented trade: its requests are what the turn
// builder would send.
type trade struct {
	instructions string
	tools        []llm.Tool
	answers      map[string]string // tool name, then its arguments: the result
}

var (
	knowledgeTool = llm.Tool{
		Name: "search_knowledge", Description: "Search the knowledge bases: house-rules.",
		Input: json.RawMessage(`{"type":"object","properties":{"query":{"type":"string"}},"required":["query"]}`),
	}
	transferTool = llm.Tool{
		Name: "transfer_to_person", Description: "Hand the conversation over to a person (a human, an agent, staff, a colleague) when the customer asks for one or the instructions say so.",
		Input: json.RawMessage(`{"type":"object","properties":{"reason":{"type":"string"}},"required":["reason"]}`),
	}
)

func delegate(key, description string) llm.Tool {
	return llm.Tool{Name: "delegate_" + key, Description: description, Input: json.RawMessage(`{"type":"object","properties":{"message":{"type":"string"}},"required":["message"]}`)}
}

func tool(name, description, properties string, required ...string) llm.Tool {
	req, _ := json.Marshal(append([]string{}, required...))
	return llm.Tool{Name: name, Description: description, Input: json.RawMessage(`{"type":"object","properties":{` + properties + `},"required":` + string(req) + `}`)}
}

// session is one turn as it went.
type session struct {
	reply string
	calls []llm.Call
}

func (s session) names() string {
	var out []string
	for _, c := range s.calls {
		out = append(out, c.Name)
	}
	return strings.Join(out, " ")
}

// run plays a turn to its end.
func (tr trade) run(t *testing.T, message string) session {
	t.Helper()
	req := llm.Request{Messages: []llm.Message{
		{Role: llm.RoleSystem, Text: tr.instructions},
		{Role: llm.RoleSystem, Text: "Order lookups and transfers are the notes of caplo; say \"nothing\"."},
		{Role: llm.RoleUser, Text: message},
	}, Tools: tr.tools}
	var s session
	for range 10 {
		resp, err := New().Complete(context.Background(), req, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(resp.Calls) == 0 {
			s.reply = resp.Text
			return s
		}
		req.Messages = append(req.Messages, llm.Message{Role: llm.RoleAssistant, Calls: resp.Calls})
		for _, c := range resp.Calls {
			s.calls = append(s.calls, c)
			req.Messages = append(req.Messages, llm.Message{Role: llm.RoleTool, CallID: c.ID, Text: tr.result(c)})
		}
	}
	t.Fatalf("no end: %v", s.calls)
	return s
}

func (tr trade) result(c llm.Call) string {
	for _, key := range []string{c.Name + " " + c.Args, c.Name} {
		if r, ok := tr.answers[key]; ok {
			return r
		}
	}
	return `{"error":"no example answers this call"}`
}
