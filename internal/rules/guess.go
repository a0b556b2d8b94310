package rules

import (
	"slices"
	"strings"
)

func (w *walker) unknownHint(s *shape, k string, v any, g guess, home string) string {
	switch {
	case g.sure, g.word != "" && home == "":
		return "did you mean " + g.word + "?"
	case g.word != "" && w.fits(s.properties[g.word], v):
		return k + " belongs to " + home + "; or did you mean " + g.word + "?"
	}
	there := w.guess(s, k, v, s.known)
	switch {
	case g.word == "" && there.near:
		return "the key " + there.word + " is there already; remove this one"
	case home != "":
		return k + " belongs to " + home
	}
	return "known here: " + strings.Join(s.known, ", ")
}

// guess is the key that was meant by one that is not known.
type guess struct {
	word string
	near bool // by its letters, or since it can mean nothing else
	sure bool // beyond doubt
}

// guess says which key was meant. Words that are called otherwise elsewhere go
// first: by its letters answerIncludes would be answerExcludes.
func (w *walker) guess(s *shape, k string, v any, known []string) guess {
	if same := synonym(k, s.known, sameWords); same != "" {
		if !slices.Contains(known, same) {
			return guess{}
		}
		return guess{same, true, w.fits(s.properties[same], v)}
	}
	near := w.nearest(k, known)
	if near != "" && certain(k, near) {
		return guess{near, true, w.home(s, k, v) == ""}
	}
	if other := synonym(k, known, otherWords); other != "" {
		return guess{word: other}
	}
	return guess{word: near, near: near != ""}
}

// nearest remembers what it found, since a mistake that is made once in a list
// is mostly made in all of it.
func (w *walker) nearest(k string, known []string) string {
	key := k + "\x00" + strings.Join(known, "\x00")
	near, ok := w.slips[key]
	if !ok {
		if w.slips == nil {
			w.slips = map[string]string{}
		}
		near = nearest(k, known)
		w.slips[key] = near
	}
	return near
}

// mayMean reports whether an unknown key may stand for another, be it badly
// misspelt: what that other one seems to lack may be there.
func (s *shape) mayMean(word, key string) bool {
	x, y := plainWord(word), plainWord(key)
	known := []string{key}
	return slip(word, key) <= allowed(word) || strings.Contains(x, strings.TrimSuffix(y, "s")) || len(x) > 3 && strings.Contains(y, strings.TrimSuffix(x, "s")) ||
		synonym(word, known, sameWords) != "" || synonym(word, known, otherWords) != "" ||
		s != nil && s.properties[key] != nil && s.properties[key].member(word) != nil
}
