package workspace_test

import (
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/workspace"
)

// TestServedTakesNoNamelessProject: two projects without names would overwrite each
// other unnoticed. A single file has no project, and a local workspace one folder.
func TestServedTakesNoNamelessProject(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	bodies := map[string]string{"agent/support": `{"name": "Support", "instructions": "Help."}`}
	nameless := pushing{bodies: bodies}
	b.mustPush(nameless)
	w, _, _ := b.served(nil)
	_, err := nameless.propose(t, w)
	if workspace.CodeOf(err) != workspace.InvalidRequest || !strings.Contains(err.Error(), "projects with a name alone") {
		t.Errorf("planned: %v", err)
	}
	m, _ := nameless.manifest(t)
	if _, err := w.Apply(t.Context(), workspace.Local(), workspace.Commit{Manifest: m, PushKey: "k"}); workspace.CodeOf(err) != workspace.InvalidRequest {
		t.Errorf("pushed: %v", err)
	}
	for name, p := range map[string]pushing{"project": {project: "p", bodies: bodies}, "file": {file: true, bodies: bodies}} {
		if _, err := p.propose(t, w); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
