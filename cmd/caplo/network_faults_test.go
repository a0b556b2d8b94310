//go:build faults && unix

package main

import (
	"fmt"
	"testing"
)

// TestFaultNetworkSlow is a network that delays, drips and slices, all the time:
// evals come through it.
func TestFaultNetworkSlow(t *testing.T) {
	t.Parallel()
	for name, toxics := range map[string][]string{
		"delay": {
			`{"type":"latency","stream":"upstream","attributes":{"latency":150,"jitter":50}}`,
			`{"type":"latency","stream":"downstream","attributes":{"latency":150,"jitter":50}}`,
		},
		"drip": {
			`{"type":"bandwidth","stream":"upstream","attributes":{"rate":4}}`,
			`{"type":"bandwidth","stream":"downstream","attributes":{"rate":4}}`,
		},
		"slices": {
			`{"type":"slicer","stream":"upstream","attributes":{"average_size":7,"size_variation":5,"delay":100}}`,
			`{"type":"slicer","stream":"downstream","attributes":{"average_size":7,"size_variation":5,"delay":100}}`,
		},
		"late end": {`{"type":"slow_close","stream":"downstream","attributes":{"delay":500}}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWire(t, mixed, map[string]int{"orders": 6})
			for _, toxic := range toxics {
				w.poison(toxic)
			}
			w.ends(w.start("eval"))
			w.verdicts(1)
		})
	}
}

// TestFaultNetworkHole lets nothing through: a client says so within its wait, and
// nothing has happened.
func TestFaultNetworkHole(t *testing.T) {
	t.Parallel()
	for _, stream := range []string{"upstream", "downstream"} {
		t.Run(stream, func(t *testing.T) {
			t.Parallel()
			w := newWire(t, mixed, map[string]int{"orders": 5})
			w.poison(`{"type":"timeout","stream":"` + stream + `","attributes":{"timeout":0}}`)
			w.broke(w.run("eval", "--wait", "500ms"), "no answer from http://127", "did not come within 500ms")
			w.broke(w.run("push", "--wait", "500ms"), "no answer from http://127", "did not come within 500ms")
			if n := w.number(`SELECT count(*) FROM revisions`); n != 0 {
				t.Errorf("%d revisions", n)
			}
			w.heal()
			w.ends(w.start("eval"))
			w.verdicts(1)
		})
	}
}

// TestFaultNetworkCut cuts a connection after so many bytes, once: what was under
// way is done again, and nothing twice.
func TestFaultNetworkCut(t *testing.T) {
	t.Parallel()
	for _, stream := range []string{"upstream", "downstream"} {
		t.Run(stream, func(t *testing.T) {
			t.Parallel()
			w := newWire(t, mixed, map[string]int{"orders": 4})
			for i, bytes := range []int{0, 100, 400, 700, 1100, 1600, 2300, 3000, 4000, 6000} {
				w.agent("orders", fmt.Sprintf("Answer in %d words.", i), 4)
				before := w.accepted.Load() + 1
				w.poison(fmt.Sprintf(`{"type":"limit_data","stream":%q,"attributes":{"bytes":%d}}`, stream, bytes))
				p := w.start("eval")
				w.bitten(p, before)
				w.heal()
				w.ends(p)
				w.verdicts(i + 1)
				if n := w.number(`SELECT count(*) FROM revisions`); n != i+1 {
					t.Errorf("%d bytes: %d revisions, want %d", bytes, n, i+1)
				}
			}
		})
	}
}

// TestFaultNetworkReset has connections reset, for good and then no longer.
func TestFaultNetworkReset(t *testing.T) {
	t.Parallel()
	for _, stream := range []string{"upstream", "downstream"} {
		for _, ms := range []int{0, 30} {
			t.Run(fmt.Sprintf("%s, %d ms", stream, ms), func(t *testing.T) {
				t.Parallel()
				w := newWire(t, mixed, map[string]int{"orders": 5})
				w.poison(fmt.Sprintf(`{"type":"reset_peer","stream":%q,"attributes":{"timeout":%d}}`, stream, ms))
				w.broke(w.run("eval"), "no answer from http://127", "connection was cut|reset")
				p := w.start("eval")
				w.bitten(p, w.accepted.Load())
				w.heal()
				w.ends(p)
				w.verdicts(1)
			})
		}
	}
}

// TestFaultNetworkMeanwhile makes the wire bad while a run is watched: whoever
// watches connects again, and prints each case once.
func TestFaultNetworkMeanwhile(t *testing.T) {
	t.Parallel()
	for name, harm := range map[string]func(*wire, *process){
		"cut often": func(w *wire, _ *process) {
			w.poison(`{"type":"limit_data","stream":"downstream","attributes":{"bytes":3500}}`)
		},
		"cut often, early": func(w *wire, _ *process) {
			w.poison(`{"type":"limit_data","stream":"downstream","attributes":{"bytes":2000}}`)
		},
		"down and up": func(w *wire, _ *process) {
			w.proxy.Stop()
			w.must(w.proxy.Start())
		},
		"reset, then well": func(w *wire, p *process) {
			before := w.accepted.Load()
			w.poison(`{"type":"reset_peer","stream":"downstream","attributes":{"timeout":0}}`)
			w.proxy.Stop()
			w.must(w.proxy.Start())
			w.until("three connections", func() bool { return p.over() || w.accepted.Load() > before+2 })
			w.heal()
		},
		"hole, then well": func(w *wire, _ *process) {
			n := len(done(w.rows()))
			w.poison(`{"type":"timeout","stream":"downstream","attributes":{"timeout":0}}`)
			w.until("verdicts that nobody hears of", func() bool { return len(done(w.rows())) >= min(n+3, 20) })
			w.heal()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWire(t, mixed, map[string]int{"orders": 20})
			p := w.start("eval")
			for _, n := range []int{2, 9} {
				p.printed(n)
				w.heal()
				harm(w, p)
			}
			w.ends(p)
			w.verdicts(1)
		})
	}
}
