package workspace

import (
	"context"
	"fmt"
	"strings"
)

// RevokeKey ends a key, named by its id, or by its name where only one has it.
// Revoking a key again changes nothing. A whole key is refused: what names things
// stands in addresses, which are logged.
//
// Every key may end itself. Another key of the same member takes one with all
// that the role allows, and anybody's takes settings:write; an owner's keys take
// an owner. The last key that may do everything as an owner stays.
func (w *Workspace) RevokeKey(ctx context.Context, by Caller, which string) (KeyInfo, error) {
	if HoldsKey(which) {
		return KeyInfo{}, &Problem{
			Code: InvalidRequest, Message: "a key's secret was sent in place of its id, and nothing was revoked",
			Hint: "send the id alone, which stands between the two underscores, and soon: the secret may be in logs now",
		}
	}
	var out KeyInfo
	err := w.change(ctx, by, func(tx Tx, by Caller) error {
		keys, err := keysFor(tx, by)
		if err != nil {
			return err
		}
		if out, err = pickKey(keys, by, which); err != nil {
			return err
		}
		if err := mayRevoke(by, out); err != nil || !out.Revoked.IsZero() {
			return err
		}
		if err := w.keepsOwnersKey(tx, out); err != nil {
			return err
		}
		out.Revoked = w.moment()
		return tx.PutKey(out.Key)
	})
	if err != nil {
		return KeyInfo{}, err
	}
	return out, nil
}

// pickKey finds the key that is meant: an id means its key whatever others are
// called, and a name prefers keys that were not revoked yet.
func pickKey(keys []KeyInfo, by Caller, which string) (KeyInfo, error) {
	var open, revoked []KeyInfo
	for _, k := range keys {
		switch {
		case k.ID == which:
			return k, nil
		case !sameName(k.Name, which):
		case k.Revoked.IsZero():
			open = append(open, k)
		default:
			revoked = append(revoked, k)
		}
	}
	switch {
	case len(open) == 1:
		return open[0], nil
	case len(open) > 1:
		return KeyInfo{}, ambiguousKey(open, which)
	case len(revoked) > 0:
		return revoked[len(revoked)-1], nil
	}
	p := &Problem{Code: NotFound, Message: "there is no key " + shown(which)}
	if !by.Allows(ScopeSettings) {
		p.Message = "you have no key " + shown(which)
		p.Hint = "revoking other members' keys needs the scope " + string(ScopeSettings)
	}
	return KeyInfo{}, p
}

func ambiguousKey(keys []KeyInfo, which string) *Problem {
	ids := make([]string, len(keys))
	for i, k := range keys {
		ids[i] = k.ID + " (" + k.Holder.Name + ")"
	}
	return &Problem{
		Code: InvalidRequest, Message: fmt.Sprintf("%d keys are called %s: %s", len(keys), shown(which), strings.Join(ids, ", ")),
		Hint: "name the one by its id",
	}
}

func mayRevoke(by Caller, k KeyInfo) error {
	const doing = "revoking this key"
	switch {
	case by.Key != "" && k.ID == by.Key:
		return nil
	case k.Member == by.Member && by.lacks() == "":
		return nil
	case k.Member == by.Member && !by.Allows(ScopeSettings):
		return by.needAll("revoking another key than itself")
	}
	if err := by.Need(ScopeSettings, doing); err != nil {
		return err
	}
	return needOwner(by, k.Holder.Role, doing)
}

// needOwner refuses anybody but an owner where an owner is touched.
func needOwner(by Caller, touched Role, doing string) error {
	if touched != Owner || by.Role == Owner {
		return nil
	}
	return &Problem{Code: Forbidden, Message: doing + " takes an owner", Hint: "ask one"}
}
