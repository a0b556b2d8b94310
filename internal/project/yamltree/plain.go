package yamltree

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// numberLike is what some reader or other takes for a number, grouped digits
// and versions among them.
var numberLike = regexp.MustCompile(`^[-+.0-9][-+.,:_0-9eExXoO]*$`)

// plainSafe reports whether a text can be written without quotes so that readers
// of YAML 1.1 and 1.2 alike read it as that text, within brackets or not.
func plainSafe(text string, flow bool) bool {
	if text == "" || text != strings.Trim(text, " ") || needsEscape(text) || strings.ContainsAny(text, "\n\t") {
		return false
	}
	if strings.ContainsRune("-?:,[]{}#&*!|>'\"%@`=.~<", rune(text[0])) || text[len(text)-1] == ':' {
		return false
	}
	if strings.Contains(text, ": ") || strings.Contains(text, " #") || flow && strings.ContainsAny(text, ",[]{}:") {
		return false
	}
	if coreKind(text) != String || oldReading(text) != "" || numberLike.MatchString(text) || smartQuoted(text) {
		return false
	}
	return ascii(text) || invisible(newSource([]byte(text)), span{0, uint32(len(text))}) == nil
}

// needsEscape reports whether a text of one line holds what only an escape
// shows, or what quotes alone can hold.
func needsEscape(text string) bool {
	for i, r := range text {
		if r != '\n' && r != '\t' && escaped(r, text[:i], unseen) {
			return true
		}
	}
	return false
}

// escaped reports whether a character behind a text is written as an escape in
// double quotes. hidden are those that cannot be seen.
func escaped(r rune, before, hidden string) bool {
	switch {
	case r < ' ' || r == 0x7f:
		return true
	case r < 0x80:
		return false
	case r < 0xa0 || r == 0x2028 || r == 0x2029 || r == 0xfeff || r&0xfffe == 0xfffe:
		return true // breaks to readers of YAML 1.1, or no characters of theirs
	}
	return strings.ContainsRune(hidden, r) && !(strings.ContainsRune(joiners, r) && joins(before))
}

// literalSafe reports whether a text can stand in a block of lines. One that
// begins with white space would need its indentation told, and one that ends
// with a line of spaces is lost to the next editor.
func literalSafe(text string) bool {
	if strings.Trim(text, " \t\n") == "" || strings.ContainsRune(" \t\n", rune(text[0])) {
		return false
	}
	tail := text[len(strings.TrimRight(text, " \t\n")):]
	if i := strings.IndexByte(tail, '\n'); i >= 0 && strings.Trim(tail[i:], "\n") != "" {
		return false
	}
	hidden := unseen // a short text may be a name, in which nothing may hide
	if isLong(text) {
		hidden = bidi
	}
	for i, r := range text {
		if r != '\n' && r != '\t' && escaped(r, text[:i], hidden) {
			return false
		}
	}
	return true
}

// single writes a text in single quotes; false where they cannot hold it.
func single(text string) (string, bool) {
	if needsEscape(text) || strings.ContainsAny(text, "\n\t") {
		return "", false
	}
	return "'" + strings.ReplaceAll(text, "'", "''") + "'", true
}

var shortEscapes = map[rune]string{'"': `\"`, '\\': `\\`, '\n': `\n`, '\t': `\t`, '\r': `\r`}

// double writes a text in double quotes, on one line.
func double(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i, r := range text {
		short := shortEscapes[r]
		switch {
		case short != "":
			b.WriteString(short)
		case escaped(r, text[:i], unseen) && r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		case escaped(r, text[:i], unseen):
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// quoted writes a text in the quotes that need less in it.
func quoted(text string) string {
	if strings.ContainsAny(text, `"\`) {
		if s, ok := single(text); ok {
			return s
		}
	}
	return double(text)
}

// oneLine writes a text on one line, without quotes where that is safe.
func oneLine(text string, flow bool) string {
	if plainSafe(text, flow) {
		return text
	}
	return quoted(text)
}

// isLong reports whether a text is more than a line of a file should hold.
func isLong(text string) bool { return utf8.RuneCountInString(text) > 120 }

// keyText writes a key.
func keyText(key string, quote bool) string {
	// The library takes << at the end of a key for a merge key.
	if quote || !plainSafe(key, true) || strings.Contains(key, "<<") || strings.ContainsAny(key, " ") && len(key) > 60 {
		return double(key)
	}
	return key
}
