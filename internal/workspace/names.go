package workspace

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/caplo/caplo/internal/agent"
)

const maxName = 80 // characters of a member's or key's name

// cleanName trims a name and refuses one that cannot be shown and typed again.
func cleanName(what, name string) (string, error) {
	clean := agent.NameKey(name)
	n := utf8.RuneCountInString(clean)
	if HoldsKey(clean) {
		return "", &Problem{Code: InvalidRequest, Message: what + " holds an API key", Hint: "call it something that everybody may read"}
	}
	if n < 1 || n > maxName || !utf8.ValidString(clean) || strings.ContainsFunc(clean, hidden) {
		return "", &Problem{
			Code: InvalidRequest, Message: what + " is 1 to 80 characters, none of them invisible",
		}
	}
	return clean, nil
}

// hidden is what does not show, or shows as something else: a name with it could
// pass for another.
func hidden(r rune) bool { return !unicode.IsPrint(r) }

// keyWithin finds a key, or the beginning of one with some of its secret.
var keyWithin = regexp.MustCompile(fmt.Sprintf("%s([%s]{%d})_[%[2]s]", keyPrefix, keyAlphabet, keyIDLen))

// HoldsKey reports whether a text holds an API key, or so much of one that it must
// not be repeated.
func HoldsKey(text string) bool { return keyWithin.MatchString(text) }

// shown quotes what somebody sent in place of a name, for a message. A key that was
// pasted there by mistake is not repeated.
func shown(sent string) string {
	if HoldsKey(sent) {
		return `"` + keyPrefix + `…"`
	}
	return fmt.Sprintf("%.100q", sent)
}

// sameName compares names as people do who read them in a list.
func sameName(a, b string) bool { return strings.EqualFold(agent.NameKey(a), agent.NameKey(b)) }
