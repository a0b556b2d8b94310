package server_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/api"
)

func TestHistoryOverHTTP(t *testing.T) {
	t.Parallel()
	everyWay(t, func(t *testing.T, b *bundle) {
		b.support("a", "b")
		b.support("b")
		b.mustPush(map[string]string{"agent/support": `{"name":"Support","instructions":"Other."}`}, nil)
		var page api.Page[api.HistoryEntry]
		b.ask("GET", "/v1/agents/support/history?limit=2", "").into(t, &page)
		if len(page.Items) != 2 || page.Next == "" || page.Items[0].Revision != 3 || !page.Items[0].Draft || page.Items[0].Suite ||
			cmp.Diff([]string{"instructions"}, page.Items[0].Fields) != "" || page.Items[1].Cases != 1 || !page.Items[1].Suite {
			t.Errorf("%+v", page)
		}
		var rest api.Page[api.HistoryEntry]
		b.ask("GET", "/v1/agents/support/history?limit=2&cursor="+page.Next, "").into(t, &rest)
		if len(rest.Items) != 1 || rest.Next != "" || rest.Items[0].Revision != 1 || rest.Items[0].Cases != 2 {
			t.Errorf("%+v", rest)
		}
		var then, now api.AgentAt
		b.ask("GET", "/v1/agents/support/revisions/1", "").into(t, &then)
		b.ask("GET", "/v1/agents/support/revisions/latest", "").into(t, &now)
		if then.At != 1 || len(then.Suite) != 2 || then.Suite[0].ID == "" || now.At != 3 || len(now.Suite) != 1 ||
			!strings.Contains(string(now.Body.Body), "Other.") || now.Suite[0].ID != then.Suite[1].ID {
			t.Errorf("%+v\n%+v", then, now)
		}
		var done api.Committed
		b.ask("POST", "/v1/agents/support/restore", `{"revision":1}`).into(t, &done)
		var back api.AgentAt
		b.ask("GET", "/v1/agents/support/revisions/latest", "").into(t, &back)
		if diff := cmp.Diff(then.Suite, back.Suite); diff != "" || string(back.Body.Body) != string(then.Body.Body) || done.Revision != 4 {
			t.Errorf("revision %d, %s", done.Revision, diff)
		}
		var rev api.Revision
		b.ask("GET", "/v1/revisions/4", "").into(t, &rev)
		if rev.Origin != "restore" || rev.Project != "p" {
			t.Errorf("%+v", rev)
		}
	})
}

func TestHistoryIsRefused(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.support("a")
	for _, c := range []struct {
		method, path, body string
		status             int
	}{
		{"GET", "/v1/agents/nobody/history", "", 404},
		{"GET", "/v1/agents/support/history?cursor=x", "", 400},
		{"GET", "/v1/agents/support/revisions/2", "", 404},
		{"GET", "/v1/agents/support/revisions/0", "", 400},
		{"GET", "/v1/agents/support/revisions/01", "", 400},
		{"GET", "/v1/agents/support/revisions/newest", "", 400},
		{"GET", "/v1/agents/nobody/revisions/latest", "", 404},
		{"POST", "/v1/agents/support/restore", `{}`, 422},
		{"POST", "/v1/agents/support/restore", `{"revision":0}`, 422},
		{"POST", "/v1/agents/support/restore", `{"revision":2}`, 404},
		{"POST", "/v1/agents/nobody/restore", `{"revision":1}`, 404},
	} {
		if p := b.ask(c.method, c.path, c.body).problem(t); p.Status != c.status {
			t.Errorf("%s %s: %d %s", c.method, c.path, p.Status, p.Detail)
		}
	}
}

func TestStateOverHTTP(t *testing.T) {
	t.Parallel()
	everyWay(t, func(t *testing.T, b *bundle) {
		b.support("a")
		var s api.State
		b.ask("POST", "/v1/state", `{"selected":["support"],"have":[{"kind":"tools","key":"mine","digest":"x"}]}`).into(t, &s)
		if len(s.Items) != 2 || s.Items[0].Kind != agent.KindAgent || s.Items[1].Cases != 1 || s.Items[0].Author == "" || s.Items[0].Origin != "push" ||
			cmp.Diff([]agent.ID{{Kind: agent.KindTools, Key: "mine"}}, s.Missing) != "" {
			t.Errorf("%+v", s)
		}
		ask, err := json.Marshal(api.AskBodies{Items: []agent.Expect{
			{ID: s.Items[0].ID, Revision: s.Items[0].Revision}, {ID: s.Items[1].ID, Revision: s.Items[1].Revision},
		}})
		if err != nil {
			t.Fatal(err)
		}
		var bodies api.Bodies
		b.ask("POST", "/v1/state/bodies", string(ask)).into(t, &bodies)
		if len(bodies.Resources) != 2 || !strings.Contains(string(bodies.Resources[1].Body), `"id":"c_`) {
			t.Errorf("%+v", bodies)
		}
		b.support("a", "b")
		if p := b.ask("POST", "/v1/state/bodies", string(ask)).problem(t); p.Status != 409 || p.Code != "push-conflict" {
			t.Errorf("%+v", p)
		}
	})
}

func TestAgentsByName(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	for i, name := range []string{"Zürich", "Other", "Zu\u0308rich", "zürich"} {
		b.mustPush(map[string]string{fmt.Sprint("agent/a", i): fmt.Sprintf(`{"name":%q,"instructions":"i"}`, name)}, nil)
	}
	var page api.Page[api.Agent]
	b.ask("GET", "/v1/agents?limit=1&name=+Z%C3%BCrich", "").into(t, &page)
	if len(page.Items) != 1 || page.Items[0].Key != "a0" || page.Next == "" {
		t.Fatalf("%+v", page)
	}
	b.ask("GET", "/v1/agents?limit=1&name=Z%C3%BCrich&cursor="+page.Next, "").into(t, &page)
	if len(page.Items) != 1 || page.Items[0].Key != "a2" {
		t.Errorf("%+v", page)
	}
}

// TestHistoryByScopes: reading needs agents:read and nothing else, restoring and
// pruning agents:write.
func TestHistoryByScopes(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	m.push(m.owner, "v1")
	m.push(m.owner, "v2")
	read, write := m.key(m.owner, "reads", reads), m.key(m.owner, "writes", writes)
	for _, c := range []struct{ method, path, body, may, mayNot, scope string }{
		{"GET", "/v1/agents/support/history", "", read, write, reads},
		{"GET", "/v1/agents/support/revisions/1", "", read, write, reads},
		{"POST", "/v1/state", `{"selected":[],"have":[]}`, read, write, reads},
		{"POST", "/v1/state/bodies", `{"items":[]}`, read, write, reads},
		{"POST", "/v1/agents/support/restore", `{"revision":1}`, write, read, writes},
	} {
		if a := m.send(c.mayNot, c.method, c.path, c.body); a.status != http.StatusForbidden || a.problem(t).Scope != c.scope {
			t.Errorf("%s %s: %d %s", c.method, c.path, a.status, a.body)
		}
		if a := m.send(c.may, c.method, c.path, c.body); a.status != http.StatusOK {
			t.Errorf("%s %s: %d %s", c.method, c.path, a.status, a.body)
		}
	}
}
