package server_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/server"
	"github.com/caplo/caplo/internal/workspace"
)

// TestStrangersGetProblems: who is not let in, or asks for what is not there, gets
// an answer of the contract.
func TestStrangersGetProblems(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		auth   server.Authenticator
		path   string
		status int
		code   string
	}{
		"not embedded": {server.EmbeddedAuth{}, "/v1/workspace", http.StatusUnauthorized, api.CodeUnauthorized},
		"no such path": {everybody{}, "/v2/agents", http.StatusNotFound, "not-found"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := httptest.NewRecorder()
			server.New(server.Options{Authenticator: c.auth}).ServeHTTP(w, httptest.NewRequest(http.MethodGet, c.path, nil))
			var p api.Problem
			if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil || w.Code != c.status || p.Code != c.code || p.Detail == "" {
				t.Errorf("%d %s: %v", w.Code, w.Body, err)
			}
			if got := w.Header().Get("Content-Type"); got != "application/problem+json" {
				t.Errorf("the answer is %s", got)
			}
		})
	}
}

type everybody struct{}

func (everybody) Authenticate(*http.Request) (workspace.Caller, error) {
	return workspace.Local(), nil
}
