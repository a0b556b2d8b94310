package route

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

var (
	orders = Candidate{
		Key: "orders", Name: "Orders", Description: "Looks up orders.",
		Examples: []string{"Where is my order?", "Has SO-1001 shipped?", "Cancel my order please"},
	}
	returns = Candidate{
		Key: "returns", Name: "Returns", When: "The customer wants to send something back or get money back.",
		Examples: []string{"I want to return my shoes", "Can I swap this for a bigger size?", "How do I get my money back?"},
	}
	// oddTeams are teams with little or strange data.
	oddTeams = map[string][]Candidate{
		"nobody":           {},
		"says nothing":     {{}, {}},
		"one":              {orders},
		"two":              {orders, returns},
		"identical":        {orders, orders, orders},
		"same, other keys": {{Key: "a", Examples: orders.Examples}, {Key: "b", Examples: orders.Examples}},
		"description only": {{Key: "x", Description: "Finds lost parcels."}, returns},
		"key only":         {{Key: "orders"}, {Key: "returns"}},
		"empty examples":   {{Key: "x", Examples: []string{"", " ", "🙂"}}, returns},
		"function words":   {{Key: "the", Examples: []string{"is it"}}, {Key: "of"}},
		"long":             {{Key: "long", Description: strings.Repeat("lorem ipsum dolor ", 500)}, orders},
		"scripts":          {{Key: "ja", Examples: []string{"注文はどこですか"}}, {Key: "th", Examples: []string{"คำสั่งซื้อของฉันอยู่ที่ไหน"}}},
	}
	oddMessages = []string{
		"", " \n\t", "Where is my order SO-1002?", "Do you sell gift cards?", "return", "🙂🙂", "👩🏽‍🚀",
		"12345 67-89 19.90", "-", "'t", "don't", "\xff\xfe\x00", "注文 SO-1002 はどこ", "ที่ไหน", "e\u0301\u0301\u0301", "\u0301",
		strings.Repeat("where is my order? ", 440), strings.Repeat("x", 8000), strings.Repeat("注文", 4000),
	}
)

// check decides a message and fails where the answer is no distribution.
func check(tb testing.TB, b *Builtin, n int, message string) Decision {
	tb.Helper()
	d, err := b.Decide(context.Background(), message)
	if err != nil {
		tb.Fatal(err)
	}
	if len(d.Probabilities) != n {
		tb.Fatalf("%d probabilities for %d candidates", len(d.Probabilities), n)
	}
	sum := d.None
	for _, p := range append(slices.Clone(d.Probabilities), d.None) {
		if math.IsNaN(p) || p < 0 || p > 1 {
			tb.Fatalf("%q: probability %v", message, p)
		}
	}
	for _, p := range d.Probabilities {
		sum += p
	}
	if math.Abs(sum-1) > 1e-9 {
		tb.Fatalf("%q: probabilities sum to %v", message, sum)
	}
	return d
}

func TestDecideIsADistribution(t *testing.T) {
	t.Parallel()
	for name, team := range oddTeams {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, again := NewBuiltin(team), NewBuiltin(team)
			for _, m := range oddMessages {
				first := check(t, b, len(team), m)
				if second := check(t, again, len(team), m); !equal(first, second) {
					t.Errorf("%q: %v, then %v", m, first, second)
				}
			}
		})
	}
}

func equal(a, b Decision) bool {
	return a.None == b.None && slices.Equal(a.Probabilities, b.Probabilities)
}

// The order in which candidates and examples stand must not show in the least
// digit: a moved line in a file is no other router.
func TestOrderChangesNothing(t *testing.T) {
	t.Parallel()
	for _, d := range readDesks(t) {
		want := NewBuiltin(d.Candidates)
		for seed := range uint64(5) {
			r := rand.New(rand.NewPCG(seed, 1))
			perm := r.Perm(len(d.Candidates))
			shuffled := make([]Candidate, len(perm))
			for i, p := range perm {
				shuffled[i] = d.Candidates[p]
				shuffled[i].Examples = slices.Clone(shuffled[i].Examples)
				r.Shuffle(len(shuffled[i].Examples), func(a, b int) {
					ex := shuffled[i].Examples
					ex[a], ex[b] = ex[b], ex[a]
				})
			}
			got := NewBuiltin(shuffled)
			for _, m := range append(d.None, oddMessages...) {
				w, g := check(t, want, len(perm), m), check(t, got, len(perm), m)
				for i, p := range perm {
					if g.Probabilities[i] != w.Probabilities[p] || g.None != w.None {
						t.Errorf("%s: %q: %v in order %v, %v as written", d.Desk, m, g, perm, w)
					}
				}
			}
		}
	}
}

func TestDecide(t *testing.T) {
	t.Parallel()
	described := Candidate{Key: "returns", Description: "Returns, exchanges and refunds."}
	tests := []struct {
		name    string
		team    []Candidate
		message string
		want    int // the candidate that takes it, -1 for none
	}{
		{"clear", []Candidate{orders, returns}, "Where is my order SO-1002?", 0},
		{"clear, other", []Candidate{orders, returns}, "I want to return these boots", 1},
		{"other case, accents, signs", []Candidate{orders, returns}, "WHÉRE  is my ORDER?!?", 0},
		{"a number never seen", []Candidate{orders, returns}, "Has AB/99-7731 shipped?", 0},
		{"unrelated", []Candidate{orders, returns}, "Do you sell gift cards?", -1},
		{"unrelated, one candidate", []Candidate{orders}, "Do you sell gift cards?", -1},
		{"clear, one candidate", []Candidate{orders}, "Where is my order SO-1002?", 0},
		{"empty", []Candidate{orders, returns}, "", -1},
		{"only function words", []Candidate{orders, returns}, "is it", -1},
		{"identical candidates", []Candidate{orders, orders}, "Where is my order?", -1},
		{"half of each", []Candidate{orders, returns}, "order return", -1},
		{"described only, unrelated", []Candidate{orders, described}, "Do you sell gift cards?", -1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := check(t, NewBuiltin(tt.team), len(tt.team), tt.message)
			got, p := d.Best()
			if p < minConfidence {
				got = -1
			}
			if got != tt.want {
				t.Errorf("taken by %d, want %d: %v", got, tt.want, d)
			}
		})
	}
}

func TestNumbersHaveOneShape(t *testing.T) {
	t.Parallel()
	b := NewBuiltin([]Candidate{orders, returns})
	want := check(t, b, 2, "Has SO-1001 shipped?")
	for _, id := range []string{"SO-1002", "SO-99999", "so1002", "#4410", "RMA-7", "2026-05-01"} {
		if got := check(t, b, 2, "Has "+id+" shipped?"); !equal(got, want) {
			t.Errorf("%s: %v, want %v", id, got, want)
		}
	}
}

func TestBest(t *testing.T) {
	t.Parallel()
	if i, p := (Decision{None: 1}).Best(); i != -1 || p != 0 {
		t.Errorf("nobody: %d, %v", i, p)
	}
	if i, p := (Decision{Probabilities: []float64{0.2, 0.4, 0.4}}).Best(); i != 1 || p != 0.4 {
		t.Errorf("first of equals: %d, %v", i, p)
	}
}
