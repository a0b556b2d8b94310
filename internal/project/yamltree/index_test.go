package yamltree

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestManyLookups: whoever asks for every entry of a long list by its pointer,
// and whether it is shared, is not to wait for the square of its length.
func TestManyLookups(t *testing.T) {
	t.Parallel()
	const n = 80_000
	doc, ds := Parse([]byte("tools: [&a x, *a]\nlist:\n" + strings.Repeat("  - 1\n", n)))
	if doc == nil {
		t.Fatal(ds)
	}
	start := time.Now()
	for i := range n {
		if v, ok := doc.Find(fmt.Sprintf("/list/%d", i)); !ok || v.Shared() {
			t.Fatalf("entry %d: found %v", i, ok)
		}
	}
	if took := time.Since(start); took > 10*time.Second { // 50 ms on a machine that does nothing else
		t.Errorf("took %v", took)
	}
	if v, ok := doc.Find("/tools/1"); !ok || !v.Shared() {
		t.Error("what an alias stands for is not shared")
	}
	if _, ok := doc.Find(fmt.Sprintf("/list/%d", n)); ok {
		t.Error("there is an entry behind the last")
	}
}
