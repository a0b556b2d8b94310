package workspace

import (
	"testing"
)

// TestSignalsAreOfWatchersOnly: what nobody watches any more leaves nothing behind.
func TestSignalsAreOfWatchersOnly(t *testing.T) {
	t.Parallel()
	p := &pool{signals: map[string]*signal{}}
	p.changed("a") // nobody watches
	first, second := p.watch("a"), p.watch("a")
	before := p.signal("a")
	p.changed("a")
	<-before
	after := p.signal("a")
	first()
	p.changed("a")
	<-after
	if len(p.signals) != 1 {
		t.Errorf("%d runs are watched", len(p.signals))
	}
	second()
	if len(p.signals) != 0 {
		t.Errorf("%d runs are watched by nobody", len(p.signals))
	}
}
