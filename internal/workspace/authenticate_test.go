package workspace_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/caplo/caplo/internal/workspace"
)

func TestSetupHappensOnce(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	if by := m.owner(); by.Name != "owner" || by.Role != workspace.Owner || !slices.Equal(by.Scopes, workspace.Scopes()) {
		t.Errorf("the owner is %+v", by)
	}
	id, err := m.WorkspaceID(t.Context())
	if err != nil || !strings.HasPrefix(id, "ws_") {
		t.Errorf("the workspace is %q: %v", id, err)
	}
	again, ok, err := m.Setup(t.Context(), "another", nil)
	if ok || err != nil || again.Secret.Reveal() != "" {
		t.Errorf("set up again: %v %v %v", again, ok, err)
	}
	if same, err := m.WorkspaceID(t.Context()); same != id || err != nil {
		t.Errorf("the workspace became %q: %v", same, err)
	}
}

// TestSetupShowsTheKeyFirst has the showing fail: there is no owner whose key
// nobody has, and the next setup does it.
func TestSetupShowsTheKeyFirst(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	gone := errors.New("nobody reads it")
	if _, ok, err := b.Setup(t.Context(), "owner", func(workspace.MadeKey) error { return gone }); ok || !errors.Is(err, gone) {
		t.Fatal(ok, err)
	}
	var shown string
	made, ok, err := b.Setup(t.Context(), "owner", func(made workspace.MadeKey) error {
		shown = made.Secret.Reveal()
		return nil
	})
	if err != nil || !ok || shown == "" || shown != made.Secret.Reveal() {
		t.Errorf("set up: %v %v, shown: %t", ok, err, shown != "")
	}
	if _, err := b.Authenticate(t.Context(), shown); err != nil {
		t.Error(err)
	}
}

func TestTwoSetupsAtOnce(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	workspaces := []*workspace.Workspace{b.Workspace, b.another(), b.another(), b.another()}
	won := make([]workspace.MadeKey, len(workspaces))
	var group sync.WaitGroup
	for i, w := range workspaces {
		group.Go(func() {
			made, ok, err := w.Setup(t.Context(), "owner", nil)
			if err != nil {
				t.Error(err)
			}
			if ok {
				won[i] = made
			}
		})
	}
	group.Wait()
	won = slices.DeleteFunc(won, func(m workspace.MadeKey) bool { return m.Key.ID == "" })
	if len(won) != 1 {
		t.Fatalf("%d setups were done", len(won))
	}
	if _, err := b.Authenticate(t.Context(), won[0].Secret.Reveal()); err != nil {
		t.Error(err)
	}
}

func TestLocalWorkspaceHasNoKeys(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	ctx := t.Context()
	for _, by := range []workspace.Caller{workspace.Local(), {}} {
		_, err := b.CreateKey(ctx, by, workspace.NewKey{Name: "ci", Scopes: []workspace.Scope{reads}})
		wantCode(t, err, workspace.InvalidRequest)
		_, err = b.AddMember(ctx, by, "Ada", workspace.Plain)
		wantCode(t, err, workspace.InvalidRequest)
		_, err = b.RevokeKey(ctx, by, "ci")
		wantCode(t, err, workspace.InvalidRequest)
		if list, _, err := b.ListKeys(ctx, by, "", 100); err != nil || len(list) != 0 {
			t.Errorf("keys: %v %v", list, err)
		}
	}
	if id, err := b.WorkspaceID(ctx); id != "" || err != nil {
		t.Errorf("its id is %q: %v", id, err)
	}
}

// TestNobodySeesNoKeys: a caller that may do nothing is not taken for everybody.
func TestNobodySeesNoKeys(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	if list, _, err := m.ListKeys(t.Context(), workspace.Caller{}, "", 100); err != nil || len(list) != 0 {
		t.Errorf("%v %v", list, err)
	}
}

func TestUnknownKeysAreAllAlike(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	key := m.first.Secret.Reveal()
	other := m.add("Ada", workspace.Admin).Secret.Reveal()
	m.revoke(m.key(m.first, "old", reads).Key.ID)
	var want error
	for name, sent := range map[string]string{
		"none": "", "no key": "x", "an unknown id": "caplo_aaaaaaaaaaaaaaaa" + key[22:],
		"another's secret": key[:23] + other[23:], "cut": key[:len(key)-1], "in capitals": strings.ToUpper(key),
		"a space": key + " ", "only the id": key[:22],
	} {
		by, err := m.Authenticate(t.Context(), sent)
		wantCode(t, err, workspace.Unauthorized)
		if want == nil {
			want = err
		}
		if err.Error() != want.Error() || by.Name != "" || len(by.Scopes) > 0 {
			t.Errorf("%s: %v, %+v", name, err, by)
		}
	}
}

// TestEndedKeysSayWhy, to whoever has the secret and nobody else.
func TestEndedKeysSayWhy(t *testing.T) {
	t.Parallel()
	for why, end := range map[string]func(m *team, k workspace.MadeKey){
		"was revoked on 2026-05-01 12:00 UTC": func(m *team, k workspace.MadeKey) { m.revoke(k.Key.ID) },
		"Ada, whose API key this is, was removed": func(m *team, _ workspace.MadeKey) {
			m.remove("Ada")
		},
		"expired on 2026-05-08 12:00 UTC": func(m *team, _ workspace.MadeKey) { m.at(noon.AddDate(0, 0, 7)) },
	} {
		m := newTeam(t)
		ada := m.add("Ada", workspace.Admin)
		k, err := m.CreateKey(t.Context(), m.as(ada), workspace.NewKey{Name: "ci", Scopes: []workspace.Scope{reads}, Days: 7})
		if err != nil {
			t.Fatal(err)
		}
		m.as(k)
		end(m, k)
		_, err = m.in(k)
		wantCode(t, err, workspace.Unauthorized)
		if !strings.Contains(err.Error(), why) {
			t.Errorf("%v does not say %q", err, why)
		}
		wrong := k.Secret.Reveal()[:23] + strings.Repeat("a", 52)
		if _, err := m.Authenticate(t.Context(), wrong); err == nil || strings.Contains(err.Error(), "ci") || strings.Contains(err.Error(), "Ada") {
			t.Errorf("a wrong secret learns %v", err)
		}
	}
}

// TestClockSetBack: only what asks the clock changes with it.
func TestClockSetBack(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	k, err := m.CreateKey(t.Context(), m.owner(), workspace.NewKey{Name: "ci", Scopes: []workspace.Scope{reads}, Days: 1})
	if err != nil {
		t.Fatal(err)
	}
	gone, ended := m.add("Ada", workspace.Plain), m.key(m.first, "ended", reads)
	m.revoke("ended")
	m.remove("Ada")
	for _, c := range []struct {
		now  time.Time
		good bool
	}{
		{noon.Add(24*time.Hour - time.Microsecond), true},
		{noon.Add(24 * time.Hour), false},
		{noon.Add(-time.Hour), true}, // before it was made
		{noon.AddDate(-20, 0, 0), true},
		{noon.AddDate(20, 0, 0), false},
	} {
		m.at(c.now)
		if _, err := m.in(k); (err == nil) != c.good {
			t.Errorf("at %v: %v", c.now, err)
		}
		for _, k := range []workspace.MadeKey{gone, ended} {
			_, err := m.in(k)
			wantCode(t, err, workspace.Unauthorized)
		}
		m.owner() // is never locked out
	}
}

// TestScopesOfToday: a key may do what it was given and its member's role allows
// now, and no scope brings another.
func TestScopesOfToday(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		role workspace.Role
		has  []workspace.Scope
		want []workspace.Scope
		run  bool
	}{
		{workspace.Owner, workspace.Scopes(), workspace.Scopes(), true},
		{workspace.Admin, workspace.Scopes(), workspace.Scopes(), true},
		{workspace.Plain, workspace.Scopes(), []workspace.Scope{reads, writes}, false},
		{workspace.Owner, []workspace.Scope{reads}, []workspace.Scope{reads}, false},
		{workspace.Owner, []workspace.Scope{writes}, []workspace.Scope{writes}, false},
		{workspace.Admin, []workspace.Scope{publishes}, []workspace.Scope{publishes}, true},
		{workspace.Admin, []workspace.Scope{settings, reads}, []workspace.Scope{reads, settings}, false},
		{workspace.Plain, []workspace.Scope{publishes, settings}, []workspace.Scope{}, false},
	} {
		m := newTeam(t)
		ada := m.add("Ada", workspace.Owner)
		k := m.key(ada, "k", c.has...)
		m.setRole("Ada", c.role)
		by := m.as(k)
		if !slices.Equal(by.Scopes, c.want) || by.MayRun() != c.run || by.Role != c.role {
			t.Errorf("%s with %v: %+v, may run: %v", c.role, c.has, by, by.MayRun())
		}
		for _, s := range workspace.Scopes() {
			if by.Allows(s) != slices.Contains(c.want, s) {
				t.Errorf("%s with %v: %s is %v", c.role, c.has, s, by.Allows(s))
			}
		}
	}
}

// TestUseIsNotedOnceAMinute, and in a time that only goes forward.
func TestUseIsNotedOnceAMinute(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	for _, c := range []struct{ now, want time.Duration }{
		{0, 0},
		{59 * time.Second, 0},
		{time.Minute, time.Minute},
		{-time.Hour, time.Minute},
		{90 * time.Second, time.Minute},
		{3 * time.Minute, 3 * time.Minute},
	} {
		m.at(noon.Add(c.now))
		w := m.open()
		if _, err := w.Authenticate(t.Context(), m.first.Secret.Reveal()); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil { // waits for what is being noted
			t.Fatal(err)
		}
		list, _, err := w.ListKeys(t.Context(), workspace.Local(), "", 100)
		if err != nil || !list[0].Used.Equal(noon.Add(c.want)) {
			t.Errorf("used at %v: %v, %v", c.now, list[0].Used, err)
		}
	}
}

// refusing is a store that cannot be written to, and counts who tried.
type refusing struct {
	workspace.Store
	tries *atomic.Int32
}

func (s refusing) Write(context.Context, func(workspace.Tx) error) error {
	s.tries.Add(1)
	return errors.New("the disk is full")
}

func TestUseThatCannotBeNotedHarmsNothing(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	opts, tries := m.b.opts, &atomic.Int32{}
	opts.Store, opts.Now = refusing{opts.Store, tries}, func() time.Time { return noon }
	w := workspace.New(opts)
	for range 5 {
		if _, err := w.Authenticate(t.Context(), m.first.Secret.Reveal()); err != nil {
			t.Error(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	if _, err := w.Authenticate(t.Context(), m.first.Secret.Reveal()); err != nil { // of a request that still goes on
		t.Error(err)
	}
	if n := tries.Load(); n != 1 {
		t.Errorf("written %d times within a minute", n)
	}
}
