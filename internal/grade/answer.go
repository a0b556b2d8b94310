package grade

import (
	"fmt"
	"sort"
	"strings"

	"github.com/caplo/caplo/internal/text"
	"github.com/caplo/caplo/internal/trace"
)

func (j judged) answerContains() trace.CheckResult {
	const check = trace.CheckAnswerContains
	phrase, reply := text.Plain(j.AnswerContains), text.Plain(j.tr.Reply)
	switch {
	case !j.tr.Replied():
		return fail(check, "there is no reply to look in", j.AnswerContains, noReply)
	case phrase == "":
		return fail(check, "the phrase to look for is blank", j.AnswerContains, quote(j.tr.Reply))
	case !strings.Contains(reply, phrase):
		return fail(check, fmt.Sprintf("the reply does not contain %q", j.AnswerContains), j.AnswerContains, quote(j.tr.Reply))
	}
	return pass(check)
}

// answerExcludes does not pass on silence: a reply that is not there excludes
// nothing.
func (j judged) answerExcludes() trace.CheckResult {
	const check = trace.CheckAnswerExcludes
	expected := fmt.Sprintf("a reply without %q", j.AnswerExcludes)
	phrase, reply := text.Plain(j.AnswerExcludes), text.Plain(j.tr.Reply)
	switch {
	case !j.tr.Replied():
		return fail(check, "there is no reply to look in", expected, noReply)
	case phrase == "":
		return fail(check, "the phrase to look for is blank", expected, quote(j.tr.Reply))
	case strings.Contains(reply, phrase):
		return fail(check, fmt.Sprintf("the reply contains %q", j.AnswerExcludes), expected, quoteAt(j.tr.Reply, phrase))
	}
	return pass(check)
}

// maxQuote is how much of a reply a check quotes, in characters.
const maxQuote = 200

// quote shortens a reply from its beginning, on one line.
func quote(reply string) string {
	r := []rune(strings.Join(strings.Fields(reply), " "))
	if len(r) <= maxQuote {
		return string(r)
	}
	return string(r[:maxQuote]) + "…"
}

// quoteAt shortens a reply around the last place that holds the phrase, which
// is plain. Since a shorter tail holds it only if a longer one does, that place
// is found by halving, without a map from plain text back to what was written.
func quoteAt(reply, phrase string) string {
	const before = 8 // words shown before the phrase
	words := strings.Fields(reply)
	past := sort.Search(len(words), func(i int) bool {
		return !strings.Contains(text.Plain(strings.Join(words[i:], " ")), phrase)
	})
	from := max(0, past-1-before)
	tail := quote(strings.Join(words[from:], " "))
	if from > 0 {
		return "…" + tail
	}
	return tail
}
