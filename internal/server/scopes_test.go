package server_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/trace"
)

// project is a push of one agent with a case, as a client makes it.
func project(t *testing.T, instructions string) (api.Upload, agent.Manifest) {
	t.Helper()
	body, err := agent.CanonicalValue(map[string]any{"name": "Support", "instructions": instructions})
	if err != nil {
		t.Fatal(err)
	}
	cases := []agent.Case{{Name: "a", Input: "Where is it?", DesiredOutcome: "It is told.", AnswerContains: "here"}}
	list, err := json.Marshal(cases)
	if err != nil {
		t.Fatal(err)
	}
	desk, suite := agent.ID{Kind: agent.KindAgent, Key: "support"}, agent.ID{Kind: agent.KindSuite, Key: "support"}
	return api.Upload{Resources: []api.Resource{{ID: desk, Body: body}, {ID: suite, Body: list}}}, agent.Manifest{
		Project: "p", Selected: []string{"support"},
		Resources: []agent.Digested{{ID: desk, Digest: agent.ResourceDigest(agent.KindAgent, body)}},
		Suites:    []agent.Digested{{ID: suite, Digest: agent.SuiteDigest(cases)}},
	}
}

func (m *team) post(key, path string, v any) reply {
	m.t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		m.t.Fatal(err)
	}
	return m.send(key, http.MethodPost, path, string(data))
}

// push pushes by a key whatever it takes, and returns the last answer.
func (m *team) push(key, instructions string) reply {
	m.t.Helper()
	bodies, manifest := project(m.t, instructions)
	a := m.post(key, "/v1/push/plan", manifest)
	if a.status != http.StatusOK {
		return a
	}
	plan := decode[api.Proposal](m.t, a)
	if len(plan.Lacking) > 0 {
		if a := m.post(key, "/v1/push/bodies", bodies); a.status != http.StatusOK {
			return a
		}
		plan = decode[api.Proposal](m.t, m.post(key, "/v1/push/plan", manifest))
	}
	return m.post(key, "/v1/push", api.Commit{Manifest: manifest, Expect: plan.Expect, PushKey: m.t.Name() + key + instructions})
}

// TestPushByScopes: one that changes nothing needs agents:read alone, any other
// agents:write too, and no other scope stands for either.
func TestPushByScopes(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	read := m.key(m.owner, "reads", reads)
	both := m.key(m.owner, "reads and writes", reads, writes)
	rest := m.key(m.owner, "the rest", writes, publishes, settings)
	refused := func(key, instructions, scope string) {
		t.Helper()
		a := m.push(key, instructions)
		if a.status != http.StatusForbidden || a.problem(t).Scope != scope {
			t.Errorf("%d %s", a.status, a.body)
		}
	}
	refused(read, "v1", writes)
	refused(rest, "v1", reads)
	if done := decode[api.Committed](t, m.push(both, "v1")); done.Revision != 1 {
		t.Errorf("%+v", done)
	}
	if done := decode[api.Committed](t, m.push(read, "v1")); done.Revision != 1 || !done.Plan.Empty() {
		t.Errorf("a push that changes nothing: %+v", done)
	}
	refused(rest, "v1", reads)
	if done := decode[api.Committed](t, m.push(both, "v2")); done.Revision != 2 {
		t.Errorf("%+v", done)
	}
	refused(read, "v1", writes) // all of it is there already, and it would change the draft
	rev := decode[api.Revision](t, m.send(read, http.MethodGet, "/v1/revisions/2", ""))
	if rev.Author != "owner (reads and writes)" {
		t.Errorf("made by %q", rev.Author)
	}
}

// TestWhoRunsEvals: an owner or admin, with a key that has agents:publish.
func TestWhoRunsEvals(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	if a := m.push(m.owner, "v1"); a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.body)
	}
	bob := m.member("Bob", "admin")
	lowered := m.member("Carl", "admin")
	if a := m.send(m.owner, http.MethodPatch, "/v1/members/Carl", `{"role":"member"}`); a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.body)
	}
	for name, c := range map[string]struct {
		key string
		may bool
	}{
		"owner":                {m.owner, true},
		"admin":                {bob, true},
		"publish alone":        {m.key(bob, "p", publishes), true},
		"all but publish":      {m.key(m.owner, "rws", reads, writes, settings), false},
		"member":               {m.member("Ada", "member"), false},
		"who was an admin":     {lowered, false},
		"write alone":          {m.key(m.owner, "w", writes), false},
		"settings alone":       {m.key(bob, "s", settings), false},
		"reads of an owner":    {m.key(m.owner, "r", reads), false},
		"a key that is no key": {"caplo_", false},
	} {
		a := m.send(c.key, http.MethodPost, "/v1/agents/support/runs", `{"rerun":true}`)
		if (a.status == http.StatusOK) != c.may {
			t.Errorf("%s starts: %d %s", name, a.status, a.body)
		}
		if !c.may && a.status == http.StatusForbidden && a.problem(t).Scope != publishes {
			t.Errorf("%s is not told of %s: %s", name, publishes, a.body)
		}
		end := m.send(c.key, http.MethodPost, "/v1/runs/run_none/cancel", "")
		if (end.status == http.StatusNotFound) != c.may {
			t.Errorf("%s cancels: %d %s", name, end.status, end.body)
		}
	}
}

// TestRunGoesOnWithoutItsKey: a run is watched to its end by another key after the
// one that started it was revoked and its member removed.
func TestRunGoesOnWithoutItsKey(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	m.push(m.owner, "v1")
	ci := m.key(m.member("Ada", "admin"), "ci", publishes)
	run := decode[api.StartedRun](t, m.send(ci, http.MethodPost, "/v1/agents/support/runs", `{}`)).Run
	for _, path := range []string{"/v1/keys/ci", "/v1/members/Ada"} {
		if a := m.send(m.owner, http.MethodDelete, path, ""); a.status >= 300 {
			t.Fatalf("%d %s", a.status, a.body)
		}
	}
	if a := m.send(ci, http.MethodPost, "/v1/runs/"+run.ID+"/cancel", ""); a.status != http.StatusUnauthorized {
		t.Errorf("the revoked key ends the run: %d %s", a.status, a.body)
	}
	read := m.key(m.owner, "watch", reads)
	if a := m.send(read, http.MethodGet, "/v1/runs/"+run.ID+"/events", ""); !strings.Contains(string(a.body), "event: run") {
		t.Errorf("%d %s", a.status, a.body)
	}
	end := decode[api.RunDetail](t, m.send(read, http.MethodGet, "/v1/runs/"+run.ID, ""))
	if end.Run.Status != trace.RunFinished || end.Run.OK != 1 || end.Run.By != "Ada (ci)" {
		t.Errorf("%+v", end.Run)
	}
}
