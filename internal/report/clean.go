package report

import "strings"

// Clean makes text that a file, model, tool or server wrote safe to show on a
// terminal: control characters and those that turn the direction of text are
// taken out, a tab becomes spaces, a line break a space, what is no UTF-8 a
// replacement character.
func Clean(s string) string {
	s = validUTF8(s)
	if !strings.ContainsFunc(s, unsafe) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\t':
			b.WriteString("    ")
		case r == '\n', r == 0x2028, r == 0x2029:
			b.WriteByte(' ')
		case !unsafe(r):
			b.WriteRune(r)
		}
	}
	return b.String()
}

func unsafe(r rune) bool {
	switch {
	case r < 0x20, r >= 0x7f && r < 0xa0:
		return true
	case r == 0x2028, r == 0x2029: // line breaks to some
		return true
	case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0x200e, r == 0x200f, r == 0x061c:
		return true
	case r >= 0xe0000 && r <= 0xe007f: // tags, which show nothing
		return true
	}
	return r == 0xfeff
}

// CleanLine is Clean with white space collapsed, for what somebody wrote as text
// and is shown within a line.
func CleanLine(s string) string { return Clean(strings.Join(strings.Fields(s), " ")) }

// CleanText is Clean line by line: line breaks stay.
func CleanText(s string) string {
	lines := strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n")
	for i, l := range lines {
		lines[i] = Clean(l)
	}
	return strings.Join(lines, "\n")
}
