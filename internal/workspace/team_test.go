package workspace_test

import (
	"sync"
	"testing"
	"time"

	"github.com/caplo/caplo/internal/workspace"
)

// team is a workspace with an owner, and a clock that the test sets.
type team struct {
	*workspace.Workspace
	b     *bundle
	first workspace.MadeKey // the owner's

	mu  sync.Mutex
	now time.Time
}

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

func newTeam(t *testing.T) *team {
	t.Helper()
	m := &team{b: newBundle(t), now: noon}
	m.Workspace = m.open()
	made, ok, err := m.Setup(t.Context(), "owner", nil)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	m.first = made
	return m
}

// open opens the workspace once more, on the same store.
func (m *team) open() *workspace.Workspace {
	opts := m.b.opts
	opts.Now = func() time.Time {
		m.mu.Lock()
		defer m.mu.Unlock()
		return m.now
	}
	w := workspace.New(opts)
	m.b.t.Cleanup(func() {
		if err := w.Close(); err != nil {
			m.b.t.Error(err)
		}
	})
	return w
}

// at sets the clock.
func (m *team) at(now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now = now
}

func (m *team) in(made workspace.MadeKey) (workspace.Caller, error) {
	return m.Authenticate(m.b.t.Context(), made.Secret.Reveal())
}

// as is who a key stands for; it must be good.
func (m *team) as(made workspace.MadeKey) workspace.Caller {
	m.b.t.Helper()
	by, err := m.in(made)
	if err != nil {
		m.b.t.Fatal(err)
	}
	return by
}

func (m *team) owner() workspace.Caller { return m.as(m.first) }

// add adds a member, by the owner.
func (m *team) add(name string, role workspace.Role) workspace.MadeKey {
	m.b.t.Helper()
	made, err := m.AddMember(m.b.t.Context(), m.owner(), name, role)
	if err != nil {
		m.b.t.Fatal(err)
	}
	return made
}

// key makes a key with some scopes for the member of another key.
func (m *team) key(of workspace.MadeKey, name string, scopes ...workspace.Scope) workspace.MadeKey {
	m.b.t.Helper()
	made, err := m.CreateKey(m.b.t.Context(), m.as(of), workspace.NewKey{Name: name, Scopes: scopes})
	if err != nil {
		m.b.t.Fatal(err)
	}
	return made
}

func (m *team) setRole(which string, role workspace.Role) {
	m.b.t.Helper()
	if _, err := m.SetRole(m.b.t.Context(), m.owner(), which, role); err != nil {
		m.b.t.Fatal(err)
	}
}

func (m *team) revoke(which string) {
	m.b.t.Helper()
	if _, err := m.RevokeKey(m.b.t.Context(), m.owner(), which); err != nil {
		m.b.t.Fatal(err)
	}
}

func (m *team) remove(which string) {
	m.b.t.Helper()
	if _, err := m.RemoveMember(m.b.t.Context(), m.owner(), which); err != nil {
		m.b.t.Fatal(err)
	}
}

// wantScope holds that something was refused for lack of a scope.
func wantScope(t *testing.T, err error, s workspace.Scope) {
	t.Helper()
	wantCode(t, err, workspace.Forbidden)
	if p, ok := err.(*workspace.Problem); !ok || p.Scope != s {
		t.Fatalf("%v lacks the scope %q", err, s)
	}
}

const (
	reads     = workspace.ScopeRead
	writes    = workspace.ScopeWrite
	publishes = workspace.ScopePublish
	settings  = workspace.ScopeSettings
)
