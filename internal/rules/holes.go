package rules

import "slices"

// Hole is something at the top of a resource that is written, but could not be
// read. Nobody is told that it is missing, or what follows from that.
type Hole struct {
	Key   string // empty where it cannot be told
	Whole bool   // all that stands under the key, not some entries of its list
}

// lacks reports whether something under a key could not be read.
func (j *Judged) lacks(key string) bool {
	return j != nil && slices.ContainsFunc(j.holes, func(h Hole) bool { return h.Key == key || h.Key == "" || j.unknownHole(h) && j.mayMean(h.Key, key) })
}

// unknownHole reports whether what could not be read has a key that no such
// resource has, so that it may be another, misspelt.
func (j *Judged) unknownHole(h Hole) bool {
	s := shapes[j.ID.Kind]
	return h.Whole && s != nil && s().properties[h.Key] == nil
}

// withoutHoles takes the keys off a list that are missing only because they
// could not be read.
func (j *Judged) withoutHoles(found []finding) []finding {
	if len(j.holes) == 0 {
		return found
	}
	return slices.DeleteFunc(found, func(f finding) bool {
		return f.Rule == Required && f.at == nil && j.lacks(f.missing)
	})
}
