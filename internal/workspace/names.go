package workspace

import (
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

// sameName compares names as people do who read them in a list.
func sameName(a, b string) bool { return strings.EqualFold(agent.NameKey(a), agent.NameKey(b)) }
