// Package route decides which sub-agent a customer's message belongs to,
// without asking a model: the deciders of fast routing.
//
// It knows no agents and no runs; the turn hands it candidates and takes what
// it answers. The builtin decider learns from the candidates' own words alone,
// in a few milliseconds, and does no I/O.
package route

import "context"

// Candidate is one direct sub-agent, with what a decider may learn from. Any
// field may be empty.
type Candidate struct {
	Key         string
	Name        string
	Description string
	When        string
	Examples    []string
}

// Decider gives each candidate a probability for a message.
type Decider interface {
	// Decide returns a probability for each candidate, in the order given when
	// the decider was made, and one for "none of them". They sum to 1. A decider
	// that cannot say returns an error, never a guess.
	Decide(ctx context.Context, message string) (Decision, error)
}

// Decision is what a decider says of one message.
type Decision struct {
	Probabilities []float64
	None          float64
}

// Best returns the index and probability of the most probable candidate, the
// first of equals; -1 where there are no candidates.
func (d Decision) Best() (int, float64) {
	best, p := -1, 0.0
	for i, q := range d.Probabilities {
		if best < 0 || q > p {
			best, p = i, q
		}
	}
	return best, p
}
