package workspace

import (
	"context"
	"fmt"
	"slices"
	"time"
)

const (
	maxDays = 3650 // how long a key may last
	maxKeys = 100  // that are good at once, of a member
)

// KeyInfo is a key and the member it acts for.
type KeyInfo struct {
	Key
	Holder Member
}

// NewKey asks for a key.
type NewKey struct {
	Name   string
	Scopes []Scope
	Days   int // how long it lasts; 0: as long as the key that makes it
}

// CreateKey makes a key that acts for the caller's own member. It has no more
// scopes than the caller has, and ends no later than the caller's own key.
//
// Only a key with all that its member's role allows makes keys: one that was given
// less, to a pipeline, cannot outlive its discovery by making others.
func (w *Workspace) CreateKey(ctx context.Context, by Caller, n NewKey) (MadeKey, error) {
	name, err := ownKeyName(n.Name)
	if err != nil {
		return MadeKey{}, err
	}
	if err := checkScopes(n.Scopes); err != nil {
		return MadeKey{}, err
	}
	if n.Days < 0 || n.Days > maxDays {
		return MadeKey{}, &Problem{Code: InvalidRequest, Message: fmt.Sprintf("a key lasts 1 to %d days, or 0 for no end", maxDays)}
	}
	var made MadeKey
	err = w.change(ctx, by, func(tx Tx, by Caller) error {
		if err := by.needAll("making a key"); err != nil {
			return err
		}
		for _, s := range n.Scopes {
			if err := by.Need(s, "making a key with "+string(s)); err != nil {
				return err
			}
		}
		if err := w.roomForKey(tx, by.Member, name); err != nil {
			return err
		}
		m, _, err := tx.Member(by.Member)
		if err != nil {
			return err
		}
		k := Key{Name: name, Scopes: inOrder(n.Scopes), MadeBy: by.Author(), Expires: w.end(n.Days, by.Expires)}
		made, err = w.addKey(tx, m, k)
		return err
	})
	return made, err
}

func checkScopes(list []Scope) error {
	if len(list) == 0 {
		return &Problem{Code: InvalidRequest, Message: "a key needs at least one scope", Hint: scopesHint()}
	}
	for i, s := range list {
		if !slices.Contains(Scopes(), s) {
			return &Problem{Code: InvalidRequest, Message: shown(string(s)) + " is no scope", Hint: scopesHint()}
		}
		if slices.Contains(list[:i], s) {
			return &Problem{Code: InvalidRequest, Message: fmt.Sprintf("the scope %s is named twice", s)}
		}
	}
	return nil
}

func scopesHint() string { return fmt.Sprintf("scopes are %s, %s, %s and %s", listed(Scopes())...) }

func listed(scopes []Scope) []any {
	out := make([]any, len(scopes))
	for i, s := range scopes {
		out[i] = s
	}
	return out
}

func inOrder(has []Scope) []Scope {
	return slices.DeleteFunc(Scopes(), func(s Scope) bool { return !slices.Contains(has, s) })
}

// end is when a key ends that is made now: never after the one that makes it.
func (w *Workspace) end(days int, maker time.Time) time.Time {
	if days == 0 {
		return maker
	}
	end := w.moment().AddDate(0, 0, days)
	if !maker.IsZero() && maker.Before(end) {
		return maker
	}
	return end
}

// roomForKey refuses a name that another good key of the member has, and one key
// too many.
func (w *Workspace) roomForKey(tx Tx, member, name string) error {
	keys, err := tx.Keys(member)
	if err != nil {
		return err
	}
	good := 0
	for _, k := range keys {
		if !k.live(w.opts.Now()) {
			continue
		}
		if sameName(k.Name, name) {
			return &Problem{
				Code: NameTaken, Message: fmt.Sprintf("you have a key called %q already", k.Name),
				Hint: "choose another name, or revoke that one",
			}
		}
		good++
	}
	if good >= maxKeys {
		return &Problem{
			Code: TooLarge, Message: fmt.Sprintf("a member has at most %d keys at once", maxKeys), Hint: "revoke some",
		}
	}
	return nil
}

// addKey stores a key of a member under a new id and secret.
func (w *Workspace) addKey(tx Tx, m Member, k Key) (MadeKey, error) {
	id, sent, hash := newSecret()
	k.ID, k.Hash, k.Member, k.Created = id, hash, m.ID, w.moment()
	return MadeKey{k, m, sent}, tx.PutKey(k)
}

// ListKeys lists keys of the caller's own member, or with settings:write those of
// all, the oldest first, from the one after a key's id on. Revoked and expired ones
// are among them.
func (w *Workspace) ListKeys(ctx context.Context, by Caller, after string, limit int) (list []KeyInfo, more bool, err error) {
	err = w.store.Read(ctx, func(tx Tx) error {
		by, err := w.current(tx, by)
		if err != nil {
			return err
		}
		of, ok := keysOf(by)
		if !ok {
			return nil
		}
		if err := checkKeyCursor(tx, after); err != nil {
			return err
		}
		keys, err := tx.KeysAfter(of, after, limit+1)
		if err != nil {
			return err
		}
		if more = len(keys) > limit; more {
			keys = keys[:limit]
		}
		list, err = held(keys, tx.Member)
		return err
	})
	return list, more, err
}

// keysOf is whose keys a caller sees, empty for everybody's; ok is false for a
// caller who sees none.
func keysOf(by Caller) (member string, ok bool) {
	if by.Allows(ScopeSettings) {
		return "", true
	}
	return by.Member, by.Member != ""
}

func checkKeyCursor(tx Tx, after string) error {
	if after == "" {
		return nil
	}
	_, ok, err := tx.Key(after)
	if err == nil && !ok {
		err = &Problem{Code: InvalidRequest, Message: "the cursor belongs to another list", Hint: "begin again without a cursor"}
	}
	return err
}

// held joins keys with their members, each of whom is looked up once.
func held(keys []Key, member func(id string) (Member, bool, error)) ([]KeyInfo, error) {
	known := map[string]Member{}
	list := make([]KeyInfo, len(keys))
	for i, k := range keys {
		m, ok := known[k.Member]
		if !ok {
			var err error
			if m, _, err = member(k.Member); err != nil {
				return nil, err
			}
			known[k.Member] = m
		}
		list[i] = KeyInfo{k, m}
	}
	return list, nil
}

// OwnKey is the key that the caller came with; ok is false where it needed none.
func (w *Workspace) OwnKey(ctx context.Context, by Caller) (info KeyInfo, ok bool, err error) {
	if by.Key == "" {
		return info, false, nil
	}
	err = w.store.Read(ctx, func(tx Tx) error {
		info.Key, info.Holder, err = keyAndMember(tx, by.Key)
		return err
	})
	return info, err == nil, err
}

// keysFor lists the keys that a caller sees.
func keysFor(tx Tx, by Caller) ([]KeyInfo, error) {
	of, ok := keysOf(by)
	if !ok {
		return nil, nil
	}
	keys, err := tx.Keys(of)
	if err != nil {
		return nil, err
	}
	return held(keys, tx.Member)
}
