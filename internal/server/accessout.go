package server

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/workspace"
)

// keyOf is what the contract shows of a key: not the digest of its secret.
func (h *handlers) keyOf(k workspace.KeyInfo) api.Key {
	return api.Key{
		ID: k.ID, Name: k.Name, Member: k.Holder.Name, Scopes: words(k.Scopes), MadeBy: k.MadeBy,
		Created: stamp(k.Created), Expires: stamp(k.Expires), Used: stamp(k.Used), Revoked: stamp(k.Revoked),
		State: h.ws.KeyState(k),
	}
}

func (h *handlers) madeKey(m workspace.MadeKey) api.MadeKey {
	return api.MadeKey{Key: h.keyOf(workspace.KeyInfo{Key: m.Key, Holder: m.Member}), Secret: m.Secret.Reveal()}
}

func memberOf(m workspace.Member) api.Member {
	return api.Member{ID: m.ID, Name: m.Name, Role: string(m.Role), Created: stamp(m.Created)}
}

func words(scopes []workspace.Scope) []string {
	out := make([]string, len(scopes))
	for i, s := range scopes {
		out[i] = string(s)
	}
	return out
}

// age orders what has an id by when it was created, whatever the clock did in
// between.
func age(created time.Time, id string) string {
	return fmt.Sprintf("%016x %s", created.UnixMicro(), id)
}

func memberAge(m workspace.Member) string { return age(m.Created, m.ID) }

// pageByAge cuts a page out of a list, the oldest first, and shows its items.
func pageByAge[T, O any](list []T, in *pageInput, age func(T) string, show func(T) O) (api.Page[O], error) {
	slices.SortFunc(list, func(a, b T) int { return cmp.Compare(age(a), age(b)) })
	p, err := page(list, in.Limit, in.Cursor, age)
	out := api.Page[O]{Items: make([]O, len(p.Items)), Next: p.Next}
	for i, item := range p.Items {
		out.Items[i] = show(item)
	}
	return out, err
}
