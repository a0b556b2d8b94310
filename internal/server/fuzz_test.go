package server_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/api"
)

// posts are the operations that take a body.
var posts = []struct{ method, path string }{
	{"POST", "/v1/push/plan"},
	{"POST", "/v1/push/bodies"},
	{"POST", "/v1/push"},
	{"POST", "/v1/state"},
	{"POST", "/v1/state/bodies"},
	{"POST", "/v1/agents/support/restore"},
	{"POST", "/v1/agents/support/runs"},
	{"POST", "/v1/agents/support/cases"},
	{"PUT", "/v1/agents/support/cases/CASE"},
}

// TestEveryPostIsFuzzed holds the table to the contract.
func TestEveryPostIsFuzzed(t *testing.T) {
	t.Parallel()
	n := 0
	eachOperation(t, func(_, _ string, o map[string]any) {
		if tags := o["tags"].([]any); o["requestBody"] != nil && tags[0] != "keys" && tags[0] != "members" {
			n++
		}
	})
	if n != len(posts) {
		t.Errorf("%d operations take a body, %d are fuzzed", n, len(posts))
	}
}

// FuzzBodies sends whatever it is to every operation: the workspace does not
// fail, and what it refuses leaves nothing behind.
func FuzzBodies(f *testing.F) {
	id := `{"kind":"agent","key":"x","digest":"sha256:0"}`
	for _, body := range []string{
		``, `null`, `{}`, `[]`, `{"a":1,"a":2}`, caseJSON, `{"startKey":"k"}`, `{"model":"m/\u0000"}`, `{"timeLimitSeconds":1e99}`,
		`{"project":"p","selected":["x"],"resources":[` + id + `],"suites":[]}`,
		`{"manifest":{"project":"p","selected":null,"resources":null,"suites":null},"expect":[],"pushKey":"k"}`,
		`{"resources":[{"kind":"agent","key":"x","body":{"name":"X","instructions":"i"}}]}`,
		`{"resources":[{"kind":"suite","key":"x","body":[{"name":1}]}]}`,
		`{"resources":[{"kind":"knowledge","key":"x","body":{"documents":[{"path":"../a.md","text":"t"}]}}]}`,
		`{"resources":[{"kind":"tools","key":"x","body":1e999}]}`,
		`{"project":"p","selected":["x","support"],"all":true,"have":[` + id + `]}`, `{"selected":null,"have":[` + id + `,` + id + `]}`,
		`{"items":[{"kind":"agent","key":"support","revision":1},{"kind":"suite","key":"support","revision":1}]}`,
		`{"items":[{"kind":"agent","key":"support","revision":-1}]}`, `{"revision":1}`, `{"revision":9,"suite":true}`,
		`{"project":"p","selected":[],"resources":[` + id + `],"suites":[],"prune":true,"git":{"commit":"HEAD","branch":"\u001b"}}`,
	} {
		f.Add(body)
	}
	b, h := newHandler(f, everybody{})
	b.support("a")
	list, err := b.ws.Suite(f.Context(), "support")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, body string) {
		b.t = t // one workspace takes it all: what was sent before stays
		for _, p := range posts {
			before := b.kept()
			w := httptest.NewRecorder()
			path := strings.Replace(p.path, "CASE", list[0].ID, 1)
			h.ServeHTTP(w, httptest.NewRequest(p.method, path, strings.NewReader(body)))
			if w.Code == http.StatusOK {
				continue
			}
			var q api.Problem
			if err := json.Unmarshal(w.Body.Bytes(), &q); err != nil || q.Code == "" || q.Status != w.Code || w.Code >= 500 {
				t.Fatalf("%s %s with %q: %d %s", p.method, path, body, w.Code, w.Body)
			}
			if after := b.kept(); after != before {
				t.Fatalf("%s %s with %q was refused and left %s, before %s", p.method, path, body, after, before)
			}
		}
	})
}

// kept tells what the workspace holds: revisions, runs, cases.
func (b *bundle) kept() string {
	b.t.Helper()
	n, err := b.ws.LastRevision(b.t.Context())
	if err != nil {
		b.t.Fatal(err)
	}
	runs, _, err := b.ws.Runs(b.t.Context(), "", 0, 100)
	if err != nil {
		b.t.Fatal(err)
	}
	list, err := b.ws.Suite(b.t.Context(), "support")
	if err != nil {
		b.t.Fatal(err)
	}
	return fmt.Sprintf("revision %d, %d runs, cases %v", n, len(runs), list)
}
