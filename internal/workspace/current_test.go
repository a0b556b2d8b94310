package workspace_test

import (
	"context"
	"testing"

	"github.com/caplo/caplo/internal/trace"
	"github.com/caplo/caplo/internal/workspace"
)

// TestRevokedWhileItAsks: what a request began with does not count once its key
// was revoked, its member removed or the role lowered: nothing is written.
func TestRevokedWhileItAsks(t *testing.T) {
	t.Parallel()
	for how, c := range map[string]struct {
		end  func(m *team, k workspace.MadeKey)
		want workspace.Code
	}{
		"revoked": {func(m *team, k workspace.MadeKey) { m.revoke(k.Key.ID) }, workspace.Unauthorized},
		"removed": {func(m *team, _ workspace.MadeKey) { m.remove("Ada") }, workspace.Unauthorized},
		"expired": {func(m *team, _ workspace.MadeKey) { m.at(noon.AddDate(1, 0, 0)) }, workspace.Unauthorized},
	} {
		m := newTeam(t)
		m.b.Workspace = m.Workspace
		m.b.mustPush(support("v1", oneCase("a", "1")))
		open, _, err := m.StartRun(t.Context(), workspace.Start{Agent: "support", Rerun: true, By: m.owner()})
		if err != nil {
			t.Fatal(err)
		}
		list, err := m.Suite(t.Context(), "support")
		if err != nil {
			t.Fatal(err)
		}
		ada, err := m.CreateKey(t.Context(), m.as(m.add("Ada", workspace.Admin)), workspace.NewKey{Name: "k", Scopes: workspace.Scopes(), Days: 30})
		if err != nil {
			t.Fatal(err)
		}
		commit, err := support("v2", oneCase("a", "1")).propose(t, m.Workspace)
		if err != nil {
			t.Fatal(err)
		}
		by := m.as(ada)
		c.end(m, ada)
		for what, do := range map[string]func(context.Context) error{
			"push":   func(ctx context.Context) error { _, err := m.Apply(ctx, by, commit); return err },
			"upload": func(ctx context.Context) error { _, err := m.Upload(ctx, by, nil); return err },
			"add": func(ctx context.Context) error {
				_, err := m.AddCase(ctx, by, "support", []byte(`{"name":"b","input":"2","desiredOutcome":"done"}`))
				return err
			},
			"remove": func(ctx context.Context) error {
				_, err := m.RemoveCase(ctx, by, "support", list[0].ID, nil)
				return err
			},
			"start": func(ctx context.Context) error {
				_, _, err := m.StartRun(ctx, workspace.Start{Agent: "support", Rerun: true, By: by})
				return err
			},
			"cancel": func(ctx context.Context) error { return m.Cancel(ctx, by, open.ID) },
		} {
			if err := do(t.Context()); err == nil || workspace.CodeOf(err) != c.want {
				t.Errorf("%s, then %s: %v", how, what, err)
			}
		}
		if n, err := m.LastRevision(t.Context()); n != 1 || err != nil {
			t.Errorf("%s: the workspace is at revision %d, %v", how, n, err)
		}
		if run, err := m.RunHead(t.Context(), open.ID); run.Status != trace.RunOpen || err != nil {
			t.Errorf("%s: the run is %s, %v", how, run.Status, err)
		}
	}
}

// TestLoweredWhileItAsks: what the role of now does not allow is forbidden,
// whatever it allowed when the request came.
func TestLoweredWhileItAsks(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	m.b.Workspace = m.Workspace
	m.b.mustPush(support("v1", oneCase("a", "1")))
	by := m.as(m.add("Ada", workspace.Admin))
	m.setRole("Ada", workspace.Plain)
	_, _, err := m.StartRun(t.Context(), workspace.Start{Agent: "support", By: by})
	wantScope(t, err, publishes)
}

// TestRevokedWhileARunIsReadied: readying takes long, and the key is asked again
// before anything is stored.
func TestRevokedWhileARunIsReadied(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	m.b.Workspace = m.Workspace
	m.b.mustPush(support("v1", oneCase("a", "1")))
	ada := m.add("Ada", workspace.Admin)
	opts := m.b.opts
	opts.Judge = opening{m.b, func() { m.revoke(ada.Key.ID) }}
	w := workspace.New(opts)
	t.Cleanup(func() { _ = w.Close() })
	by := m.as(ada)
	_, _, err := w.StartRun(t.Context(), workspace.Start{Agent: "support", By: by})
	wantCode(t, err, workspace.Unauthorized)
	if runs, _, err := m.Runs(t.Context(), "support", 0, 10); len(runs) != 0 || err != nil {
		t.Errorf("%+v, %v", runs, err)
	}
}

// opening is a judge that something happens beside while it is readied.
type opening struct {
	*bundle
	meanwhile func()
}

func (o opening) Open(p workspace.Pinned) (workspace.CaseJudge, error) {
	o.meanwhile()
	return o.bundle.Open(p)
}
