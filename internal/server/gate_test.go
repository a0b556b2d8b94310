package server

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/workspace"
)

// limited knows everybody as somebody with some scopes.
type limited []workspace.Scope

func (l limited) Authenticate(*http.Request) (workspace.Caller, error) {
	return workspace.Caller{Name: "Ada", Key: "k", Role: workspace.Owner, Scopes: l}, nil
}

// untouched is a body that nobody may read.
type untouched struct{ t *testing.T }

func (u untouched) Read([]byte) (int, error) {
	u.t.Error("the body was read")
	return 0, io.EOF
}

// TestScopeComesBeforeTheBody: whoever may not upload makes nobody read what they
// send.
func TestScopeComesBeforeTheBody(t *testing.T) {
	t.Parallel()
	h := New(Options{Authenticator: limited{workspace.ScopeRead}})
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/v1/push/bodies", untouched{t}))
	if w.Code != http.StatusForbidden || !strings.Contains(w.Body.String(), `"scope":"agents:write"`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// TestUploadsAreBounded: while as many are in hand as go, the next one waits a
// while for its turn, unread.
func TestUploadsAreBounded(t *testing.T) {
	t.Parallel()
	g := newGate(1, time.Millisecond)
	in := func(body io.Reader) (*httptest.ResponseRecorder, func()) {
		w := httptest.NewRecorder()
		hc := humago.NewContext(nil, httptest.NewRequest(http.MethodPost, "/", body), w)
		return w, func() { g.pass(hc, func(huma.Context) { _, _ = w.WriteString("let in") }) }
	}
	first, pass := in(bytes.NewReader(nil))
	pass()
	g.places <- struct{}{} // another one is in hand
	second, pass := in(untouched{t})
	pass()
	<-g.places
	third, pass := in(bytes.NewReader(nil))
	pass()
	if first.Body.String() != "let in" || third.Body.String() != "let in" {
		t.Errorf("with a free place: %s, %s", first.Body, third.Body)
	}
	if second.Code != http.StatusTooManyRequests || second.Header().Get("Retry-After") == "" || !strings.Contains(second.Body.String(), api.CodeTooMany) {
		t.Errorf("without: %d %v %s", second.Code, second.Header(), second.Body)
	}
}
