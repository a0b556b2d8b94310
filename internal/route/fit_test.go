package route

import (
	"math"
	"math/rand/v2"
	"testing"
)

// fitSizes are the routers that the weights are fitted on: candidates and
// examples of each.
var fitSizes = [][2]int{
	{1, 3}, {1, 5}, {2, 2}, {2, 3}, {2, 5}, {3, 3}, {3, 5}, {3, 10}, {5, 5}, {5, 10}, {10, 10},
}

// observation is the evidence for one message, and whether it was in scope.
type observation struct {
	x [len(scopeWeights)]float64
	y float64
}

// TestScopeWeights fits scopeWeights anew and fails where the code holds others.
func TestScopeWeights(t *testing.T) {
	t.Parallel()
	var obs []observation
	for i, c := range corpora(t) {
		for _, size := range fitSizes {
			for rep := range 60 / (i + 1) { // banking77 is one trade: half as many
				r := rand.New(rand.NewPCG(uint64(rep), uint64(100*size[0]+size[1])))
				obs = append(obs, observe(c, r, size[0], size[1])...)
			}
		}
	}
	got := fit(obs)
	t.Logf("%d messages; fitted %.2f", len(obs), got)
	for i, w := range scopeWeights {
		if math.Abs(w-got[i]) > 0.02 {
			t.Errorf("scopeWeights[%d] is %.2f in the code; the data say %.2f", i, w, got[i])
		}
	}
}

// observe draws a router and messages for it: half in scope, a quarter out of
// any scope, a quarter of intents beside the router's.
func observe(c corpus, r *rand.Rand, k, n int) []observation {
	cs, rest := c.router(r, c.even, k, n, r.IntN(2) == 0)
	b := NewBuiltin(cs)
	var out []observation
	add := func(message string, y float64) {
		fs := features(terms(message))
		vec := b.words.vector(fs)
		scores := b.bayes.scores(vec)
		best := argmax(scores)
		e := b.evidence(fs, vec, best)
		e.lead = lead(scores, best)
		if e.near > 0 {
			out = append(out, observation{scopeTerms(e, b.words.content), y})
		}
	}
	for range 12 {
		add(pick(r, c.test[cs[r.IntN(k)].Key]), 1)
		add(pick(r, c.test[cs[r.IntN(k)].Key]), 1)
		add(pick(r, c.oosFit), 0)
		add(pick(r, c.test[pick(r, rest)]), 0)
	}
	return out
}

// TestTemperature holds that temperature is about the best there is for routers
// of every size, over both data sets.
func TestTemperature(t *testing.T) {
	t.Parallel()
	cs := corpora(t)
	factors := []float64{0.5, 0.7, 0.85, 1, 1.2, 1.4, 2}
	for _, size := range [][2]int{{2, 2}, {2, 3}, {3, 3}, {3, 5}, {5, 5}, {5, 10}, {10, 10}} {
		loss := make([]float64, len(factors))
		for _, c := range cs {
			for rep := range 30 {
				r := rand.New(rand.NewPCG(uint64(rep), 5))
				addLoss(loss, factors, c, r, size)
			}
		}
		t.Logf("%v: %.0f", size, loss)
		for i, f := range factors {
			if loss[i] < 0.95*loss[3] {
				t.Errorf("%v: %v times the temperature has %.3f of the loss", size, f, loss[i]/loss[3])
			}
		}
	}
}

// addLoss adds a router's log loss at multiples of the temperature.
func addLoss(loss, factors []float64, c corpus, r *rand.Rand, size [2]int) {
	cs, _ := c.router(r, c.even, size[0], size[1], r.IntN(2) == 0)
	b := NewBuiltin(cs)
	for class, at := range b.order {
		test := c.test[cs[at].Key]
		for _, m := range test {
			scores := b.bayes.scores(b.words.vector(features(terms(m))))
			for i, f := range factors {
				p := softmax(scores, f*temperature(len(b.docs)))[class]
				loss[i] -= math.Log(p) / float64(len(test))
			}
		}
	}
}

func pick(r *rand.Rand, from []string) string { return from[r.IntN(len(from))] }

// fit is logistic regression by Newton's method, with a ridge of 1.
func fit(obs []observation) [len(scopeWeights)]float64 {
	const n = len(scopeWeights)
	var w [n]float64
	for range 25 {
		var g [n]float64
		var h [n][n]float64
		for i := range n {
			g[i], h[i][i] = -w[i], 1
		}
		for _, o := range obs {
			z := 0.0
			for i := range n {
				z += w[i] * o.x[i]
			}
			p := 1 / (1 + math.Exp(-z))
			for i := range n {
				g[i] += (o.y - p) * o.x[i]
				for j := range n {
					h[i][j] += p * (1 - p) * o.x[i] * o.x[j]
				}
			}
		}
		for i, d := range solve(h, g) {
			w[i] += d
		}
	}
	return w
}

// solve is Gauss elimination; the matrix is positive definite.
func solve(a [len(scopeWeights)][len(scopeWeights)]float64, x [len(scopeWeights)]float64) [len(scopeWeights)]float64 {
	n := len(x)
	for i := range n {
		for j := i + 1; j < n; j++ {
			f := a[j][i] / a[i][i]
			for k := i; k < n; k++ {
				a[j][k] -= f * a[i][k]
			}
			x[j] -= f * x[i]
		}
	}
	for i := n - 1; i >= 0; i-- {
		for k := i + 1; k < n; k++ {
			x[i] -= a[i][k] * x[k]
		}
		x[i] /= a[i][i]
	}
	return x
}
