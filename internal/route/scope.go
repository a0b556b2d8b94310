package route

import "math"

// evidence is what speaks for a message belonging to its best class at all.
type evidence struct {
	near    float64 // cosine to the nearest text of the class
	known   float64 // weight of the message's words that the class has
	unknown float64 // weight of those it has not
	lead    float64 // by how much the class leads in log likelihood, at most maxLead
}

const (
	// commonShare is a function word's part of known and unknown, in words.
	commonShare = 0.15
	// maxLead is where a lead has said all it can, and what a class without
	// rivals has.
	maxLead = 2.0
)

// scopeWeights weigh the terms of scopeTerms. They were fitted by logistic
// regression over routers of 1 to 10 intents with 2 to 10 examples each, drawn
// from half of the intents of CLINC150 (CC BY 3.0) and BANKING77 (CC BY 4.0),
// with as many messages out of scope, half of them of neighbouring intents.
// Examples as few as a sub-agent's own cannot tell how far a message may lie
// from them; how that goes in general is learnt here once. TestScopeWeights
// fits them anew.
var scopeWeights = [...]float64{0.42, 10.27, 2.66, -1.16, -0.88, 0.13}

// scopeTerms are the terms of the logistic regression. The more words a router
// has learnt, the more a message shares with it by chance, and the more a lead
// over the other classes is worth.
func scopeTerms(e evidence, words int) [len(scopeWeights)]float64 {
	size := math.Log1p(float64(words))
	return [...]float64{1, e.near, math.Log1p(e.known), math.Log1p(e.unknown), size, size * e.lead}
}

// inScope is the probability that a message belongs to its best class rather
// than to none.
func inScope(e evidence, words int) float64 {
	if e.near == 0 {
		return 0 // nothing in common
	}
	z := 0.0
	for i, t := range scopeTerms(e, words) {
		z += scopeWeights[i] * t
	}
	return 1 / (1 + math.Exp(-z))
}

// temperature turns log likelihoods into probabilities among the candidates. It
// was chosen on the same routers as scopeWeights (TestTemperature holds it to
// them): one for all routers of a size served messages not learnt from better
// than one cross-validated on a router's own examples, which with three examples
// a candidate was far too sure of itself or far too little.
func temperature(texts int) float64 {
	return 0.18 * math.Pow(float64(texts), 0.16)
}

// lead is by how much the best class leads the next.
func lead(scores []float64, best int) float64 {
	l := maxLead
	for c, s := range scores {
		if c != best {
			l = math.Min(l, scores[best]-s)
		}
	}
	return l
}
