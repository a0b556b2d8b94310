package workspace

import (
	"sync"

	"github.com/caplo/caplo/internal/agent"
)

// resources are the heads as of one revision, with what reads make of them again
// and again: the agents' drafts and names. The heads never change here.
type resources struct {
	revision int64
	heads    map[agent.ID]Head

	mu     sync.Mutex
	drafts map[string]string // digests by agent; empty where the draft is broken
	names  map[string]string // of agents, by digest of the body
}

func newResources(revision int64, heads map[agent.ID]Head) *resources {
	return &resources{revision: revision, heads: heads, drafts: map[string]string{}, names: map[string]string{}}
}

// draft is the digest of an agent's draft; empty where that is broken.
func (r *resources) draft(key string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	digest, ok := r.drafts[key]
	if !ok {
		d, _ := draftOf(r.heads, key)
		digest = d.digest
		r.drafts[key] = digest
	}
	return digest
}

// name is the name that stands in an agent's body.
func (r *resources) name(tx Tx, h Head) (string, error) {
	r.mu.Lock()
	name, ok := r.names[h.Body]
	r.mu.Unlock()
	if ok {
		return name, nil
	}
	name, err := nameOf(tx, h)
	if err == nil {
		r.mu.Lock()
		r.names[h.Body] = name
		r.mu.Unlock()
	}
	return name, err
}

// latest keeps the newest resources that were read, so that most reads ask the
// database no more than whether there is a newer revision. Every change of a head
// makes one, whoever makes it.
type latest struct {
	mu    sync.Mutex
	known *resources
}

// read returns the resources as of a transaction. One that changes heads reads
// before it does: it may yet be rolled back, and what it changed is not shared.
func (l *latest) read(tx Tx) (*resources, error) {
	revision, err := tx.LastRevision()
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	known := l.known
	l.mu.Unlock()
	if known != nil && known.revision == revision {
		return known, nil
	}
	heads, err := headsByID(tx)
	if err != nil {
		return nil, err
	}
	now := newResources(revision, heads)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.known == nil || l.known.revision < revision { // an older transaction may be slower
		l.known = now
	}
	return now, nil
}
