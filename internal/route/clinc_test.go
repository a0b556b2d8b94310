package route

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// minConfidence is the default of an agent's routing.
const minConfidence = 0.7

// tally counts what a decider did with messages whose intent is known.
type tally struct {
	in, right, taken, takenRight float64 // in scope
	far, farTaken                float64 // out of any scope
	near, nearTaken              float64 // of intents beside the router's
	train, decide                time.Duration
	routers, decided             float64
	bins                         [10]struct{ n, p, right float64 }
}

// add decides one message; class is its candidate, -1 for none.
func (t *tally) add(d Decision, class int) (best int, taken bool) {
	best, p := d.Best()
	bin := &t.bins[min(int(p*10), 9)]
	bin.n++
	bin.p += p
	if best == class {
		bin.right++
	}
	return best, p >= minConfidence
}

// ece is the expected calibration error: how far the best candidate's
// probability is from how often it was right, over all messages.
func (t *tally) ece() float64 {
	sum, n := 0.0, 0.0
	for _, b := range t.bins {
		sum += math.Abs(b.p - b.right)
		n += b.n
	}
	return sum / n
}

func count(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// measure draws routers from intents that nothing was fitted on, and decides
// the test messages of theirs, and as many that belong to none of them.
func measure(tb testing.TB, c corpus, k, n, routers int) *tally {
	tb.Helper()
	t := &tally{routers: float64(routers)}
	for rep := range routers {
		r := rand.New(rand.NewPCG(uint64(rep), 77))
		cs, rest := c.router(r, c.odd, k, n, true)
		start := time.Now()
		b := NewBuiltin(cs)
		t.train += time.Since(start)
		decide := func(message string) Decision {
			start := time.Now()
			d, err := b.Decide(context.Background(), message)
			t.decide += time.Since(start)
			t.decided++
			if err != nil {
				tb.Fatal(err)
			}
			return d
		}
		for class, cand := range cs {
			for i, message := range c.test[cand.Key] {
				best, taken := t.add(decide(message), class)
				t.in++
				t.right += count(best == class)
				t.taken += count(taken)
				t.takenRight += count(taken && best == class)
				if i%2 == 0 {
					_, taken = t.add(decide(pick(r, c.oosTest)), -1)
					t.far++
					t.farTaken += count(taken)
				} else {
					_, taken = t.add(decide(pick(r, c.test[pick(r, rest)])), -1)
					t.near++
					t.nearTaken += count(taken)
				}
			}
		}
	}
	return t
}

// BenchmarkIntents reports how well the builtin decider does on public intent
// data: the numbers are in its metrics, not in its time.
func BenchmarkIntents(b *testing.B) {
	for _, c := range corpora(b) {
		for _, size := range [][2]int{{2, 3}, {3, 3}, {3, 5}, {5, 10}, {10, 10}} {
			b.Run(fmt.Sprintf("%s/%dx%d", c.name, size[0], size[1]), func(b *testing.B) {
				var t *tally
				for range b.N {
					t = measure(b, c, size[0], size[1], 100/size[0])
				}
				b.ReportMetric(t.right/t.in, "accuracy")
				b.ReportMetric(t.taken/t.in, "taken")
				b.ReportMetric(t.takenRight/t.taken, "accuracy-taken")
				b.ReportMetric(t.farTaken/t.far, "oos-taken")
				b.ReportMetric(t.nearTaken/t.near, "other-intents-taken")
				b.ReportMetric(t.ece(), "ECE")
				b.ReportMetric(float64(t.train.Microseconds())/1000/t.routers, "train-ms")
				b.ReportMetric(float64(t.decide.Nanoseconds())/1000/t.decided, "decide-µs")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}
