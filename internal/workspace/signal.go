package workspace

// signal wakes who watches a run.
type signal struct {
	watchers int
	changed  chan struct{} // closed at the run's next change here
}

// watch makes changes of a run known, until unwatch is called.
func (p *pool) watch(id string) (unwatch func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.signals[id]
	if s == nil {
		s = &signal{changed: make(chan struct{})}
		p.signals[id] = s
	}
	s.watchers++
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if s.watchers--; s.watchers == 0 {
			delete(p.signals, id)
		}
	}
}

// signal returns a channel that is closed at the next change of a run that is
// watched.
func (p *pool) signal(id string) <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.signals[id].changed
}

// changed wakes who watches a run.
func (p *pool) changed(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s := p.signals[id]; s != nil {
		close(s.changed)
		s.changed = make(chan struct{})
	}
}
