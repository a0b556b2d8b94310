//go:build faults

package workspace_test

import "testing"

// TestFaultInterleavings is TestInterleavings with pushes that ask first what the
// workspace lacks, as a client does.
func TestFaultInterleavings(t *testing.T) {
	t.Parallel()
	interleave(t, 4, func(b *bundle, key string) []worker {
		return []worker{newPusher(b, key, "P", true), newPusher(b, key, "Q", true), &editor{b: b, key: key}}
	})
}
