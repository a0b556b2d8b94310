// Package route decides which sub-agent a customer's message belongs to,
// without asking a model: the deciders of fast routing.
//
// It knows no agents and no runs; the turn hands it labelled examples and takes
// what it answers.
package route

import "context"

// Candidate is one direct sub-agent, with what a decider may learn from.
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
	// the decider was made, and one for "none of them". They sum to 1.
	Decide(ctx context.Context, message string) (Decision, error)
}

// Decision is what a decider says of one message.
type Decision struct {
	Probabilities []float64
	None          float64
}

// Best returns the index and probability of the most probable candidate; -1
// where there are no candidates.
func (d Decision) Best() (int, float64) {
	best, p := -1, 0.0
	for i, q := range d.Probabilities {
		if best < 0 || q > p {
			best, p = i, q
		}
	}
	return best, p
}
