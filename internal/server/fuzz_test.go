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

// FuzzBodies: whatever is sent, the workspace does not fail, and what it refuses
// leaves nothing behind.
func FuzzBodies(f *testing.F) {
	id := `{"kind":"agent","key":"x","digest":"sha256:0"}`
	for i := range posts {
		for _, body := range []string{
			``, `null`, `{}`, `[]`, `{"a":1,"a":2}`, caseJSON, `{"startKey":"k"}`, `{"model":"m/\u0000"}`, `{"timeLimitSeconds":1e99}`,
			`{"project":"p","selected":["x"],"resources":[` + id + `],"suites":[]}`,
			`{"manifest":{"project":"p","selected":null,"resources":null,"suites":null},"expect":[],"pushKey":"k"}`,
			`{"resources":[{"kind":"agent","key":"x","body":{"name":"X","instructions":"i"}}]}`,
			`{"resources":[{"kind":"suite","key":"x","body":[{"name":1}]}]}`,
			`{"resources":[{"kind":"knowledge","key":"x","body":{"documents":[{"path":"../a.md","text":"t"}]}}]}`,
			`{"resources":[{"kind":"tools","key":"x","body":1e999}]}`,
		} {
			f.Add(i, body)
		}
	}
	f.Fuzz(func(t *testing.T, which int, body string) {
		if which < 0 || which >= len(posts) {
			t.Skip()
		}
		b, h := newHandler(t, everybody{})
		b.support("a")
		list, err := b.ws.Suite(t.Context(), "support")
		if err != nil {
			t.Fatal(err)
		}
		path := posts[which].path
		if posts[which].method == "PUT" {
			path = fmt.Sprintf("/v1/agents/support/cases/%s", list[0].ID)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(posts[which].method, path, strings.NewReader(body)))
		if w.Code == http.StatusOK {
			return
		}
		var p api.Problem
		if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil || p.Code == "" || p.Status != w.Code || w.Code >= 500 {
			t.Fatalf("%s %s with %q: %d %s", posts[which].method, path, body, w.Code, w.Body)
		}
		if n, err := b.ws.LastRevision(t.Context()); err != nil || n != 1 {
			t.Fatalf("a refused request left revision %d, %v", n, err)
		}
		if runs, _, err := b.ws.Runs(t.Context(), "", 0, 1); err != nil || len(runs) > 0 {
			t.Fatalf("a refused request left runs %+v, %v", runs, err)
		}
	})
}
