package tool

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestNoWriteReachesABackend calls tools at random with arguments of every sort
// and asserts that none but reads ever reach the backend, and that the ledger
// holds every attempt in order.
func TestNoWriteReachesABackend(t *testing.T) {
	t.Parallel()
	names := make([]string, 0, len(deskEffects))
	for n := range deskEffects {
		names = append(names, n)
	}
	raws := []string{``, `{}`, `{"id":"A"}`, `{"id":`, `["A"]`, `null`, `{"id":"A","id":"B"}`, `{"effect":"read"}`, `{"method":"GET"}`}
	for seed := range uint64(200) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		live := &spy{out: `{}`}
		s := NewCaller(deskSet(t), live, nil).Session()
		for i := range 30 {
			name, raw := names[rnd.IntN(len(names))], raws[rnd.IntN(len(raws))]
			if rnd.IntN(5) == 0 {
				s.Refuse(name, raw, "a limit")
			} else {
				s.Call(context.Background(), name, raw)
			}
			if e := s.Ledger()[i]; e.Tool != name || e.Effect != deskEffects[name] {
				t.Fatalf("seed %d: entry %d is %+v for %s", seed, i, e, name)
			}
		}
		for _, name := range live.seen {
			if deskEffects[name] != "read" {
				t.Fatalf("seed %d: %s reached the backend", seed, name)
			}
		}
		for _, e := range s.Ledger() {
			if e.CarriedOut && e.Effect != "read" {
				t.Fatalf("seed %d: %s", seed, fmt.Sprint(e))
			}
		}
	}
}
