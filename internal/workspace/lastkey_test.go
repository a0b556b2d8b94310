package workspace_test

import (
	"testing"

	"github.com/caplo/caplo/internal/workspace"
)

// TestLastOwnersKeyStays: whoever revokes it, for nobody could make another.
func TestLastOwnersKeyStays(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	refused := func() {
		t.Helper()
		_, err := m.RevokeKey(t.Context(), m.owner(), "first")
		wantCode(t, err, workspace.LastOwner)
		m.owner() // is still good
	}
	refused()
	m.key(m.first, "ci", reads, writes, publishes) // has not all scopes
	refused()
	m.key(m.first, "gone", workspace.Scopes()...)
	m.revoke("gone")
	if _, err := m.CreateKey(t.Context(), m.owner(), workspace.NewKey{Name: "week", Scopes: workspace.Scopes(), Days: 7}); err != nil {
		t.Fatal(err)
	}
	m.at(noon.AddDate(0, 0, 8)) // "week" is over
	refused()
	bob := m.add("Bob", workspace.Admin)
	_, err := m.RevokeKey(t.Context(), m.owner(), m.first.Key.ID) // an admin's is no owner's
	wantCode(t, err, workspace.LastOwner)
	m.setRole("Bob", workspace.Owner)
	m.revoke(m.first.Key.ID)
	_, err = m.RevokeKey(t.Context(), m.as(bob), bob.Key.ID)
	wantCode(t, err, workspace.LastOwner)
}

// TestOwnersWithoutKeysAreNotEnough: an owner whose keys lack scopes cannot be
// left alone.
func TestOwnersWithoutKeysAreNotEnough(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	ada := m.add("Ada", workspace.Owner)
	only := m.key(ada, "settings", settings)
	m.revoke(ada.Key.ID)
	_, err := m.RemoveMember(t.Context(), m.as(only), "owner")
	wantCode(t, err, workspace.LastOwner)
	_, err = m.SetRole(t.Context(), m.owner(), "owner", workspace.Admin)
	wantCode(t, err, workspace.LastOwner)
	if _, err := m.GiveKey(t.Context(), m.owner(), "Ada"); err != nil {
		t.Fatal(err)
	}
	if _, err := m.RemoveMember(t.Context(), m.as(only), "owner"); err != nil {
		t.Error(err)
	}
}
