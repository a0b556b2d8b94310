package workspace

import (
	"context"
	"fmt"
	"strings"
)

// rescueName is what a key is called that was made beside the server.
const rescueName = "from the database"

// OwnerKey makes a key with all scopes for an owner who has none left: by name, or
// with an empty one for the only owner. Whoever may write the database may do so;
// no request leads here. An earlier key that was made like this is revoked.
func (w *Workspace) OwnerKey(ctx context.Context, name string) (MadeKey, error) {
	var made MadeKey
	err := w.store.Write(ctx, func(tx Tx) error {
		m, err := findOwner(tx, name)
		if err != nil {
			return err
		}
		if err := w.revokeNamed(tx, m.ID, rescueName); err != nil {
			return err
		}
		made, err = w.addKey(tx, m, Key{Name: rescueName, Scopes: m.Role.Allows(), MadeBy: "caplo serve key"})
		return err
	})
	if err != nil {
		return MadeKey{}, err
	}
	return made, nil
}

func findOwner(tx Tx, name string) (Member, error) {
	list, err := present(tx)
	if err != nil {
		return Member{}, err
	}
	var owners []Member
	var names []string
	for _, m := range list {
		if m.Role != Owner {
			continue
		}
		if owners, names = append(owners, m), append(names, m.Name); sameName(m.Name, name) {
			return m, nil
		}
	}
	switch {
	case len(owners) == 0:
		return Member{}, &Problem{
			Code: NotFound, Message: "the database has no owner: nobody has served it yet",
			Hint: "start `caplo serve` on it, which makes one",
		}
	case name != "":
		return Member{}, &Problem{
			Code: NotFound, Message: "there is no owner " + shown(name), Hint: "owners: " + strings.Join(names, ", "),
		}
	case len(owners) > 1:
		return Member{}, &Problem{
			Code: InvalidRequest, Message: fmt.Sprintf("there are %d owners, and the key is one's", len(owners)),
			Hint: "say which: " + strings.Join(names, ", "),
		}
	}
	return owners[0], nil
}
