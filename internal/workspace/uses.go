package workspace

import (
	"context"
	"sync"
	"time"
)

const (
	useEvery   = time.Minute     // how often the use of a key is noted
	useTimeout = 5 * time.Second // how long noting one may take
)

// uses notes when keys were used last, beside the requests that use them: no
// request waits for it, and none fails with it.
type uses struct {
	store   Store
	writing sync.WaitGroup

	mu     sync.Mutex
	closed bool
	noted  map[string]time.Time // by id of the key
}

func newUses(s Store) *uses { return &uses{store: s, noted: map[string]time.Time{}} }

// note writes down that a key was used, unless that was done a moment ago. One
// that cannot be written is tried again with a later use.
func (u *uses) note(k Key, at time.Time) {
	if !u.begin(k, at) {
		return
	}
	go func() {
		defer u.writing.Done()
		ctx, cancel := context.WithTimeout(context.Background(), useTimeout)
		defer cancel()
		_ = u.store.Write(ctx, func(tx Tx) error { return tx.UseKey(k.ID, at) })
	}()
}

func (u *uses) begin(k Key, at time.Time) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	last := u.noted[k.ID]
	if k.Used.After(last) {
		last = k.Used
	}
	if u.closed || !last.IsZero() && at.Sub(last) < useEvery {
		return false
	}
	u.noted[k.ID] = at
	u.writing.Add(1)
	return true
}

// close waits for what is being written.
func (u *uses) close() {
	u.mu.Lock()
	u.closed = true
	u.mu.Unlock()
	u.writing.Wait()
}
