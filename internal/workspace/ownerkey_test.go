package workspace_test

import (
	"slices"
	"testing"

	"github.com/caplo/caplo/internal/workspace"
)

func TestOwnerKey(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	made, err := m.OwnerKey(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	by := m.as(made)
	if by.Member != m.first.Member.ID || !slices.Equal(by.Scopes, workspace.Scopes()) {
		t.Errorf("%+v", by)
	}
	again, err := m.OwnerKey(t.Context(), " OWNER ")
	if err != nil {
		t.Fatal(err)
	}
	m.as(again)
	m.as(m.first)
	if _, err := m.in(made); err == nil {
		t.Error("the key that was made before is good")
	}
}

// TestOwnerKeyIsAnOwners holds that nobody else gets one, and who is gone neither.
func TestOwnerKeyIsAnOwners(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	by := m.as(m.first)
	if _, err := m.AddMember(t.Context(), by, "Ada", workspace.Admin); err != nil {
		t.Fatal(err)
	}
	bob, err := m.AddMember(t.Context(), by, "Bob", workspace.Owner)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]workspace.Code{
		"": workspace.InvalidRequest, "Ada": workspace.NotFound, "nobody": workspace.NotFound,
	} {
		if made, err := m.OwnerKey(t.Context(), name); workspace.CodeOf(err) != want || made.Secret.Reveal() != "" {
			t.Errorf("%q: %v, want %s", name, err, want)
		}
	}
	if _, err := m.RemoveMember(t.Context(), by, bob.Member.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := m.OwnerKey(t.Context(), "Bob"); workspace.CodeOf(err) != workspace.NotFound {
		t.Errorf("a removed owner: %v", err)
	}
	if _, err := newBundle(t).OwnerKey(t.Context(), ""); workspace.CodeOf(err) != workspace.NotFound {
		t.Errorf("without members: %v", err)
	}
}
