package workspace_test

import (
	"sync"
	"testing"
)

// TestWhatReadsShareIsNeverOld: another process changed the workspace since it
// was read, and the next read knows.
func TestWhatReadsShareIsNeverOld(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	other := b.another()
	var before string
	for n, p := range []pushing{
		support("v1", oneCase("a", "1")),
		support("v2", oneCase("a", "1")),
		support("v2", oneCase("a", "1"), oneCase("b", "2")),
		{project: "p", bodies: map[string]string{"agent/support": `{"name": "Renamed", "instructions": "v2"}`}},
	} {
		b.mustPush(p)
		var readers sync.WaitGroup // all at once: they share what the first one reads
		for range 4 {
			readers.Go(func() {
				mine, err := b.Agent(t.Context(), "support")
				if err != nil {
					t.Error(err)
				}
				theirs, err := other.Agent(t.Context(), "support")
				if err != nil || mine != theirs {
					t.Errorf("push %d: %+v here, %+v there, %v", n, mine, theirs, err)
				}
			})
		}
		readers.Wait()
		list, _, err := other.Agents(t.Context(), "", "", 10)
		if err != nil || len(list) != 1 {
			t.Fatalf("push %d: %+v, %v", n, list, err)
		}
		if now := list[0].Name + list[0].Draft + list[0].Suite; now == before {
			t.Errorf("push %d: as before: %+v", n, list[0])
		} else {
			before = now
		}
	}
}
