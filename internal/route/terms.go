package route

import "github.com/caplo/caplo/internal/text"

// maxRunes bounds how much of a message is read: what a customer wants stands
// near its top, and a pasted log must not cost what a thousand messages do.
const maxRunes = 2000

// shape stands for every order number, date and amount, so that a number never
// seen before looks like those in the examples.
const shape = "0"

// term is a word as the classifier sees it.
type term struct {
	word, stem string
	common     bool // says little of what the message is about
}

// terms are a text's words with numbers brought to one shape.
func terms(s string) []term {
	words := text.Words(clip(s))
	out := make([]term, 0, len(words))
	inShape := false
	for i, w := range words {
		switch {
		case inShape && w.Joined && w.Digit:
			// the rest of 2024-05-01 or 19.90
		case w.Digit && !shortMix(w.Text):
			if w.Joined && i > 0 && isPrefix(words[i-1]) {
				out = out[:len(out)-1] // the SO of SO-1002
			}
			out = append(out, term{shape, shape, true})
			inShape = true
		default:
			out = append(out, term{w.Text, text.Stem(w.Text), text.Common(w.Text)})
			inShape = false
		}
	}
	return out
}

// clip bounds a text to maxRunes characters.
func clip(s string) string {
	if len(s) <= maxRunes {
		return s
	}
	n := 0
	for i := range s {
		if n++; n > maxRunes {
			return s[:i]
		}
	}
	return s
}

// isPrefix reports a word that may be the letters before a number.
func isPrefix(w text.Word) bool { return !w.Digit && len(w.Text) <= 5 }

// shortMix reports words such as 2fa, mp3 and 4k: they have a digit in them and
// are no numbers.
func shortMix(w string) bool {
	if len(w) > 3 {
		return false
	}
	for i := range len(w) {
		if w[i] >= 'a' && w[i] <= 'z' {
			return true
		}
	}
	return false
}
