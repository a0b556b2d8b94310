package workspace

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// identitySetting is the setting that tells a served workspace from any other.
const identitySetting = "workspace"

type identity struct {
	ID string `json:"id"`
}

// MadeKey is a new key. Nobody learns its secret again.
type MadeKey struct {
	Key    Key
	Member Member // whom it acts for
	Secret Secret
}

// Setup makes a workspace without members one that has an owner, called name,
// with a key that may do everything. Where there are members already it does
// nothing and ok is false; of two at once, one does it.
//
// show, if not nil, shows the key before it is stored: where the process ends in
// between, the next one makes another. The other way round nobody would have one.
func (w *Workspace) Setup(ctx context.Context, name string, show func(MadeKey) error) (made MadeKey, ok bool, err error) {
	if name, err = cleanName("a member's name", name); err != nil {
		return made, false, err
	}
	err = w.store.Write(ctx, func(tx Tx) error {
		members, err := tx.Members()
		if err != nil || len(members) > 0 {
			return err
		}
		if err := identify(tx); err != nil {
			return err
		}
		ok = true
		made, err = w.addMember(tx, name, Owner, Key{MadeBy: "setup"})
		if err == nil && show != nil {
			err = show(made)
		}
		return err
	})
	if err != nil || !ok {
		return MadeKey{}, false, err
	}
	return made, true, nil
}

// identify gives a workspace its id, which it keeps for good.
func identify(tx Tx) error {
	id, err := readIdentity(tx)
	if err != nil || id != "" {
		return err
	}
	value, err := json.Marshal(identity{newID("ws_")})
	if err != nil {
		return err
	}
	return tx.PutSetting(identitySetting, value)
}

func readIdentity(tx Tx) (string, error) {
	value, ok, err := tx.Setting(identitySetting)
	if err != nil || !ok {
		return "", err
	}
	var i identity
	if err := json.Unmarshal(value, &i); err != nil {
		return "", fmt.Errorf("read the workspace's id: %w", err)
	}
	return i.ID, nil
}

// WorkspaceID is the id of the workspace; a local one has none.
func (w *Workspace) WorkspaceID(ctx context.Context) (id string, err error) {
	err = w.store.Read(ctx, func(tx Tx) error {
		id, err = readIdentity(tx)
		return err
	})
	return id, err
}

// moment is the time now, as exactly as a store keeps it.
func (w *Workspace) moment() time.Time { return w.opts.Now().UTC().Truncate(time.Microsecond) }
