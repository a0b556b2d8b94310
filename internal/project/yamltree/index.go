package yamltree

import (
	"bytes"
	"sync"
)

// index is what is looked up again and again where much is wrong with a file,
// and never where nothing is: it is made when it is first asked for. Without it
// the work would grow with the square of what is wrong.
type index struct {
	lock  sync.Mutex
	lists map[uint32][]uint32 // where the entries of a list start, by the list

	count    sync.Once
	repeated map[span]bool // values and keys that do
}

// item is where the entry of a list starts.
func (d *Doc) item(list uint32, n int) (uint32, bool) {
	d.index.lock.Lock()
	defer d.index.lock.Unlock()
	starts, ok := d.index.lists[list]
	if !ok {
		Value{d, list}.each(func(kid Value, _ *entry) bool {
			starts = append(starts, kid.i)
			return true
		})
		if d.index.lists == nil {
			d.index.lists = map[uint32][]uint32{}
		}
		d.index.lists[list] = starts
	}
	if n < 0 || n >= len(starts) {
		return 0, false
	}
	return starts[n], true
}

// shared reports whether a value or key is written once for several places.
func (d *Doc) shared(sp span) bool {
	d.index.count.Do(func() {
		if bytes.IndexByte(d.src.text, '*') >= 0 { // or there is no alias
			d.index.repeated = d.repeated()
		}
	})
	return d.index.repeated[sp]
}

// repeated finds the values and keys that stand in several places.
func (d *Doc) repeated() map[span]bool {
	out := map[span]bool{}
	values, keys := map[span]bool{}, map[span]bool{}
	note := func(seen map[span]bool, sp span) {
		if seen[sp] {
			out[sp] = true
		}
		seen[sp] = true
	}
	for i := range d.entries {
		e := &d.entries[i]
		note(values, e.val)
		if e.key.end > e.key.start {
			note(keys, e.key)
		}
	}
	return out
}
