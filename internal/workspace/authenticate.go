package workspace

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// Authenticate tells who sends a key: Unauthorized for one that is not known,
// and, to whoever has the whole secret, why it is good no longer. What the caller
// may do is what the key has and the member's role allows now.
func (w *Workspace) Authenticate(ctx context.Context, key string) (Caller, error) {
	id, secret, ok := ParseKey(key)
	if !ok {
		return Caller{}, unknownKey()
	}
	var k Key
	var m Member
	err := w.store.Read(ctx, func(tx Tx) (err error) {
		k, m, err = keyAndMember(tx, id) // as much work for an id that nobody has
		return err
	})
	if err != nil {
		return Caller{}, fmt.Errorf("look up the API key: %w", err)
	}
	if !k.proves(secret) {
		return Caller{}, unknownKey()
	}
	by, err := w.callerWith(k, m)
	if err == nil {
		w.uses.note(k, w.opts.Now())
	}
	return by, err
}

func keyAndMember(tx Tx, id string) (Key, Member, error) {
	k, _, err := tx.Key(id)
	if err != nil {
		return k, Member{}, err
	}
	m, _, err := tx.Member(k.Member)
	return k, m, err
}

// current is the caller as of a transaction: a key may have been revoked and a
// role lowered since the request began. The local user stays who it is.
func (w *Workspace) current(tx Tx, by Caller) (Caller, error) {
	if by.Member == "" {
		return by, nil
	}
	k, m, err := keyAndMember(tx, by.Key)
	if err != nil {
		return Caller{}, err
	}
	if k.Member != by.Member {
		return Caller{}, unknownKey()
	}
	return w.callerWith(k, m)
}

// StillIn looks again at who was let in before: their key may have been revoked or
// have expired since, or their member be gone. It returns what they may do now.
func (w *Workspace) StillIn(ctx context.Context, by Caller) (now Caller, err error) {
	err = w.store.Read(ctx, func(tx Tx) error {
		now, err = w.current(tx, by)
		return err
	})
	return now, err
}

// currentWith is current for what takes a scope.
func (w *Workspace) currentWith(tx Tx, by Caller, s Scope, doing string) (Caller, error) {
	by, err := w.current(tx, by)
	if err != nil {
		return by, err
	}
	return by, by.Need(s, doing)
}

// currentRunner is current for what takes the right to run evals.
func (w *Workspace) currentRunner(tx Tx, by Caller, doing string) (Caller, error) {
	by, err := w.current(tx, by)
	if err != nil {
		return by, err
	}
	return by, mayRun(by, doing)
}

// callerWith is who a proved key stands for.
func (w *Workspace) callerWith(k Key, m Member) (Caller, error) {
	if k.ID == "" || m.ID == "" || k.Member != m.ID {
		return Caller{}, unknownKey()
	}
	if why := ended(k, m, w.opts.Now()); why != "" {
		return Caller{}, &Problem{Code: Unauthorized, Message: why, Hint: "ask an owner or admin of the workspace for another key"}
	}
	return Caller{
		Member: m.ID, Name: m.Name, Role: m.Role,
		Key: k.ID, KeyName: k.Name, Scopes: today(k.Scopes, m.Role), Expires: k.Expires,
	}, nil
}

func unknownKey() *Problem {
	return &Problem{
		Code: Unauthorized, Message: "this workspace does not know the API key",
		Hint: "copy all of it, from caplo_ to the end, and check that it is of this workspace",
	}
}

// ended says why a key is good no longer; empty where it is. Only an expiry asks
// the clock: a key that was revoked stays so whatever the clock says, and one from
// the future, made before the clock was set back, is as good as any.
func ended(k Key, m Member, now time.Time) string {
	switch {
	case !k.Revoked.IsZero():
		return fmt.Sprintf("the API key %q was revoked on %s", k.Name, day(k.Revoked))
	case !m.Removed.IsZero():
		return fmt.Sprintf("%s, whose API key this is, was removed from the workspace on %s", m.Name, day(m.Removed))
	case k.expired(now):
		return fmt.Sprintf("the API key %q expired on %s", k.Name, day(k.Expires))
	}
	return ""
}

// KeyState says in a word whether a key is good now.
func (w *Workspace) KeyState(k KeyInfo) string {
	switch {
	case !k.Revoked.IsZero() || !k.Holder.Removed.IsZero():
		return "revoked"
	case k.expired(w.opts.Now()):
		return "expired"
	}
	return "valid"
}

func day(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 MST") }

func (k Key) expired(now time.Time) bool { return !k.Expires.IsZero() && !now.Before(k.Expires) }

// live reports whether a key is neither revoked nor expired.
func (k Key) live(now time.Time) bool { return k.Revoked.IsZero() && !k.expired(now) }

// today is what a key with some scopes may do while its member has a role.
func today(has []Scope, role Role) []Scope {
	out := []Scope{}
	for _, s := range role.Allows() {
		if slices.Contains(has, s) {
			out = append(out, s)
		}
	}
	return out
}
