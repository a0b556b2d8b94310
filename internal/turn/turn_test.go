package turn

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/caplo/caplo/internal/llm"
	"github.com/caplo/caplo/internal/trace"
)

func TestPrompt(t *testing.T) {
	t.Parallel()
	b := newBundle(t, script(say("Hello.")))
	b.History = []llm.Message{{Role: llm.RoleUser, Text: "Hi"}, {Role: llm.RoleAssistant, Text: "Yes?"}}
	tr := Run(context.Background(), b.Input)
	if tr.End.Kind != trace.EndReply || tr.Reply != "Hello." {
		t.Fatalf("got %+v", tr.End)
	}
	m := b.requests[0].Messages
	if len(m) != 5 {
		t.Fatalf("got %d messages", len(m))
	}
	var roles []llm.Role
	for _, x := range m {
		roles = append(roles, x.Role)
	}
	want := []llm.Role{llm.RoleSystem, llm.RoleSystem, llm.RoleUser, llm.RoleAssistant, llm.RoleUser}
	if diff := cmp.Diff(want, roles); diff != "" {
		t.Error(diff)
	}
	if m[0].Text != "Help.\nBe brief." || m[4].Text != b.Message || !strings.HasPrefix(m[1].Text, "You are Support Desk. Answers customers.\n") {
		t.Errorf("got %+v", m)
	}
	if regexp.MustCompile(`(?i)\b(test|eval|simulat|example|grad)`).MatchString(m[1].Text) {
		t.Errorf("the model is told that it is tested: %s", m[1].Text)
	}
	var names []string
	for _, o := range b.requests[0].Tools {
		names = append(names, o.Name)
		if !json.Valid(o.Input) || !regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`).MatchString(o.Name) {
			t.Errorf("%s: %s", o.Name, o.Input)
		}
		if o.Name == "delegate_orders" && o.Description != "Orders\nKnows orders.\nIt is about an order.\nWhere is it?\nIs it there?" {
			t.Errorf("got %q", o.Description)
		}
	}
	if diff := cmp.Diff([]string{"desk__lookup", "desk__cancel", "search_knowledge", "delegate_orders", "delegate_returns", "transfer_to_person"}, names); diff != "" {
		t.Error(diff)
	}
	if b.requests[0].Model != "m-support" {
		t.Errorf("asked %s", b.requests[0].Model)
	}
}

func TestAgentWithoutAnything(t *testing.T) {
	t.Parallel()
	b := newBundle(t, script(say("Hello.")))
	b.Agent = "returns"
	tr := Run(context.Background(), b.Input)
	if tr.Route != nil || len(b.requests[0].Tools) != 0 || len(b.requests[0].Messages) != 3 {
		t.Errorf("got %+v, %+v", tr, b.requests[0])
	}
	data, err := json.Marshal(tr)
	want := `{"steps":[],"reply":"Hello.","end":{"kind":"reply"},"usage":[{"model":"fake/m-returns","calls":1,"inputTokens":10,"outputTokens":1}],"ledger":[],"micros":1000}`
	if err != nil || string(data) != want {
		t.Errorf("got %s, %v", data, err)
	}
}
