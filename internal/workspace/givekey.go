package workspace

import (
	"context"
	"unicode/utf8"
)

// GiveKey makes another first key for a member who lost theirs, or whose role was
// raised since: their own keys make none that hold more than they do. It needs
// what adding the member would, and the key is named after who gives it; an
// earlier one that the same hand gave is revoked.
func (w *Workspace) GiveKey(ctx context.Context, by Caller, which string) (MadeKey, error) {
	var made MadeKey
	err := w.change(ctx, by, func(tx Tx, by Caller) error {
		m, err := findMember(tx, by, which)
		if err != nil {
			return err
		}
		if err := mayGive(by, m); err != nil {
			return err
		}
		name := givenName(by)
		if err := w.revokeNamed(tx, m.ID, name); err != nil {
			return err
		}
		if err := w.roomForKey(tx, m.ID, name); err != nil {
			return err
		}
		k := Key{Name: name, Scopes: m.Role.Allows(), MadeBy: by.Author(), Expires: by.Expires}
		made, err = w.addKey(tx, m, k)
		return err
	})
	return made, err
}

func mayGive(by Caller, m Member) error {
	const doing = "making a member's key"
	if err := by.needAll(doing); err != nil {
		return err
	}
	if !m.Removed.IsZero() {
		return goneMember(m)
	}
	return needOwner(by, m.Role, "making an owner's key")
}

// givenName names a key after who gives it, so that what is done with it says so.
func givenName(by Caller) string {
	name := "from " + by.Name
	for utf8.RuneCountInString(name) > maxName {
		_, last := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-last]
	}
	return name
}

func (w *Workspace) revokeNamed(tx Tx, member, name string) error {
	keys, err := tx.Keys(member)
	if err != nil {
		return err
	}
	for _, k := range keys {
		if sameName(k.Name, name) && k.Revoked.IsZero() {
			k.Revoked = w.moment()
			if err := tx.PutKey(k); err != nil {
				return err
			}
		}
	}
	return nil
}
