package server_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/workspace"
)

const caseJSON = `{"name":"b","input":"Where is it?","desiredOutcome":"Says where.","answerContains":"it"}`

func TestCasesOneAtATime(t *testing.T) {
	t.Parallel()
	everyWay(t, func(t *testing.T, b *bundle) {
		b.support("a")
		var before api.Agent
		b.ask("GET", "/v1/agents/support", "").into(t, &before)

		added := b.ask("POST", "/v1/agents/support/cases", caseJSON)
		var saved api.SavedCase
		added.into(t, &saved)
		if saved.Case.ID == "" || saved.Revision != 2 || added.header.Get("ETag") != `"`+saved.Case.Digest+`"` {
			t.Errorf("added %+v, ETag %s", saved, added.header.Get("ETag"))
		}
		at := "/v1/agents/support/cases/" + saved.Case.ID
		var edited api.SavedCase
		b.ask("PUT", at, strings.Replace(caseJSON, `"b"`, `"another name"`, 1)).into(t, &edited)
		if edited.Case.ID != saved.Case.ID || edited.Case.Case.Name != "another name" || edited.Revision != 3 {
			t.Errorf("edited to %+v", edited)
		}
		var after api.Agent
		b.ask("GET", "/v1/agents/support", "").into(t, &after)
		if after.Draft != before.Draft || after.Suite == before.Suite || after.Cases != 2 || after.Revision != before.Revision || after.Project != "p" {
			t.Errorf("the agent is %+v, was %+v", after, before)
		}
		var gone api.RemovedCase
		b.ask("DELETE", at, "").into(t, &gone)
		if p := b.ask("DELETE", at, "").problem(t); gone.Revision != 4 || p.Code != "not-found" {
			t.Errorf("removed at %d, then %+v", gone.Revision, p)
		}
		b.ask("GET", "/v1/agents/support", "").into(t, &after)
		if after.Suite != before.Suite {
			t.Errorf("adding and removing a case left another suite")
		}
	})
}

// TestCaseRevisions: what was changed outside git can be told later.
func TestCaseRevisions(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.support("a")
	b.ask("POST", "/v1/agents/support/cases", caseJSON)
	list := b.ask("GET", "/v1/revisions?limit=1", "")
	if !strings.Contains(list.body, `"number":2`) || strings.Contains(list.body, "plan") {
		t.Errorf("the list: %s", list.body)
	}
	var rev api.Revision
	b.ask("GET", "/v1/revisions/2", "").into(t, &rev)
	want := agent.SuiteChange{Agent: "support", Added: []string{"b"}, Changed: []agent.CaseChange{}, Unchanged: 1, Removed: []string{}}
	if diff := cmp.Diff([]agent.SuiteChange{want}, rev.Plan.Suites); diff != "" || rev.Origin != "cases" || rev.Author != "local" || rev.Project != "p" {
		t.Errorf("revision %+v\n%s", rev, diff)
	}
}

func TestSavingACaseAsItIsMakesNoRevision(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.support()
	var saved, again api.SavedCase
	b.ask("POST", "/v1/agents/support/cases", caseJSON).into(t, &saved)
	b.ask("PUT", "/v1/agents/support/cases/"+saved.Case.ID, caseJSON).into(t, &again)
	if again.Revision != saved.Revision || again.Case.Digest != saved.Case.Digest {
		t.Errorf("saved at %d, then at %d", saved.Revision, again.Revision)
	}
}

func TestCaseConflicts(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.support("a")
	var saved api.SavedCase
	b.ask("POST", "/v1/agents/support/cases", caseJSON).into(t, &saved)
	at, old := "/v1/agents/support/cases/"+saved.Case.ID, "If-Match: \""+saved.Case.Digest+"\""
	next := strings.Replace(caseJSON, "Where is it?", "Where?", 1)
	if got := b.ask("PUT", at, next, old); got.status != http.StatusOK {
		t.Fatalf("%d %s", got.status, got.body)
	}
	for _, method := range []string{"PUT", "DELETE"} {
		body := ""
		if method == "PUT" {
			body = caseJSON
		}
		if p := b.ask(method, at, body, old).problem(t); p.Code != "case-conflict" || p.Status != http.StatusPreconditionFailed {
			t.Errorf("%s: %+v", method, p)
		}
	}
	var now api.SuiteCase
	b.ask("GET", at, "").into(t, &now)
	if now.Case.Input != "Where?" {
		t.Errorf("a refused change left %+v", now)
	}
	if got := b.ask("DELETE", at, "", "If-Match: *"); got.status != http.StatusOK {
		t.Errorf("%d %s", got.status, got.body)
	}
}

func TestCasesAreRefused(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.support("a")
	for name, c := range map[string]struct {
		body, code, pointer string
	}{
		"no outcome":        {`{"name":"x","input":"y"}`, "invalid-resource", ""},
		"unknown key":       {`{"name":"x","input":"y","desiredOutcome":"z","colour":"t"}`, "invalid-resource", "/colour"},
		"an id":             {`{"id":"c_x","name":"x","input":"y","desiredOutcome":"z"}`, "invalid-resource", "/id"},
		"a tool not listed": {`{"name":"x","input":"y","desiredOutcome":"z","tool":"p/t"}`, "invalid-resource", "/tool"},
		"a number":          {`{"name":7,"input":"y","desiredOutcome":"z"}`, "invalid-resource", "/name"},
		"a name that is taken": {
			strings.Replace(caseJSON, `"b"`, `" a "`, 1), "name-taken", "/name",
		},
		"a long name": {strings.Replace(caseJSON, `"b"`, `"`+strings.Repeat("n", 81)+`"`, 1), "invalid-resource", "/name"},
		"a list":      {`[]`, "invalid-resource", ""},
		"nothing":     {`null`, "invalid-resource", ""},
		"no JSON":     {`{"name"`, "bad-request", ""},
		"no body":     {``, "bad-request", ""},
	} {
		p := b.ask("POST", "/v1/agents/support/cases", c.body).problem(t)
		if p.Code != c.code || c.pointer != "" && (len(p.Errors) != 1 || p.Errors[0].Pointer != c.pointer) {
			t.Errorf("%s: %+v", name, p)
		}
	}
	if p := b.ask("POST", "/v1/agents/nobody/cases", caseJSON).problem(t); p.Code != "not-found" {
		t.Errorf("no agent: %+v", p)
	}
	if n, _ := b.ws.LastRevision(t.Context()); n != 1 {
		t.Errorf("refused cases left revision %d", n)
	}
}

func TestAHundredCases(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	names := make([]string, workspace.MaxCases)
	for i := range names {
		names[i] = fmt.Sprintf("case %03d", i)
	}
	b.support(names...)
	if p := b.ask("POST", "/v1/agents/support/cases", caseJSON).problem(t); p.Code != "invalid-resource" {
		t.Errorf("%+v", p)
	}
	var seen []string
	for next := ""; ; {
		var page api.Page[api.SuiteCase]
		b.ask("GET", "/v1/agents/support/cases?limit=30&cursor="+next, "").into(t, &page)
		for _, c := range page.Items {
			seen = append(seen, c.Case.Name)
		}
		if next == "" { // the list of the first page is told to its end
			b.ask("DELETE", "/v1/agents/support/cases/"+page.Items[0].ID, "")
		}
		if next = page.Next; next == "" {
			break
		}
	}
	if diff := cmp.Diff(names, seen); diff != "" {
		t.Error(diff)
	}
}

// TestMendingOneCaseOfTwo: a mistake that stands elsewhere keeps nobody from
// changing a case.
func TestMendingOneCaseOfTwo(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	tools := map[string]string{
		"agent/support": `{"name":"Support","instructions":"Help.","tools":["desk/find"]}`,
		"tools/desk":    `{"tools":[{"name":"find","description":"Finds.","effect":"read"}]}`,
	}
	c, d := oneCase("a"), oneCase("b")
	c.Tool, d.Tool = "desk/find", "desk/find"
	b.mustPush(tools, map[string][]agent.Case{"support": {c, d}})
	tools["agent/support"] = `{"name":"Support","instructions":"Help."}`
	b.mustPush(tools, nil)
	var page api.Page[api.SuiteCase]
	b.ask("GET", "/v1/agents/support/cases", "").into(t, &page)
	if got := b.ask("PUT", "/v1/agents/support/cases/"+page.Items[0].ID, strings.Replace(caseJSON, `"b"`, `"a"`, 1)); got.status != http.StatusOK {
		t.Errorf("%d %s", got.status, got.body)
	}
}

func TestLastResults(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.support("a", "b")
	run := b.finish("support")
	var page api.Page[api.SuiteCase]
	b.ask("GET", "/v1/agents/support/cases", "").into(t, &page)
	a := page.Items[0]
	if a.Last == nil || a.Last.Run != run.ID || a.Last.EarlierDraft || a.Last.EarlierCase || a.Last.Result.Outcome != "ok" {
		t.Errorf("last: %+v", a.Last)
	}
	b.ask("PUT", "/v1/agents/support/cases/"+a.ID, strings.Replace(caseJSON, `"b"`, `"a"`, 1))
	b.mustPush(map[string]string{"agent/support": `{"name":"Support","instructions":"Help more."}`}, nil)
	b.ask("GET", "/v1/agents/support/cases", "").into(t, &page)
	if l := page.Items[0].Last; !l.EarlierDraft || !l.EarlierCase {
		t.Errorf("after changes: %+v", l)
	}
	if l := page.Items[1].Last; !l.EarlierDraft || l.EarlierCase {
		t.Errorf("of the case that was left alone: %+v", l)
	}
}

// TestPushAndCaseAtOnce: a push that was planned before a case was changed does
// not overwrite it unseen.
func TestPushAndCaseAtOnce(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.support("a")
	m := agent.Manifest{Project: "p", Selected: []string{"support"}, Suites: []agent.Digested{
		{ID: agent.ID{Kind: agent.KindSuite, Key: "support"}, Digest: agent.SuiteDigest([]agent.Case{})},
	}}
	if _, err := b.ws.Upload(t.Context(), workspace.Local(), []agent.Resource{{ID: m.Suites[0].ID, Body: []byte("[]")}}); err != nil {
		t.Fatal(err)
	}
	plan, err := b.ws.Propose(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	b.ask("POST", "/v1/agents/support/cases", caseJSON)
	_, err = b.ws.Apply(t.Context(), workspace.Local(), workspace.Commit{Manifest: m, Expect: plan.Expect, PushKey: "late"})
	if workspace.CodeOf(err) != workspace.PushConflict {
		t.Errorf("the late push: %v", err)
	}
}

// TestConditionsThatNameNothing: a header that was meant as a condition is not
// taken for none.
func TestConditionsThatNameNothing(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.support("a")
	var saved api.SavedCase
	b.ask("POST", "/v1/agents/support/cases", caseJSON).into(t, &saved)
	at := "/v1/agents/support/cases/" + saved.Case.ID
	for _, header := range []string{"If-Match: ,", "If-Match: ", "If-Match: \"\"", "If-Match:  , ,"} {
		for _, method := range []string{"DELETE", "PUT"} {
			body := ""
			if method == "PUT" {
				body = caseJSON
			}
			if p := b.ask(method, at, body, header).problem(t); p.Status != 400 || len(p.Errors) != 1 || p.Errors[0].Pointer != "If-Match" {
				t.Errorf("%s with %s: %+v", method, header, p)
			}
		}
	}
	if p := b.ask("DELETE", at, "", `If-Match: "other", W/"`+saved.Case.Digest+`"`).problem(t); p.Status != 412 {
		t.Errorf("with another digest: %+v", p)
	}
	b.ask("DELETE", at, "", `If-Match: "other", "`+saved.Case.Digest+`"`).into(t, &api.RemovedCase{})
}
