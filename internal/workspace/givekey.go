package workspace

import (
	"context"
	"fmt"
	"strings"
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

// givenPrefix begins the names of keys that somebody else gave, and of no others.
const givenPrefix = "from "

// ownKeyName is the name of a key that a member makes: it does not say that it
// comes from somebody else.
func ownKeyName(name string) (string, error) {
	name, err := cleanName("a key's name", name)
	if err == nil && len(name) >= len(givenPrefix) && strings.EqualFold(name[:len(givenPrefix)], givenPrefix) {
		err = &Problem{
			Code: InvalidRequest, Message: fmt.Sprintf("a key's name does not begin with %q: keys that an owner or admin gave are called so", givenPrefix),
			Hint: "call it something else",
		}
	}
	return name, err
}

// givenName names a key after who gives it, so that what is done with it says so.
func givenName(by Caller) string {
	name := givenPrefix + by.Name
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
