package storetest

import (
	"testing"
	"time"

	"github.com/caplo/caplo/internal/workspace"
)

var accessTests = map[string]func(*testing.T, workspace.Store){
	"member/absent":        absentMember,
	"member/round trip":    memberRoundTrip,
	"member/changed":       changedMember,
	"member/in order":      membersInOrder,
	"key/absent":           absentKey,
	"key/round trip":       keyRoundTrip,
	"key/changed":          changedKey,
	"key/of a member only": keyOfNobody,
	"key/listed":           listedKeys,
	"key/in pages":         pagedKeys,
	"key/used":             usedKey,
	"key/in a transaction": undoneKey,
}

func newMember(id string) workspace.Member {
	return workspace.Member{ID: id, Name: "Ada <" + id + "> 🙂", Role: workspace.Admin, Created: at(1)}
}

func newKey(id, member string) workspace.Key {
	return workspace.Key{
		ID: id, Name: "it's " + id, Member: member, Hash: "00ff", MadeBy: "Ada (laptop)",
		Scopes:  []workspace.Scope{workspace.ScopeRead, workspace.ScopePublish},
		Created: at(2), Expires: at(3), Used: at(4), Revoked: at(5),
	}
}

func keptKey(k workspace.Key) workspace.Key {
	for _, t := range []*time.Time{&k.Created, &k.Expires, &k.Used, &k.Revoked} {
		if !t.IsZero() {
			*t = kept(*t)
		}
	}
	return k
}

func putMembers(t *testing.T, s workspace.Store, list ...workspace.Member) {
	t.Helper()
	write(t, s, func(tx workspace.Tx) error {
		for _, m := range list {
			if err := tx.PutMember(m); err != nil {
				return err
			}
		}
		return nil
	})
}

func putKeys(t *testing.T, s workspace.Store, list ...workspace.Key) {
	t.Helper()
	write(t, s, func(tx workspace.Tx) error {
		for _, k := range list {
			if err := tx.PutKey(k); err != nil {
				return err
			}
		}
		return nil
	})
}

func member(t *testing.T, s workspace.Store, id string) (m workspace.Member, ok bool) {
	t.Helper()
	read(t, s, func(tx workspace.Tx) (err error) {
		m, ok, err = tx.Member(id)
		return err
	})
	return m, ok
}

func key(t *testing.T, s workspace.Store, id string) (k workspace.Key, ok bool) {
	t.Helper()
	read(t, s, func(tx workspace.Tx) (err error) {
		k, ok, err = tx.Key(id)
		return err
	})
	return k, ok
}

func absentMember(t *testing.T, s workspace.Store) {
	m, ok := member(t, s, "")
	same(t, "found", ok, false)
	same(t, "member", m, workspace.Member{})
	read(t, s, func(tx workspace.Tx) error {
		list, err := tx.Members()
		same(t, "members", len(list), 0)
		return err
	})
}

func memberRoundTrip(t *testing.T, s workspace.Store) {
	m := newMember("m_1")
	putMembers(t, s, m)
	m.Created = kept(m.Created)
	got, ok := member(t, s, "m_1")
	same(t, "found", ok, true)
	same(t, "member", got, m)
}

func changedMember(t *testing.T, s workspace.Store) {
	m := newMember("m_1")
	putMembers(t, s, m, newMember("m_2"))
	m.Name, m.Role, m.Removed = "Bob", workspace.NoRole, at(9)
	putMembers(t, s, m)
	m.Created, m.Removed = kept(m.Created), kept(m.Removed)
	got, _ := member(t, s, "m_1")
	same(t, "member", got, m)
	other, _ := member(t, s, "m_2")
	same(t, "the other's role", other.Role, workspace.Admin)
}

func membersInOrder(t *testing.T, s workspace.Store) {
	late, early := newMember("m_1"), newMember("m_2")
	late.Created, early.Removed = at(50), at(60)
	putMembers(t, s, late, early) // the clock was set back
	late.Role = workspace.Plain
	putMembers(t, s, late) // keeps its place
	read(t, s, func(tx workspace.Tx) error {
		list, err := tx.Members()
		ids := ""
		for _, m := range list {
			ids += m.ID + " "
		}
		same(t, "members", ids, "m_1 m_2 ")
		return err
	})
}

func absentKey(t *testing.T, s workspace.Store) {
	for _, id := range []string{"", "k", "' OR 1=1 --"} {
		k, ok := key(t, s, id)
		same(t, "found", ok, false)
		same(t, "key", k, workspace.Key{})
	}
	write(t, s, func(tx workspace.Tx) error { return tx.UseKey("k", at(1)) })
}

func keyRoundTrip(t *testing.T, s workspace.Store) {
	full, bare := newKey("k_1", "m_1"), newKey("k_2", "m_1")
	bare.Expires, bare.Used, bare.Revoked = time.Time{}, time.Time{}, time.Time{}
	putMembers(t, s, newMember("m_1"))
	putKeys(t, s, full, bare)
	for _, want := range []workspace.Key{full, bare} {
		got, ok := key(t, s, want.ID)
		same(t, "found", ok, true)
		same(t, "key", got, keptKey(want))
	}
}

func changedKey(t *testing.T, s workspace.Store) {
	k := newKey("k_1", "m_1")
	k.Revoked = time.Time{}
	putMembers(t, s, newMember("m_1"), newMember("m_2"))
	putKeys(t, s, k)
	changed := newKey("k_1", "m_2")
	changed.Name, changed.Scopes, changed.Expires = "n", []workspace.Scope{workspace.ScopeWrite}, at(30)
	changed.Hash, changed.MadeBy, changed.Created, changed.Used = "11", "Eve", at(20), at(99)
	putKeys(t, s, changed)
	k.Name, k.Scopes, k.Expires, k.Revoked = changed.Name, changed.Scopes, changed.Expires, changed.Revoked
	got, _ := key(t, s, "k_1")
	same(t, "key", got, keptKey(k))
}

func keyOfNobody(t *testing.T, s workspace.Store) {
	err := s.Write(t.Context(), func(tx workspace.Tx) error { return tx.PutKey(newKey("k_1", "m_1")) })
	if err == nil {
		t.Error("a key of nobody was stored")
	}
	if _, ok := key(t, s, "k_1"); ok {
		t.Error("it is there")
	}
}

func listedKeys(t *testing.T, s workspace.Store) {
	putMembers(t, s, newMember("m_1"), newMember("m_2"))
	late := newKey("c", "m_1")
	late.Created = at(50)
	putKeys(t, s, late, newKey("b", "m_2"), newKey("a", "m_1"))
	for member, want := range map[string]string{"": "cba", "m_1": "ca", "m_2": "b", "m_3": "", "' OR ''='": ""} {
		read(t, s, func(tx workspace.Tx) error {
			list, err := tx.Keys(member)
			ids := ""
			for _, k := range list {
				ids += k.ID
			}
			same(t, "keys of "+member, ids, want)
			return err
		})
	}
}

func pagedKeys(t *testing.T, s workspace.Store) {
	putMembers(t, s, newMember("m_1"), newMember("m_2"))
	putKeys(t, s, newKey("d", "m_1"), newKey("c", "m_2"), newKey("b", "m_1"), newKey("a", "m_1"))
	for _, c := range []struct {
		member, after string
		limit         int
		want          string
	}{
		{"", "", 2, "dc"},
		{"", "c", 2, "ba"},
		{"", "a", 2, ""},
		{"m_1", "", 2, "db"},
		{"m_1", "c", 1, "b"},
		{"m_1", "b", 9, "a"},
		{"m_2", "c", 9, ""},
	} {
		read(t, s, func(tx workspace.Tx) error {
			list, err := tx.KeysAfter(c.member, c.after, c.limit)
			ids := ""
			for _, k := range list {
				ids += k.ID
			}
			same(t, "keys of "+c.member+" after "+c.after, ids, c.want)
			return err
		})
	}
}

func usedKey(t *testing.T, s workspace.Store) {
	putMembers(t, s, newMember("m_1"))
	fresh := newKey("k_1", "m_1")
	fresh.Used = time.Time{}
	putKeys(t, s, fresh, newKey("k_2", "m_1"))
	for _, c := range []struct{ used, want int }{{7, 7}, {6, 7}, {7, 7}, {70, 70}} {
		write(t, s, func(tx workspace.Tx) error { return tx.UseKey("k_1", at(c.used)) })
		k, _ := key(t, s, "k_1")
		same(t, "used", k.Used, kept(at(c.want)))
	}
	other, _ := key(t, s, "k_2")
	same(t, "the other", other.Used, kept(at(4)))
}

func undoneKey(t *testing.T, s workspace.Store) {
	_ = s.Write(t.Context(), func(tx workspace.Tx) error {
		if err := tx.PutMember(newMember("m_1")); err != nil {
			t.Error(err)
		}
		if err := tx.PutKey(newKey("k_1", "m_1")); err != nil {
			t.Error(err)
		}
		_, ok, _ := tx.Key("k_1")
		same(t, "found within", ok, true)
		return errUndo
	})
	_, ok := key(t, s, "k_1")
	same(t, "found after", ok, false)
	_, ok = member(t, s, "m_1")
	same(t, "its member", ok, false)
}
