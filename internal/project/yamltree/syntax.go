package yamltree

import (
	"errors"
	"fmt"
	"strings"

	yaml "github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/token"
)

// saying is how caplo puts what the library says.
type saying struct{ rule, message, hint string }

const (
	hintQuote  = "put the whole value in quotes"
	hintIndent = "indent with spaces"
	tabMessage = "a tab is used for indentation, which YAML does not allow"
)

// sayings maps what a message of the library contains to our words, first
// match first.
var sayings = []struct {
	contains string
	saying
}{
	{"end character of double-quoted", saying{RuleSyntax, `the text that starts here has no closing "`, `add the closing "`}},
	{"end character of single-quoted", saying{RuleSyntax, "the text that starts here has no closing '", "add the closing ', and write '' for an apostrophe inside"}},
	{"unexpected document separator", saying{RuleSyntax, "the quoted text that starts here is not closed before the document ends", "add the closing quote"}},
	{"tab character", saying{RuleTab, tabMessage, hintIndent}},
	{"character '\t'", saying{RuleTab, tabMessage, hintIndent}},
	{"reserved character", saying{RuleSyntax, "a value cannot start with this character", hintQuote}},
	{"invalid header option", saying{RuleSyntax, "unknown indicator behind | or >", "write | or >, optionally with + or -, and the text on the next line"}},
	{"invalid number of indent", saying{RuleSyntax, "the text is indented less than its first line or its | says", "indent every line of the text alike"}},
	{"surrogate", saying{RuleEscape, `half a surrogate pair is not a character`, `write the character itself, or \U and eight digits`}},
	{"escaped UTF", saying{RuleEscape, "the escape has too few digits", `write \u and four digits, or \U and eight`}},
	{"tag character", saying{RuleTag, "this tag cannot be read", hintQuote}},
	{"mapping value is not allowed", saying{RuleSyntax, `": " inside a value makes it look like another key`, "put the value in quotes, or start the key on a line of its own"}},
	{"map key-value is pre-defined", saying{RuleSyntax, "unexpected text behind the value", "put the whole value in quotes, or indent the line like the keys it belongs to"}},
	{"non-map value is specified", saying{RuleSyntax, `this line is not of the form "key: value"`, "add the key, or indent the line so that it belongs to the value above"}},
	{"block sequence entries are not allowed", saying{RuleSyntax, "a list cannot start on the line of its key", `start it on the next line, or put the value in quotes if "- " is text`}},
	{"sequence entries are not allowed after anchor", saying{RuleSyntax, "a list cannot start on the line of its anchor", "start it on the next line"}},
	{"expected sequence element", saying{RuleSyntax, "a comma without a value before it", "remove the comma, or write the value"}},
	{"',' or ']'", saying{RuleSyntax, "expected a comma or ] here", "separate the entries with commas"}},
	{"',' or '}'", saying{RuleSyntax, "expected a comma or } here", "separate the entries with commas"}},
	{"could not find flow map content", saying{RuleSyntax, "expected a key: value pair here", "separate the pairs with commas"}},
	{"flow mapping end token", saying{RuleSyntax, "expected a comma or } here", "separate the pairs with commas, and close the { with }"}},
	{"character corresponding to", saying{RuleSyntax, "expected a key: value pair here", "separate the pairs with commas"}},
	{"undefined map key", saying{RuleKey, "a key must be one line of text", "write the key in front of a colon, without the ?"}},
	{"unexpected scalar value", saying{RuleSyntax, "this does not belong to what stands before it", "remove it, or put the value in quotes"}},
	{"unexpected map key", saying{RuleSyntax, "this does not belong to what stands before it", "check the indentation, or put the value in quotes"}},
	{emptyBlock, saying{RuleSyntax, "the text that | or > promises is missing", "write it on the lines below, indented further than the key"}},
	{"invalid key", saying{RuleKey, "a key must be one line of text", "write the key in front of the colon"}},
	{"key name", saying{RuleKey, "a key must be one line of text", "write the key on one line, directly in front of its colon"}},
	{"implicit line break", saying{RuleKey, "a key must be one line of text", "write the key on one line, directly in front of its colon"}},
	{"map-key node", saying{RuleKey, "a key must be one line of text", "write the key in front of the colon"}},
	{"anchor", saying{RuleSyntax, "an anchor (&) must be followed by the value it names", "write the value behind the anchor, or remove the anchor"}},
	{"alias", saying{RuleSyntax, "an alias (*) must be followed by the name of an anchor", `put the value in quotes if * is text`}},
	{"tag", saying{RuleTag, "the tag does not stand in front of a value", "remove the tag"}},
	{"after document separator", saying{RuleSyntax, "a value cannot start on the line of ---", "start it on the next line"}},
	{"value is not allowed in this context", saying{RuleSyntax, "this does not belong to what stands before it", "check the indentation, or put the value in quotes"}},
}

func say(message string) saying {
	for _, s := range sayings {
		if strings.Contains(message, s.contains) {
			return s.saying
		}
	}
	return saying{RuleSyntax, "this is not YAML", "check the indentation and the quotes"}
}

// invalid is the fault of a token that the lexer could not read.
func (l *locator) invalid(t *token.Token) *Fault {
	text := l.src.text
	s := say(t.Error)
	if s.rule == RuleTab {
		l.cursor = l.src.tabIndent(l.cursor)
	} else {
		l.skipSpace()
	}
	if l.cursor < len(text) && text[l.cursor] == '"' {
		end := l.cursor + doubleLen(text[l.cursor:])
		if end == l.cursor {
			end = l.src.lineEnd(l.cursor)
		}
		if f := escapeFault(l.src, span{uint32(l.cursor), uint32(end)}); f != nil {
			return f
		}
	}
	end := l.cursor
	if end < len(text) {
		end += runeLen(text[end:])
	}
	return &Fault{Rule: s.rule, Message: s.message, Hint: s.hint, span: span{uint32(l.cursor), uint32(end)}}
}

// tabIndent finds the first tab in front of a line's text, from the line of the
// offset on; the offset itself if there is none.
func (s *source) tabIndent(offset int) int {
	for line := s.lineOf(uint32(offset)); line < len(s.lines); line++ {
		for at := int(s.lines[line]); at < len(s.text) && (s.text[at] == ' ' || s.text[at] == '\t'); at++ {
			if s.text[at] == '\t' && at >= offset {
				return at
			}
		}
	}
	return offset
}

// escapeFault is the fault of the first bad escape in a double-quoted scalar,
// nil if it has none.
func escapeFault(s *source, sp span) *Fault {
	_, bad := decodeDouble(s.str[sp.start:sp.end])
	if bad == nil {
		return nil
	}
	at := span{sp.start + uint32(bad.from), min(sp.start+uint32(bad.to), sp.end)}
	return &Fault{
		Rule:    RuleEscape,
		span:    at,
		Message: fmt.Sprintf("%s is not an escape that YAML knows", s.text[at.start:at.end]),
		Hint:    `use single quotes, where a backslash is only a backslash, or write \\, or / in a path`,
	}
}

// parseFault is the fault of an error from the parser.
func parseFault(s *source, toks token.Tokens, err error) *Fault {
	var lib *yaml.SyntaxError
	if !errors.As(err, &lib) || lib.Token == nil {
		return &Fault{Rule: RuleSyntax, Message: "this is not YAML", Hint: "check the indentation and the quotes"}
	}
	said := say(lib.Message)
	sp := spanOf(lib.Token)
	if strings.Contains(lib.Message, "mapping value is not allowed") {
		sp = nextColon(toks, sp)
	}
	if sp.end == sp.start && int(sp.start) < len(s.text) && !isSpace(s.text[sp.start]) {
		sp.end += uint32(runeLen(s.text[sp.start:]))
	}
	return &Fault{Rule: said.rule, Message: said.message, Hint: said.hint, span: firstLine(s, sp)}
}

// nextColon is the first colon at or behind a token.
func nextColon(toks token.Tokens, sp span) span {
	for _, t := range toks {
		if t.Type == token.MappingValueType && spanOf(t).start >= sp.start {
			return spanOf(t)
		}
	}
	return sp
}

// firstLine cuts a span to its first line, which is enough to point at.
func firstLine(s *source, sp span) span {
	sp.end = min(sp.end, max(uint32(s.lineEnd(int(sp.start))), sp.start))
	return sp
}
