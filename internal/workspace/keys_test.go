package workspace_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/caplo/caplo/internal/workspace"
)

func newKey(name string, scopes ...workspace.Scope) workspace.NewKey {
	return workspace.NewKey{Name: name, Scopes: scopes}
}

func TestKeysThatAreRefused(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	m.key(m.first, "Déjà", reads)
	for name, c := range map[string]struct {
		ask  workspace.NewKey
		code workspace.Code
	}{
		"no name":                 {newKey("", reads), workspace.InvalidRequest},
		"a blank name":            {newKey(" \t ", reads), workspace.InvalidRequest},
		"81 characters":           {newKey(strings.Repeat("é", 81), reads), workspace.InvalidRequest},
		"a line break":            {newKey("a\nb", reads), workspace.InvalidRequest},
		"an escape":               {newKey("a\x1b[31mb", reads), workspace.InvalidRequest},
		"turned about":            {newKey("a\u202eb", reads), workspace.InvalidRequest},
		"not UTF-8":               {newKey("a\xffb", reads), workspace.InvalidRequest},
		"the same name":           {newKey("Déjà", reads), workspace.NameTaken},
		"the same, in other code": {newKey(" De\u0301ja\u0300", reads), workspace.NameTaken},
		"the same in capitals":    {newKey("DÉJÀ", reads), workspace.NameTaken},
		"no scope":                {newKey("ci"), workspace.InvalidRequest},
		"an unknown scope":        {newKey("ci", reads, "agents:delete"), workspace.InvalidRequest},
		"a scope in capitals":     {newKey("ci", "Agents:Read"), workspace.InvalidRequest},
		"a scope with a space":    {newKey("ci", "agents:read "), workspace.InvalidRequest},
		"all by a star":           {newKey("ci", "agents:*"), workspace.InvalidRequest},
		"an empty scope":          {newKey("ci", ""), workspace.InvalidRequest},
		"a scope twice":           {newKey("ci", reads, writes, reads), workspace.InvalidRequest},
		"days that are over":      {workspace.NewKey{Name: "ci", Scopes: []workspace.Scope{reads}, Days: -1}, workspace.InvalidRequest},
		"too many days":           {workspace.NewKey{Name: "ci", Scopes: []workspace.Scope{reads}, Days: 3651}, workspace.InvalidRequest},
	} {
		made, err := m.CreateKey(t.Context(), m.owner(), c.ask)
		if workspace.CodeOf(err) != c.code || err == nil || made.Secret.Reveal() != "" {
			t.Errorf("%s: %v (%s)", name, err, workspace.CodeOf(err))
		}
	}
	if list, _, err := m.ListKeys(t.Context(), m.owner(), "", 100); err != nil || len(list) != 2 {
		t.Errorf("keys: %v, %v", list, err)
	}
}

func TestKeyIsAsItWasAskedFor(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	made, err := m.CreateKey(t.Context(), m.owner(), workspace.NewKey{
		Name: "  ci 🙂 ", Scopes: []workspace.Scope{publishes, reads}, Days: 30,
	})
	if err != nil {
		t.Fatal(err)
	}
	list, _, err := m.ListKeys(t.Context(), m.owner(), "", 100)
	if err != nil || len(list) != 2 {
		t.Fatal(list, err)
	}
	k := list[1]
	if k.Name != "ci 🙂" || !slices.Equal(k.Scopes, []workspace.Scope{reads, publishes}) || k.MadeBy != "owner (first)" ||
		!k.Created.Equal(noon) || !k.Expires.Equal(noon.AddDate(0, 0, 30)) || k.Holder.Name != "owner" {
		t.Errorf("%+v", k)
	}
	if by := m.as(made); by.Author() != "owner (ci 🙂)" {
		t.Errorf("it acts for %s", by.Author())
	}
	if k.Hash == "" || strings.Contains(made.Secret.Reveal(), k.Hash) {
		t.Errorf("kept as %q", k.Hash)
	}
}

// TestNameIsFreeAgain once the key that had it ended.
func TestNameIsFreeAgain(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	m.key(m.first, "ci", reads)
	m.revoke("ci")
	if _, err := m.CreateKey(t.Context(), m.owner(), workspace.NewKey{Name: "ci", Scopes: []workspace.Scope{reads}, Days: 1}); err != nil {
		t.Fatal(err)
	}
	m.at(noon.AddDate(0, 0, 1))
	m.key(m.first, "ci", reads)
	ada := m.add("Ada", workspace.Plain)
	m.key(ada, "ci", reads) // is another member's
	m.key(ada, "caplo_ci", reads)
}

// TestKeysDoNotGrow: whatever a key makes has no more, and lasts no longer.
func TestKeysDoNotGrow(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	ada, bob := m.add("Ada", workspace.Plain), m.add("Bob", workspace.Admin)
	_, err := m.CreateKey(t.Context(), m.as(ada), newKey("ci", reads, publishes))
	wantScope(t, err, publishes)
	_, err = m.CreateKey(t.Context(), m.as(ada), newKey("ci", settings))
	wantScope(t, err, settings)
	m.key(ada, "ci", writes, reads)

	for _, has := range [][]workspace.Scope{{reads}, {writes}, {publishes}, {settings}, {reads, writes, publishes}} {
		part := m.as(m.key(bob, "part", has...))
		_, err := m.CreateKey(t.Context(), part, newKey("more", has[0]))
		wantCode(t, err, workspace.Forbidden)
		if !strings.Contains(err.Error(), "all that its member's role allows") {
			t.Error(err)
		}
		m.revoke(part.Key)
	}
	stale := m.as(bob) // still thinks that it is an admin
	m.setRole("Bob", workspace.Plain)
	_, err = m.CreateKey(t.Context(), stale, newKey("late", publishes))
	wantScope(t, err, publishes)
	m.key(bob, "less", reads, writes)
	m.revoke(bob.Key.ID)
	_, err = m.CreateKey(t.Context(), stale, newKey("later", reads))
	wantCode(t, err, workspace.Unauthorized)
}

func TestKeyDoesNotOutlastItsMaker(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	week, err := m.CreateKey(t.Context(), m.owner(), workspace.NewKey{Name: "week", Scopes: workspace.Scopes(), Days: 7})
	if err != nil {
		t.Fatal(err)
	}
	end := noon.AddDate(0, 0, 7)
	for days, want := range map[int]time.Time{0: end, 1: noon.AddDate(0, 0, 1), 7: end, 8: end, 3650: end} {
		k, err := m.CreateKey(t.Context(), m.as(week), workspace.NewKey{
			Name: "of " + strconv.Itoa(days), Scopes: []workspace.Scope{reads}, Days: days,
		})
		if err != nil || !k.Key.Expires.Equal(want) {
			t.Errorf("for %d days: until %v, %v", days, k.Key.Expires, err)
		}
	}
	ada, err := m.AddMember(t.Context(), m.as(week), "Ada", workspace.Owner)
	if err != nil || !ada.Key.Expires.Equal(end) {
		t.Errorf("a member's: until %v, %v", ada.Key.Expires, err)
	}
	given, err := m.GiveKey(t.Context(), m.as(week), "Ada")
	if err != nil || !given.Key.Expires.Equal(end) {
		t.Errorf("a given one: until %v, %v", given.Key.Expires, err)
	}
	if k := m.key(m.first, "endless", reads); !k.Key.Expires.IsZero() {
		t.Errorf("made by one without end: until %v", k.Key.Expires)
	}
}

func TestTooManyKeys(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	for i := range 99 {
		m.key(m.first, "k"+strconv.Itoa(i), reads)
	}
	_, err := m.CreateKey(t.Context(), m.owner(), newKey("one more", reads))
	wantCode(t, err, workspace.TooLarge)
	m.revoke("k0")
	m.key(m.first, "one more", reads)
}

// TestWhoSeesWhichKeys: one's own, and with settings:write all.
func TestWhoSeesWhichKeys(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	ada, bob := m.add("Ada", workspace.Plain), m.add("Bob", workspace.Admin)
	for _, c := range []struct {
		by   workspace.MadeKey
		want string
	}{
		{m.first, "Ada,Bob,Bob,Bob,owner"},
		{ada, "Ada"},
		{m.key(bob, "settings", settings), "Ada,Bob,Bob,Bob,owner"},
		{m.key(bob, "no settings", reads, writes, publishes), "Bob,Bob,Bob"},
	} {
		list, _, err := m.ListKeys(t.Context(), m.as(c.by), "", 100)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, k := range list {
			names = append(names, k.Holder.Name)
		}
		slices.Sort(names)
		if got := strings.Join(names, ","); got != c.want {
			t.Errorf("%s sees %s, want %s", c.by.Key.Name, got, c.want)
		}
	}
}

// TestKeysComeInPages: each page begins where the one before ended, and holds
// nobody else's keys.
func TestKeysComeInPages(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	ada := m.add("Ada", workspace.Plain)
	for _, name := range []string{"a", "b", "c"} {
		m.key(ada, name, reads)
		m.key(m.first, name, reads)
	}
	m.at(noon.Add(-time.Hour)) // the order is that of making, whatever the clock said
	m.key(ada, "d", reads)
	for _, c := range []struct {
		by   workspace.Caller
		want string
	}{{m.as(ada), "first,a b,c d"}, {m.owner(), "first,first a,a b,b c,c d"}} {
		var pages []string
		for after, more := "", true; more; {
			var list []workspace.KeyInfo
			var err error
			list, more, err = m.ListKeys(t.Context(), c.by, after, 2)
			if err != nil || len(list) == 0 {
				t.Fatal(list, err)
			}
			var names []string
			for _, k := range list {
				names = append(names, k.Name)
				after = k.ID
			}
			pages = append(pages, strings.Join(names, ","))
		}
		if got := strings.Join(pages, " "); got != c.want {
			t.Errorf("%s sees %s, want %s", c.by.Name, got, c.want)
		}
	}
	_, _, err := m.ListKeys(t.Context(), m.owner(), "nothing", 2)
	wantCode(t, err, workspace.InvalidRequest)
}
