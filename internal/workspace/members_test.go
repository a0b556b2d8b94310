package workspace_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/workspace"
)

func TestAddMember(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	for _, role := range []workspace.Role{workspace.Owner, workspace.Admin, workspace.Plain} {
		made := m.add(" "+string(role)+"s ", role)
		by := m.as(made)
		if by.Name != string(role)+"s" || by.Role != role || !slices.Equal(by.Scopes, role.Allows()) || !slices.Equal(made.Key.Scopes, role.Allows()) {
			t.Errorf("%s: %+v", role, by)
		}
	}
	for name, c := range map[string]struct {
		name string
		role workspace.Role
		code workspace.Code
	}{
		"no name":     {"", workspace.Plain, workspace.InvalidRequest},
		"an escape":   {"a\x1b[2J", workspace.Plain, workspace.InvalidRequest},
		"no role":     {"Ada", "", workspace.InvalidRequest},
		"in capitals": {"Ada", "Owner", workspace.InvalidRequest},
		"a space":     {"Ada", "owner ", workspace.InvalidRequest},
		"another":     {"Ada", "root", workspace.InvalidRequest},
		"taken":       {"OWNERS", workspace.Plain, workspace.NameTaken},
	} {
		_, err := m.AddMember(t.Context(), m.owner(), c.name, c.role)
		if err == nil || workspace.CodeOf(err) != c.code {
			t.Errorf("%s: %v", name, err)
		}
	}
	if list, err := m.ListMembers(t.Context(), m.owner()); err != nil || len(list) != 4 {
		t.Errorf("%+v, %v", list, err)
	}
}

// TestWhoManagesMembers: settings:write for all of it, all that the role allows
// where it gives somebody something, and an owner where an owner is made or
// touched.
func TestWhoManagesMembers(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	bob := m.add("Bob", workspace.Admin)
	callers := map[string]workspace.MadeKey{
		"owner": m.first, "admin": bob, "plain": m.add("Ada", workspace.Plain),
		"reads": m.key(bob, "r", reads), "most": m.key(bob, "p", reads, writes, publishes), "settings": m.key(bob, "s", settings),
	}
	add := func(role workspace.Role) func(workspace.Caller, string) error {
		return func(by workspace.Caller, _ string) error {
			_, err := m.AddMember(t.Context(), by, "new "+string(role)+" of "+by.Author(), role)
			return err
		}
	}
	set := func(role workspace.Role) func(workspace.Caller, string) error {
		return func(by workspace.Caller, which string) error {
			_, err := m.SetRole(t.Context(), by, which, role)
			return err
		}
	}
	remove := func(by workspace.Caller, which string) error {
		_, err := m.RemoveMember(t.Context(), by, which)
		return err
	}
	give := func(by workspace.Caller, which string) error {
		_, err := m.GiveKey(t.Context(), by, which)
		return err
	}
	for name, c := range map[string]struct {
		target workspace.Role
		do     func(by workspace.Caller, which string) error
		by     string // whoever is not named here is refused
	}{
		"add a member":        {workspace.Plain, add(workspace.Plain), "owner,admin"},
		"add an admin":        {workspace.Plain, add(workspace.Admin), "owner,admin"},
		"add an owner":        {workspace.Plain, add(workspace.Owner), "owner"},
		"raise to admin":      {workspace.Plain, set(workspace.Admin), "owner,admin"},
		"raise to owner":      {workspace.Plain, set(workspace.Owner), "owner"},
		"admin to owner":      {workspace.Admin, set(workspace.Owner), "owner"},
		"lower an admin":      {workspace.Admin, set(workspace.Plain), "owner,admin"},
		"lower an owner":      {workspace.Owner, set(workspace.Plain), "owner"},
		"an owner stays one":  {workspace.Owner, set(workspace.Owner), "owner"},
		"remove a member":     {workspace.Plain, remove, "owner,admin,settings"},
		"remove an admin":     {workspace.Admin, remove, "owner,admin,settings"},
		"remove an owner":     {workspace.Owner, remove, "owner"},
		"give a member's key": {workspace.Plain, give, "owner,admin"},
		"give an admin's key": {workspace.Admin, give, "owner,admin"},
		"give an owner's key": {workspace.Owner, give, "owner"},
	} {
		for by, key := range callers {
			target := m.add(name+" by "+by, c.target)
			err := c.do(m.as(key), target.Member.ID)
			switch may := slices.Contains(strings.Split(c.by, ","), by); {
			case may && err != nil:
				t.Errorf("%s by %s: %v", name, by, err)
			case !may && (err == nil || workspace.CodeOf(err) != workspace.Forbidden):
				t.Errorf("%s by %s went through: %v", name, by, err)
			}
		}
	}
	_, err := m.SetRole(t.Context(), m.owner(), "nobody", workspace.Plain)
	wantCode(t, err, workspace.NotFound)
}

func TestLastOwnerStays(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	m.add("Bob", workspace.Admin)
	lost := m.add("lost", workspace.Owner)
	m.remove("lost")
	_, err := m.SetRole(t.Context(), m.owner(), "owner", workspace.Admin)
	wantCode(t, err, workspace.LastOwner)
	_, err = m.RemoveMember(t.Context(), m.owner(), m.first.Member.ID)
	wantCode(t, err, workspace.LastOwner)
	m.setRole("owner", workspace.Owner) // is one already
	_, err = m.SetRole(t.Context(), m.owner(), lost.Member.ID, workspace.Owner)
	wantCode(t, err, workspace.NotFound)

	second := m.add("second", workspace.Owner)
	m.setRole("owner", workspace.Admin)
	if by := m.owner(); by.Role != workspace.Admin {
		t.Errorf("%+v", by)
	}
	_, err = m.RemoveMember(t.Context(), m.as(second), "second")
	wantCode(t, err, workspace.LastOwner)
}

// TestRemovedMember: the keys end at once, the name is free, and whoever takes it
// is somebody else.
func TestRemovedMember(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	ada := m.add("Ada", workspace.Admin)
	ci, stale := m.key(ada, "ci", reads), m.as(ada)
	m.remove("ada")
	for range 2 {
		m.remove(ada.Member.ID) // again: nothing happens
	}
	for _, k := range []workspace.MadeKey{ada, ci} {
		_, err := m.in(k)
		wantCode(t, err, workspace.Unauthorized)
	}
	_, err := m.AddMember(t.Context(), stale, "Eve", workspace.Admin)
	wantCode(t, err, workspace.Unauthorized)
	_, err = m.GiveKey(t.Context(), m.owner(), ada.Member.ID)
	wantCode(t, err, workspace.NotFound)

	again := m.add("Ada", workspace.Plain)
	if again.Member.ID == ada.Member.ID {
		t.Error("she is the one that was removed")
	}
	if _, err := m.in(ci); err == nil {
		t.Error("an old key is good again")
	}
	list, err := m.ListMembers(t.Context(), m.owner())
	if err != nil || len(list) != 2 || list[1].ID != again.Member.ID {
		t.Errorf("%+v, %v", list, err)
	}
}

// TestRaisedMember has no more than the keys were given, until somebody who may
// gives a key that has it.
func TestRaisedMember(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	ada := m.add("Ada", workspace.Plain)
	m.setRole("Ada", workspace.Admin)
	if by := m.as(ada); !slices.Equal(by.Scopes, []workspace.Scope{reads, writes}) {
		t.Errorf("%+v", by)
	}
	_, err := m.CreateKey(t.Context(), m.as(ada), newKey("ci", reads))
	wantScope(t, err, publishes)
	given, err := m.GiveKey(t.Context(), m.owner(), "Ada")
	if err != nil {
		t.Fatal(err)
	}
	by := m.as(given)
	if !slices.Equal(by.Scopes, workspace.Scopes()) || by.Author() != "Ada (from owner)" || given.Key.MadeBy != "owner (first)" {
		t.Errorf("%+v", by)
	}
	if _, err := m.GiveKey(t.Context(), m.owner(), "Ada"); err != nil {
		t.Fatal(err)
	}
	_, err = m.in(given)
	wantCode(t, err, workspace.Unauthorized)
	m.as(ada) // her own are left alone
}

// TestNobodyCallsAKeyGiven: the name that says from whom a key is, is nobody's to
// choose.
func TestNobodyCallsAKeyGiven(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	ada := m.as(m.add("Ada", workspace.Plain))
	for _, name := range []string{"from owner", "From owner", " FROM  x", "from Ada"} {
		_, err := m.CreateKey(t.Context(), ada, newKey(name, reads))
		wantCode(t, err, workspace.InvalidRequest)
	}
	for _, name := range []string{"from", "fromage", "home from work"} {
		if _, err := m.CreateKey(t.Context(), ada, newKey(name, reads)); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
}
