package route

import (
	"context"
	"strings"
	"testing"
)

// FuzzDecide holds that every answer is a distribution and that the candidates'
// order changes nothing, whatever they and the customer write.
func FuzzDecide(f *testing.F) {
	for _, m := range oddMessages {
		f.Add(m, "Where is my order?", "returns")
		f.Add("Where is my order?", m, m)
	}
	f.Fuzz(func(t *testing.T, message, example, about string) {
		team := []Candidate{{Key: "a", Examples: []string{example, message}}, {Key: "b", When: about}, returns}
		want := check(t, NewBuiltin(team), 3, message)
		team[0], team[2] = team[2], team[0]
		got := check(t, NewBuiltin(team), 3, message)
		if got.None != want.None || got.Probabilities[2] != want.Probabilities[0] {
			t.Errorf("%v, the other way round %v", want, got)
		}
	})
}

func BenchmarkDecide(b *testing.B) {
	builtin := NewBuiltin([]Candidate{orders, returns})
	b.ReportAllocs()
	for b.Loop() {
		_, _ = builtin.Decide(context.Background(), "My package for order SO-1001 still hasn't arrived.")
	}
}

func BenchmarkDecideLongMessage(b *testing.B) {
	builtin := NewBuiltin([]Candidate{orders, returns})
	message := strings.Repeat("My package for order SO-1001 still hasn't arrived. ", 160)
	for b.Loop() {
		_, _ = builtin.Decide(context.Background(), message)
	}
}
