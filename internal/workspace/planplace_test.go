package workspace_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/workspace"
)

// TestUnmetReferencesAreNamed: a push that refers to what is not there is refused
// with the place of each such reference.
func TestUnmetReferencesAreNamed(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	id := agent.ID{Kind: agent.KindAgent, Key: "lone"}
	body := json.RawMessage(`{"instructions":"x","knowledgeBases":["faq"],"name":"Lone","subAgents":["lone2",{"agent":"other"}],"tools":["desk/look"]}`)
	if _, err := b.Upload(t.Context(), workspace.Local(), []agent.Resource{{ID: id, Body: body}}); err != nil {
		t.Fatal(err)
	}
	m := agent.Manifest{Selected: []string{"lone"}, Resources: []agent.Digested{{ID: id, Digest: agent.ResourceDigest(id.Kind, body)}}, File: true}
	_, err := b.Propose(t.Context(), m)
	var p *workspace.Problem
	if !errors.As(err, &p) || p.Code != workspace.BrokenDraft {
		t.Fatal(err)
	}
	got := []string{}
	for _, q := range p.Problems {
		got = append(got, q.Rule+" "+q.Ref.Pointer)
	}
	want := []string{
		"agent/unknown-tool /tools/0", "agent/unknown-knowledge /knowledgeBases/0",
		"agent/unknown-sub-agent /subAgents/0", "agent/unknown-sub-agent /subAgents/1",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
