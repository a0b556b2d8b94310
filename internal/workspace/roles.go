package workspace

import "context"

// SetRole gives a member, named by id or name, another role. It needs what adding
// a member with that role does; only an owner changes an owner, and the last owner
// stays one.
func (w *Workspace) SetRole(ctx context.Context, by Caller, which string, role Role) (Member, error) {
	if err := checkRole(role); err != nil {
		return Member{}, err
	}
	return w.changeMember(ctx, by, which, func(tx Tx, by Caller, m *Member) error {
		if err := mayGrant(by, role, "changing a role"); err != nil {
			return err
		}
		if !m.Removed.IsZero() {
			return goneMember(*m)
		}
		if err := w.mayTouch(tx, by, *m, role == Owner, "changing an owner's role"); err != nil {
			return err
		}
		m.Role = role
		return nil
	})
}

// RemoveMember ends a member's work with the workspace: none of the member's keys
// is good from now on. What the member did stays, and runs go on. It needs
// settings:write; only an owner removes an owner, and the last owner stays.
// Removing a member again changes nothing.
func (w *Workspace) RemoveMember(ctx context.Context, by Caller, which string) (Member, error) {
	return w.changeMember(ctx, by, which, func(tx Tx, by Caller, m *Member) error {
		if err := by.Need(ScopeSettings, "removing a member"); err != nil {
			return err
		}
		if !m.Removed.IsZero() {
			return nil
		}
		if err := w.mayTouch(tx, by, *m, false, "removing an owner"); err != nil {
			return err
		}
		m.Role, m.Removed = NoRole, w.moment()
		return nil
	})
}

func (w *Workspace) changeMember(
	ctx context.Context, by Caller, which string, fn func(tx Tx, by Caller, m *Member) error,
) (out Member, err error) {
	err = w.change(ctx, by, func(tx Tx, by Caller) error {
		m, err := findMember(tx, by, which)
		if err != nil {
			return err
		}
		was := m
		if err := fn(tx, by, &m); err != nil {
			return err
		}
		out = m
		if m == was {
			return nil
		}
		return tx.PutMember(m)
	})
	return out, err
}

// findMember finds a member by id, or by the name of one that was not removed.
// Only whoever may manage members learns which there are.
func findMember(tx Tx, by Caller, which string) (Member, error) {
	if err := by.Need(ScopeSettings, "changing a member"); err != nil {
		return Member{}, err
	}
	m, ok, err := tx.Member(which)
	if err != nil || ok {
		return m, err
	}
	list, err := present(tx)
	if err != nil {
		return Member{}, err
	}
	for _, m := range list {
		if sameName(m.Name, which) {
			return m, nil
		}
	}
	return Member{}, &Problem{Code: NotFound, Message: "there is no member " + shown(which)}
}

// mayTouch guards owners, who end only by an owner's hand and never all of them,
// nor all who have a key to act as one.
func (w *Workspace) mayTouch(tx Tx, by Caller, m Member, stays bool, doing string) error {
	if err := needOwner(by, m.Role, doing); err != nil || m.Role != Owner || stays {
		return err
	}
	list, err := present(tx)
	if err != nil {
		return err
	}
	only := true
	for _, other := range list {
		only = only && (other.Role != Owner || other.ID == m.ID)
	}
	if only {
		return &Problem{
			Code: LastOwner, Message: m.Name + " is the only owner, and a workspace needs one",
			Hint: "make somebody else an owner first",
		}
	}
	ok, err := w.ownersKey(tx, func(k Key) bool { return k.Member != m.ID })
	if err == nil && !ok {
		err = &Problem{
			Code: LastOwner, Message: "no other owner than " + m.Name + " has a key with all scopes that is good, and a workspace needs one",
			Hint: "give another owner a key first",
		}
	}
	return err
}

func goneMember(m Member) *Problem {
	return &Problem{Code: NotFound, Message: m.Name + " was removed from the workspace", Hint: "add a new member"}
}
