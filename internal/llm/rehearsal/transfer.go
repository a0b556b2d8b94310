package rehearsal

import (
	"slices"
	"strings"

	"github.com/caplo/caplo/internal/llm"
	"github.com/caplo/caplo/internal/text"
)

// Words for getting to a person, and for the person.
var (
	reaching = listed("speak talk chat connect transfer escalat hand pass forward refer put")
	people   = listed("person human colleague representative operator manager supervisor transfer_to_person action")
	anybody  = listed("someone somebody staff team employee agent")
)

// reaches reports whether a text speaks of getting to a person: a verb of
// reaching, and within some words of it a word for people.
func reaches(s string, within int, who ...bag) bool {
	since := within + 1
	for _, w := range text.Words(s) {
		st := text.Stem(w.Text)
		since++
		switch {
		case reaching[st] || reaching[w.Text]:
			since = 0
		case since <= within && slices.ContainsFunc(who, func(b bag) bool { return b[st] || b[w.Text] }):
			return true
		}
	}
	return false
}

// handsOver reports whether what is to be done is to hand over to a person.
func handsOver(main string) bool {
	for _, clause := range strings.FieldsFunc(main, func(r rune) bool { return strings.ContainsRune(";.", r) }) {
		if reaches(clause, 8, people, bag{"someon": true, "staff": true, "team": true}) && !offering().MatchString(clause) && !negator().MatchString(clause) {
			return true
		}
	}
	return false
}

var offering = lazily(`(?i)\boffer\b`)

// handedOver says what the instructions say along with a transfer.
func (t *turn) handedOver(s step) llm.Response {
	if s.out.failed {
		return say(t.fallback().say)
	}
	if r, _ := t.best(halfway); r != nil && r.moves && r.say != "" {
		return say(r.say)
	}
	rest := t.fallback()
	if rest.moves {
		return say(rest.say, s.out.message)
	}
	return say(s.out.message, "I am handing you over to a person.")
}
