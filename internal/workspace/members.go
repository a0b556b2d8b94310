package workspace

import (
	"context"
	"fmt"
)

const maxMembers = 1000 // at once

// change carries out what a caller wants changed of members and keys, as the
// caller is within the transaction.
func (w *Workspace) change(ctx context.Context, by Caller, fn func(tx Tx, by Caller) error) error {
	return w.store.Write(ctx, func(tx Tx) error {
		by, err := w.current(tx, by)
		if err != nil {
			return err
		}
		if by.Member == "" {
			return &Problem{
				Code: InvalidRequest, Message: "a local workspace has no members and no keys",
				Hint: "they are of a workspace that `caplo serve` runs",
			}
		}
		return fn(tx, by)
	})
}

// lacks is the first scope that the caller's role allows and its key lacks.
func (c Caller) lacks() Scope {
	for _, s := range c.Role.Allows() {
		if !c.Allows(s) {
			return s
		}
	}
	return ""
}

// needAll refuses a key that holds less than its member's role allows.
func (c Caller) needAll(doing string) error {
	s := c.lacks()
	if s == "" {
		return nil
	}
	return &Problem{
		Code: Forbidden, Scope: s,
		Message: fmt.Sprintf("%s needs a key with all that its member's role allows, and this one lacks %s", doing, s),
		Hint:    "use a key with all scopes, such as the member's first one",
	}
}

// AddMember makes a member with a first key, which has all that the role allows
// and ends when the caller's own does. It needs settings:write and, as it makes a
// key, all else that the caller's role allows; only an owner makes an owner.
func (w *Workspace) AddMember(ctx context.Context, by Caller, name string, role Role) (MadeKey, error) {
	name, err := cleanName("a member's name", name)
	if err != nil {
		return MadeKey{}, err
	}
	if err := checkRole(role); err != nil {
		return MadeKey{}, err
	}
	var made MadeKey
	err = w.change(ctx, by, func(tx Tx, by Caller) error {
		if err := mayGrant(by, role, "adding a member"); err != nil {
			return err
		}
		if err := roomForMember(tx, name); err != nil {
			return err
		}
		made, err = w.addMember(tx, name, role, Key{MadeBy: by.Author(), Expires: by.Expires})
		return err
	})
	return made, err
}

func checkRole(r Role) error {
	if len(r.Allows()) > 0 {
		return nil
	}
	return &Problem{
		Code: InvalidRequest, Message: shown(string(r)) + " is no role",
		Hint: fmt.Sprintf("roles are %s, %s and %s", Owner, Admin, Plain),
	}
}

// mayGrant is what giving somebody a role takes.
func mayGrant(by Caller, role Role, doing string) error {
	if err := by.Need(ScopeSettings, doing); err != nil {
		return err
	}
	if err := by.needAll(doing); err != nil {
		return err
	}
	return needOwner(by, role, "making an owner")
}

func roomForMember(tx Tx, name string) error {
	list, err := present(tx)
	if err != nil {
		return err
	}
	for _, m := range list {
		if sameName(m.Name, name) {
			return &Problem{Code: NameTaken, Message: fmt.Sprintf("there is a member called %q already", m.Name), Hint: "choose another name"}
		}
	}
	if len(list) >= maxMembers {
		return &Problem{Code: TooLarge, Message: fmt.Sprintf("a workspace has at most %d members", maxMembers), Hint: "remove some"}
	}
	return nil
}

// addMember stores a member with a first key.
func (w *Workspace) addMember(tx Tx, name string, role Role, first Key) (MadeKey, error) {
	m := Member{ID: newID("m_"), Name: name, Role: role, Created: w.moment()}
	if err := tx.PutMember(m); err != nil {
		return MadeKey{}, err
	}
	first.Name, first.Scopes = "first", role.Allows()
	return w.addKey(tx, m, first)
}

// ListMembers lists who works with the workspace, the oldest first. It needs
// agents:read.
func (w *Workspace) ListMembers(ctx context.Context, by Caller) (list []Member, err error) {
	if err := by.Need(ScopeRead, "listing members"); err != nil {
		return nil, err
	}
	err = w.store.Read(ctx, func(tx Tx) error {
		list, err = present(tx)
		return err
	})
	return list, err
}

// present lists the members that were not removed.
func present(tx Tx) ([]Member, error) {
	all, err := tx.Members()
	list := []Member{}
	for _, m := range all {
		if m.Removed.IsZero() {
			list = append(list, m)
		}
	}
	return list, err
}
