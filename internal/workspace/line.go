package workspace

import (
	"context"
	"slices"
	"sync"
)

// line keeps runs in the order in which they began to be followed: the next one
// is worked when the one before has no case left to claim.
type line struct {
	mu    sync.Mutex
	ids   []string
	moved chan struct{} // closed when somebody leaves
}

func newLine() *line { return &line{moved: make(chan struct{})} }

// join puts a run at the end, unless it is in line already.
func (l *line) join(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !slices.Contains(l.ids, id) {
		l.ids = append(l.ids, id)
	}
}

// leave takes a run out, wherever it stands.
func (l *line) leave(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if i := slices.Index(l.ids, id); i >= 0 {
		l.ids = slices.Delete(l.ids, i, i+1)
		close(l.moved)
		l.moved = make(chan struct{})
	}
}

// turn waits until the run stands first, or in line no more.
func (l *line) turn(ctx context.Context, id string) error {
	for {
		l.mu.Lock()
		at, moved := slices.Index(l.ids, id), l.moved
		l.mu.Unlock()
		if at <= 0 {
			return ctx.Err()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-moved:
		}
	}
}
