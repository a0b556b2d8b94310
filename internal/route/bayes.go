package route

import "math"

const (
	// smoothing is what each class is taken to have of every feature.
	smoothing = 0.1
	// aboutWeight is what a text about the messages (a name, a description, a
	// when) counts beside a message itself.
	aboutWeight = 0.5
)

// document is one text of a class, learnt from.
type document struct {
	class int
	about bool // about the messages, not one of them
	vec   []entry
}

// bayes is multinomial naive Bayes over unit vectors.
type bayes struct {
	classes int
	logp    []float64 // feature by feature, class by class
	known   []bool    // likewise: the class has the feature
}

// newBayes adds up the documents of each class. Every class is scaled to the
// same mass: without that, one with few words would win whatever the others
// do not have, and one with many what nobody has.
func newBayes(classes, features int, docs []document) *bayes {
	b := &bayes{
		classes: classes,
		logp:    make([]float64, features*classes),
		known:   make([]bool, features*classes),
	}
	total := make([]float64, classes)
	sum := 0.0
	for _, d := range docs {
		w := 1.0
		if d.about {
			w = aboutWeight
		}
		for _, e := range d.vec {
			i := int(e.id)*classes + d.class
			b.logp[i] += w * e.v
			b.known[i] = true
			total[d.class] += w * e.v
			sum += w * e.v
		}
	}
	mean := sum / float64(classes)
	rest := math.Log(mean + smoothing*float64(features))
	for i, mass := range b.logp {
		if t := total[i%classes]; t > 0 {
			mass *= mean / t
		}
		b.logp[i] = math.Log(mass+smoothing) - rest
	}
	return b
}

// scores are the classes' log likelihoods of a vector.
func (b *bayes) scores(vec []entry) []float64 {
	out := make([]float64, b.classes)
	for _, e := range vec {
		row := b.logp[int(e.id)*b.classes:]
		for c := range out {
			out[c] += e.v * row[c]
		}
	}
	return out
}

// softmax turns scores into probabilities.
func softmax(scores []float64, temperature float64) []float64 {
	top := math.Inf(-1)
	for _, s := range scores {
		top = math.Max(top, s)
	}
	out := make([]float64, len(scores))
	sum := 0.0
	for i, s := range scores {
		out[i] = math.Exp((s - top) / temperature)
		sum += out[i]
	}
	for i := range out {
		out[i] /= sum
	}
	return out
}
