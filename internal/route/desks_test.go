package route

import (
	"context"
	"encoding/json"
	"os"
	"testing"
)

// desk is a small team as people write them, with messages for it.
type desk struct {
	Desk       string
	Candidates []Candidate
	Clear      map[string][]string // plainly a sub-agent's, by key
	Far        map[string][]string // a sub-agent's, in other words than its own
	None       []string            // plainly nobody's
	Close      []string            // nobody's, in a sub-agent's words
}

func readDesks(tb testing.TB) []desk {
	tb.Helper()
	b, err := os.ReadFile("testdata/desks.json")
	if err != nil {
		tb.Fatal(err)
	}
	var ds []desk
	if err := json.Unmarshal(b, &ds); err != nil {
		tb.Fatal(err)
	}
	return ds
}

// TestDesks holds what fast routing promises on teams with three examples a
// sub-agent: what is plain is taken, and right; what is plainly nobody's is
// left to the model; what is neither is seldom taken wrongly.
func TestDesks(t *testing.T) {
	t.Parallel()
	for _, d := range readDesks(t) {
		t.Run(d.Desk, func(t *testing.T) {
			t.Parallel()
			b := NewBuiltin(d.Candidates)
			taken := func(messages []string, want string) (right, wrong int) {
				for _, m := range messages {
					got, _ := b.Decide(context.Background(), m)
					best, p := got.Best()
					key := d.Candidates[best].Key
					t.Logf("%.2f %s, want %s: %q", p, key, want, m)
					if p >= minConfidence && key == want {
						right++
					} else if p >= minConfidence {
						wrong++
					}
				}
				return right, wrong
			}
			missed, far := 0, 0
			for key, messages := range d.Clear {
				right, wrong := taken(messages, key)
				missed += len(messages) - right
				if wrong > 0 {
					t.Errorf("%d clear messages for %s went to others", wrong, key)
				}
			}
			if missed > 1 {
				t.Errorf("%d clear messages were not taken", missed)
			}
			for key, messages := range d.Far {
				_, wrong := taken(messages, key)
				far += wrong
			}
			if far > 1 {
				t.Errorf("%d messages in other words went to the wrong one", far)
			}
			if _, wrong := taken(d.None, "none"); wrong > 0 {
				t.Errorf("%d messages that are nobody's were taken", wrong)
			}
			if _, wrong := taken(d.Close, "none"); wrong > len(d.Close)/2 {
				t.Errorf("%d of %d messages close to a sub-agent's were taken", wrong, len(d.Close))
			}
		})
	}
}
