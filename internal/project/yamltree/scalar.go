package yamltree

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

func runeLen(b []byte) int {
	_, n := utf8.DecodeRune(b)
	return max(n, 1)
}

// singleLen is the length of the single-quoted scalar that text begins with, 0
// if it is not closed.
func singleLen(text []byte) int {
	if len(text) == 0 || text[0] != '\'' {
		return 0
	}
	for i := 1; i < len(text); i++ {
		if text[i] != '\'' {
			continue
		}
		if i+1 < len(text) && text[i+1] == '\'' {
			i++
			continue
		}
		return i + 1
	}
	return 0
}

// doubleLen is singleLen for double quotes.
func doubleLen(text []byte) int {
	if len(text) == 0 || text[0] != '"' {
		return 0
	}
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return 0
}

// decodePlain is the text of a plain scalar: white space around line breaks
// goes, one break becomes a space, more become one line feed fewer.
func decodePlain(raw string) string {
	if !strings.ContainsAny(raw, "\r\n") {
		return raw
	}
	var f folder
	for i := 0; i < len(raw); {
		i = f.step(raw, i)
	}
	return f.out.String()
}

// decodeSingle is the text of a single-quoted scalar, quotes included in raw.
func decodeSingle(raw string) string {
	raw = raw[1 : len(raw)-1]
	if !strings.ContainsAny(raw, "'\r\n") {
		return raw
	}
	var f folder
	for i := 0; i < len(raw); {
		if raw[i] == '\'' {
			f.write("'")
			i += 2
			continue
		}
		i = f.step(raw, i)
	}
	return f.finish()
}

// folder folds the lines of a flow scalar. White space is held back until it
// is known not to stand before a line break.
type folder struct {
	out  strings.Builder
	held string
}

func (f *folder) write(s string) {
	f.out.WriteString(f.held)
	f.held = ""
	f.out.WriteString(s)
}

func (f *folder) finish() string {
	f.write("")
	return f.out.String()
}

// step takes one character, or a run of line breaks, and returns what follows.
func (f *folder) step(raw string, i int) int {
	switch c := raw[i]; c {
	case ' ', '\t':
		f.held += raw[i : i+1]
		return i + 1
	case '\n', '\r':
		f.held = ""
		n, next := breaks(raw, i)
		if n == 1 {
			f.out.WriteByte(' ')
		}
		f.out.WriteString(strings.Repeat("\n", n-1))
		return next
	}
	_, n := utf8.DecodeRuneInString(raw[i:])
	f.write(raw[i : i+n])
	return i + n
}

// breaks counts the line breaks from i on, white space between and behind them
// skipped, and returns what follows.
func breaks(raw string, i int) (n, next int) {
	for i < len(raw) && isSpace(raw[i]) {
		switch {
		case raw[i] == '\n':
			n++
		case raw[i] == '\r' && (i+1 == len(raw) || raw[i+1] != '\n'):
			n++
		}
		i++
	}
	return n, i
}

// badEscape is an escape that YAML does not know; from and to are relative to
// the scalar.
type badEscape struct{ from, to int }

var escapes = map[byte]string{
	'0': "\x00", 'a': "\a", 'b': "\b", 't': "\t", '\t': "\t", 'n': "\n", 'v': "\v", 'f': "\f",
	'r': "\r", 'e': "\x1b", ' ': " ", '"': `"`, '/': "/", '\\': `\`,
	'N': "\u0085", '_': "\u00a0", 'L': "\u2028", 'P': "\u2029",
}

var hexDigits = map[byte]int{'x': 2, 'u': 4, 'U': 8}

// decodeDouble is the text of a double-quoted scalar, quotes included in raw,
// and the first escape in it that is none.
func decodeDouble(raw string) (string, *badEscape) {
	body := strings.TrimSuffix(raw[1:], `"`)
	if !strings.ContainsAny(body, "\\\r\n") {
		return body, nil
	}
	var f folder
	for i := 0; i < len(body); {
		if body[i] != '\\' {
			i = f.step(body, i)
			continue
		}
		if i+1 < len(body) && (body[i+1] == '\n' || body[i+1] == '\r') {
			n, next := breaks(body, i+1)
			f.write(strings.Repeat("\n", n-1))
			i = next
			continue
		}
		text, n, ok := escape(body[i:])
		if !ok {
			return f.finish(), &badEscape{from: i + 1, to: i + 1 + n}
		}
		f.write(text)
		i += n
	}
	return f.finish(), nil
}

// escape reads the escape that s begins with and returns its text and length.
func escape(s string) (text string, n int, ok bool) {
	if len(s) < 2 {
		return "", 1, false
	}
	if text, ok := escapes[s[1]]; ok {
		return text, 2, true
	}
	digits := hexDigits[s[1]]
	if digits == 0 {
		return "", 1 + runeLen([]byte(s[1:])), false
	}
	r, ok := hexRune(s[2:], digits)
	if !ok {
		return "", 2, false
	}
	n = 2 + digits
	if r >= 0xd800 && r < 0xdc00 && strings.HasPrefix(s[n:], `\u`) { // a surrogate pair
		if low, ok := hexRune(s[n+2:], 4); ok && low >= 0xdc00 && low < 0xe000 {
			return string((r-0xd800)<<10 + low - 0xdc00 + 0x10000), n + 6, true
		}
	}
	if !utf8.ValidRune(r) {
		return "", 2, false
	}
	return string(r), n, true
}

func hexRune(s string, digits int) (rune, bool) {
	if len(s) < digits {
		return 0, false
	}
	for i := range digits {
		if !strings.ContainsRune("0123456789abcdefABCDEF", rune(s[i])) {
			return 0, false
		}
	}
	v, err := strconv.ParseUint(s[:digits], 16, 32)
	return rune(v), err == nil
}
