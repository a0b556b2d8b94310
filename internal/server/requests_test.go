package server_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/workspace"
)

// TestRequestsThatDoNotFit: each gets a problem that points at what does not fit,
// and quotes nothing of what was sent.
func TestRequestsThatDoNotFit(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.support("a")
	deep := strings.Repeat("[", 101) + strings.Repeat("]", 101)
	for name, c := range map[string]struct {
		method, path, body string
		status             int
		code, pointer      string
	}{
		"wrong type":       {"POST", "/v1/push/bodies", `{"resources":[{"kind":7,"key":"k","body":{}}]}`, 422, "bad-request", "/resources/0/kind"},
		"key missing":      {"POST", "/v1/push/plan", `{"project":"p","selected":[],"resources":[]}`, 422, "bad-request", ""},
		"unknown key":      {"POST", "/v1/agents/support/runs", `{"re.run[0]/~":true}`, 422, "bad-request", "/re.run[0]~1~0"},
		"too much time":    {"POST", "/v1/agents/support/runs", `{"timeLimitSeconds":9223372036854775}`, 422, "bad-request", "/timeLimitSeconds"},
		"no such scope":    {"POST", "/v1/keys", `{"name":"ci","scopes":["agents:reed"]}`, 422, "bad-request", "/scopes/0"},
		"out of range":     {"POST", "/v1/agents/support/runs", `{"timeLimitSeconds":-1}`, 422, "bad-request", "/timeLimitSeconds"},
		"key twice":        {"POST", "/v1/agents/support/runs", `{"rerun":true,"re\u0072un":false}`, 400, "bad-request", "/rerun"},
		"key twice inside": {"POST", "/v1/push/bodies", `{"resources":[{},{"kind":"agent","body":{"a":1,"a":2}}]}`, 400, "bad-request", "/resources/1/body/a"},
		"half a character": {"POST", "/v1/agents/support/runs", `{"model":"\ud83d"}`, 400, "bad-request", "/model"},
		"no UTF-8":         {"POST", "/v1/agents/support/runs", "{\"model\":\"\xff\"}", 400, "bad-request", ""},
		"too deep":         {"POST", "/v1/push/bodies", `{"resources":[{"kind":"agent","key":"k","body":` + deep + `}]}`, 400, "bad-request", ""},
		"no JSON":          {"POST", "/v1/agents/support/runs", `{"rerun":yes}`, 400, "bad-request", ""},
		"two values":       {"POST", "/v1/agents/support/runs", `{}{}`, 400, "bad-request", ""},
		"a list":           {"POST", "/v1/agents/support/runs", `[]`, 422, "bad-request", ""},
		"no body":          {"POST", "/v1/agents/support/runs", ``, 400, "bad-request", ""},
		"limit":            {"GET", "/v1/agents?limit=0", ``, 400, "bad-request", "limit"},
		"limit too high":   {"GET", "/v1/runs?limit=201", ``, 400, "bad-request", "limit"},
		"number too large": {"POST", "/v1/agents/support/cases", `{"name":1e99999}`, 400, "bad-request", "/name"},
		"name too long":    {"POST", "/v1/keys", `{"scopes":["agents:read"],"name":"` + strings.Repeat("x", 81) + `"}`, 422, "bad-request", "/name"},
		"no query":         {"GET", "/v1/agents?limit=%zz", ``, 400, "bad-request", ""},
		"query twice":      {"GET", "/v1/agents?limit=1&limit=2", ``, 400, "bad-request", "limit"},
		"probe":            {"POST", "/healthz", ``, 405, "method-not-allowed", ""},
		"unknown query":    {"GET", "/v1/agents?limti=5", ``, 400, "bad-request", "limti"},
		"cursor":           {"GET", "/v1/agents?cursor=b3VycyE", ``, 400, "invalid-request", ""},
		"another's cursor": {"GET", "/v1/runs?cursor=YWZ0ZXI6c3VwcG9ydA", ``, 400, "invalid-request", ""},
		"after":            {"GET", "/v1/revisions/x", ``, 400, "bad-request", "number"},
	} {
		p := b.ask(c.method, c.path, c.body).problem(t)
		if p.Status != c.status || p.Code != c.code {
			t.Errorf("%s: %+v", name, p)
		}
		if c.pointer != "" && (len(p.Errors) != 1 || p.Errors[0].Pointer != c.pointer) {
			t.Errorf("%s points at %+v", name, p.Errors)
		}
		if strings.Contains(p.Detail, "length <=") {
			t.Errorf("%s is told in symbols: %s", name, p.Detail)
		}
	}
	if n, _ := b.ws.LastRevision(t.Context()); n != 1 {
		t.Errorf("they left revision %d", n)
	}
}

func TestManyPlacesAreToldOnce(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	body := `{"resources":[` + strings.Repeat(`{"kind":7},`, 99) + `{"kind":7}]}`
	p := b.ask("POST", "/v1/push/bodies", body).problem(t)
	if len(p.Errors) != 50 || !strings.Contains(p.Detail, "more)") {
		t.Errorf("%d places: %s", len(p.Errors), p.Detail)
	}
}

func TestSecretsAreNotQuoted(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	for _, body := range []string{
		`{"model":{"apiKey":"hunter2"}}`, `{"rerun":"hunter2"}`, `{"rerun":hunter2}`, `{"model":"hunter2","model":"hunter2"}`,
	} {
		if got := b.ask("POST", "/v1/agents/support/runs", body); strings.Contains(got.body, "hunter2") {
			t.Errorf("%s is answered with %s", body, got.body)
		}
	}
}

func TestBodiesAreBounded(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	large := `{"model":"` + strings.Repeat("x", 4<<20) + `"}`
	if p := b.ask("POST", "/v1/agents/support/runs", large).problem(t); p.Status != 413 || p.Code != api.CodeTooLarge {
		t.Errorf("a large body: %+v", p)
	}
	for _, header := range []string{"Content-Type: text/yaml", "Content-Encoding: gzip", "Content-Type: application/json; charset=utf-16"} {
		if p := b.ask("POST", "/v1/agents/support/runs", "{}", header).problem(t); p.Status != 415 || p.Code != api.CodeMediaType {
			t.Errorf("%s: %+v", header, p)
		} else if strings.Contains(p.Detail, "compressed") != strings.Contains(header, "gzip") {
			t.Errorf("%s is answered with: %s", header, p.Detail)
		}
	}
	if p := b.ask("POST", "/v1/agents/support/runs", "{}", "Content-Type: application/json; charset=UTF-8").problem(t); p.Code != "not-found" {
		t.Errorf("JSON by another name: %+v", p)
	}
	if workspace.MaxBatch != api.MaxBatchItems || workspace.MaxBatchBytes != api.MaxBatchBytes {
		t.Error("the contract and the workspace have different limits of a batch")
	}
}

func TestMethods(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.support("a")
	for _, c := range []struct {
		method, path string
		status       int
		allow        string
	}{
		{"PATCH", "/v1/agents/support/cases", 405, "GET, HEAD, OPTIONS, POST"},
		{"OPTIONS", "/v1/agents/support/cases/x", 204, "DELETE, GET, HEAD, OPTIONS, PUT"},
		{"OPTIONS", "/v1/nothing", 404, ""},
		{"GET", "/v1//agents", 404, ""},
		{"GET", "/v1/x/../agents", 404, ""},
		{"HEAD", "/v1/agents", 200, ""},
		{"PURGE", "/v1/agents", 405, "GET, HEAD, OPTIONS"},
	} {
		got := b.ask(c.method, c.path, "")
		if got.status != c.status || got.header.Get("Allow") != c.allow {
			t.Errorf("%s %s: %d, Allow %q", c.method, c.path, got.status, got.header.Get("Allow"))
		}
		if got.status >= 400 {
			got.problem(t)
		}
	}
}

// TestFaultsAreReportedAndNotTold: what went wrong inside goes to the log alone.
func TestFaultsAreReportedAndNotTold(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.support("a")
	if err := b.ws.Close(); err != nil {
		t.Fatal(err)
	}
	if err := b.closeStore(); err != nil {
		t.Fatal(err)
	}
	p := b.ask("GET", "/v1/agents", "").problem(t)
	if p.Status < 500 || strings.Contains(p.Detail, "clos") || strings.Count(b.log.String(), "\n") != 1 || !strings.Contains(b.log.String(), "clos") {
		t.Errorf("told %+v, the log says %s", p, b.log.String())
	}
}

func TestListsStayRightWhileRowsAreAdded(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	bodies := map[string]string{}
	for _, k := range []string{"b", "d", "f", "h", "j"} {
		bodies["agent/"+k] = `{"name":"` + k + `","instructions":"i"}`
	}
	b.mustPush(bodies, nil)
	var seen []string
	for next := ""; ; {
		var page api.Page[api.Agent]
		b.ask("GET", "/v1/agents?limit=2&cursor="+next, "").into(t, &page)
		for _, a := range page.Items {
			seen = append(seen, a.Key)
		}
		if next == "" {
			b.mustPush(map[string]string{"agent/a": `{"name":"a","instructions":"i"}`, "agent/e": `{"name":"e","instructions":"i"}`}, nil)
		}
		if next = page.Next; next == "" {
			break
		}
	}
	if diff := cmp.Diff([]string{"b", "d", "e", "f", "h", "j"}, seen); diff != "" {
		t.Error(diff)
	}
}

func TestRevisionsAndRunsAreNewestFirst(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	for i := range 5 {
		b.mustPush(map[string]string{"agent/support": fmt.Sprintf(`{"name":"S","instructions":"v%d"}`, i)}, nil)
	}
	var seen []int64
	for next := ""; ; {
		var page api.Page[api.RevisionInfo]
		b.ask("GET", "/v1/revisions?limit=2&cursor="+next, "").into(t, &page)
		for _, r := range page.Items {
			seen = append(seen, r.Number)
		}
		if next == "" {
			b.support("a")
		}
		if next = page.Next; next == "" {
			break
		}
	}
	if diff := cmp.Diff([]int64{5, 4, 3, 2, 1}, seen); diff != "" {
		t.Error(diff)
	}
	first := b.finish("support")
	b.support("b")
	second := b.finish("support")
	for _, path := range []string{"/v1/runs", "/v1/agents/support/runs"} {
		var one, two api.Page[api.RunInfo]
		b.ask("GET", path+"?limit=1", "").into(t, &one)
		b.ask("GET", path+"?limit=1&cursor="+one.Next, "").into(t, &two)
		if one.Items[0].ID != second.ID || one.Items[0].EarlierCases || two.Items[0].ID != first.ID || !two.Items[0].EarlierCases || two.Next != "" {
			t.Errorf("%s: %+v, %+v", path, one, two)
		}
	}
	if got := b.ask("GET", "/v1/agents/support/runs/none", ""); got.status != http.StatusNotFound {
		t.Errorf("%d", got.status)
	}
}
