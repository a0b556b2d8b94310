package workspace

// keepsOwnersKey refuses to revoke the last key with which an owner may do
// everything: nobody could make another.
func (w *Workspace) keepsOwnersKey(tx Tx, k KeyInfo) error {
	if !w.mayAll(k.Key, k.Holder) {
		return nil
	}
	ok, err := w.ownersKey(tx, func(other Key) bool { return other.ID != k.ID })
	if err != nil || ok {
		return err
	}
	return &Problem{
		Code: LastOwner, Message: "this is the last key of an owner with all scopes that is good, and a workspace needs one",
		Hint: "make another with all scopes first, then revoke this one",
	}
}

// ownersKey reports whether some owner has a good key with all scopes, among those
// that count.
func (w *Workspace) ownersKey(tx Tx, counts func(Key) bool) (bool, error) {
	list, err := present(tx)
	for _, m := range list {
		if err != nil {
			return false, err
		}
		if m.Role != Owner {
			continue
		}
		var keys []Key
		keys, err = tx.Keys(m.ID)
		for _, k := range keys {
			if counts(k) && w.mayAll(k, m) {
				return true, nil
			}
		}
	}
	return false, err
}

// mayAll reports whether a key is an owner's, good, and has all scopes.
func (w *Workspace) mayAll(k Key, holder Member) bool {
	return holder.Role == Owner && k.live(w.opts.Now()) && len(today(k.Scopes, Owner)) == len(Scopes())
}
