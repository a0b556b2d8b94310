package workspace_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/workspace"
)

// TestWhoRevokesWhat tries each sort of key on each other.
func TestWhoRevokesWhat(t *testing.T) {
	t.Parallel()
	const fine = workspace.Code("")
	m := newTeam(t)
	members := map[string]workspace.MadeKey{
		"owner": m.first, "owner2": m.add("second", workspace.Owner),
		"admin": m.add("Bob", workspace.Admin), "plain": m.add("Ada", workspace.Plain),
	}
	keys := 0
	fresh := func(sort string) workspace.MadeKey {
		who, only, _ := strings.Cut(sort, " ")
		of := members[who]
		scopes := of.Key.Scopes
		if only != "" {
			scopes = []workspace.Scope{map[string]workspace.Scope{"reads": reads, "settings": settings}[only]}
		}
		keys++
		return m.key(of, strconv.Itoa(keys), scopes...)
	}
	for _, c := range []struct {
		by, of string
		want   workspace.Code
	}{
		{"owner", "owner reads", fine},
		{"owner", "owner2 reads", fine},
		{"owner", "admin", fine},
		{"owner", "plain", fine},
		{"itself", "owner reads", fine},
		{"owner reads", "owner", workspace.Forbidden},
		{"owner reads", "plain", workspace.NotFound},
		{"admin", "plain", fine},
		{"admin", "admin", fine},
		{"admin", "owner", workspace.Forbidden},
		{"admin", "owner reads", workspace.Forbidden},
		{"admin settings", "plain", fine},
		{"admin settings", "admin", fine},
		{"admin settings", "owner", workspace.Forbidden},
		{"admin reads", "admin", workspace.Forbidden},
		{"admin reads", "plain", workspace.NotFound},
		{"plain", "plain", fine},
		{"plain", "plain reads", fine},
		{"plain", "admin", workspace.NotFound},
		{"plain", "owner", workspace.NotFound},
		{"itself", "plain reads", fine},
		{"plain reads", "plain reads", workspace.Forbidden},
		{"plain reads", "plain", workspace.Forbidden},
	} {
		target := fresh(c.of)
		by := target
		if c.by != "itself" {
			by = fresh(c.by)
		}
		k, err := m.RevokeKey(t.Context(), m.as(by), target.Key.ID)
		if c.want == fine && (err != nil || k.Revoked.IsZero()) || c.want != fine && (err == nil || workspace.CodeOf(err) != c.want) {
			t.Errorf("%s revokes %s: %v", c.by, c.of, err)
		}
		_, err = m.in(target)
		if (err != nil) != (c.want == fine) {
			t.Errorf("after %s tried to revoke %s: %v", c.by, c.of, err)
		}
	}
}

func TestRevokedKeyStaysSo(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	m.key(m.first, "ci", reads)
	first, err := m.RevokeKey(t.Context(), m.owner(), "CI")
	if err != nil {
		t.Fatal(err)
	}
	m.at(noon.AddDate(0, 0, 1))
	for _, which := range []string{"ci", first.ID} {
		again, err := m.RevokeKey(t.Context(), m.owner(), which)
		if err != nil || again.ID != first.ID || !again.Revoked.Equal(noon) {
			t.Errorf("%s again: %+v, %v", which, again.Key, err)
		}
	}
	_, err = m.RevokeKey(t.Context(), m.owner(), "cd")
	wantCode(t, err, workspace.NotFound)
}

// TestAmbiguousNames are refused with the ids; an id is never ambiguous, whatever
// somebody calls a key.
func TestAmbiguousNames(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	ada := m.add("Ada", workspace.Plain)
	mine, hers := m.key(m.first, "ci", reads), m.key(ada, "ci", reads)
	_, err := m.RevokeKey(t.Context(), m.owner(), "ci")
	wantCode(t, err, workspace.InvalidRequest)
	for _, want := range []string{mine.Key.ID + " (owner)", hers.Key.ID + " (Ada)"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not name %s", err, want)
		}
	}
	shadow := m.key(ada, mine.Key.ID, reads)
	m.revoke(mine.Key.ID)
	if _, err := m.in(mine); err == nil {
		t.Error("the key of that id is still good")
	}
	m.as(shadow)
	if _, err := m.RevokeKey(t.Context(), m.as(ada), "ci"); err != nil { // she sees one
		t.Error(err)
	}
}

// TestPastedKeys: a key in place of a name is never repeated.
func TestPastedKeys(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	sent := m.key(m.first, "leaked", reads).Secret.Reveal()
	ctx, by, cut := t.Context(), m.owner(), sent[:len(sent)-2]
	fail := map[string]error{}
	_, fail["a key's name"] = m.CreateKey(ctx, by, newKey(cut, reads))
	_, fail["a scope"] = m.CreateKey(ctx, by, newKey("a", workspace.Scope(cut)))
	_, fail["a member's name"] = m.AddMember(ctx, by, "Ada "+sent, workspace.Plain)
	_, fail["a role"] = m.AddMember(ctx, by, "Ada", workspace.Role(cut))
	_, fail["a key"] = m.RevokeKey(ctx, by, cut)
	_, fail["a key of one's own"] = m.RevokeKey(ctx, m.as(m.add("Bob", workspace.Plain)), sent)
	_, fail["a key's id"] = m.RevokeKey(ctx, by, sent)
	_, fail["a member"] = m.RemoveMember(ctx, by, sent)
	for where, err := range fail {
		if err == nil || strings.Contains(err.Error(), sent[23:40]) {
			t.Errorf("in place of %s: %v", where, err)
		}
	}
	id, found := workspace.KeyWithin("https://caplo.example/?key=" + cut)
	if k, err := m.RevokeKey(ctx, by, id); !found || err != nil || k.Name != "leaked" {
		t.Errorf("the id within it: %+v, %v", k.Key, err)
	}
}
