package cli

import (
	"runtime"
	"runtime/debug"
)

// usualGC is what the runtime goes by where nobody says otherwise.
const usualGC = 100

// startLean puts the first garbage collection off until the heap has 16 MB,
// instead of 4; from then on the usual pace holds. Most commands end before
// that, and a third of what a small one computes would be collecting. Who sets
// GOGC is left alone.
func startLean() {
	if old := debug.SetGCPercent(4 * usualGC); old != usualGC {
		debug.SetGCPercent(old)
		return
	}
	// What nobody refers to is cleaned up by the first collection.
	first := &struct{ self *byte }{new(byte)}
	runtime.AddCleanup(first, func(int) { debug.SetGCPercent(usualGC) }, 0)
}
