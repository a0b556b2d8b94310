package yamltree

import (
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/token"
)

// checkPlain refuses plain scalars that start like something else; the parser
// takes a stray } for text.
func checkPlain(s *source, toks token.Tokens) *Fault {
	for i, t := range toks {
		sp := spanOf(t)
		if !isPlain(t) || isContent(toks, i) || isName(toks, i) || sp.start >= sp.end {
			continue
		}
		if f := invisible(s, sp); f != nil {
			return f
		}
		if c := s.text[sp.start]; strings.IndexByte(",[]{}%@`&*!|>", c) >= 0 {
			return &Fault{
				Rule: RuleSyntax, span: span{sp.start, sp.start + 1},
				Message: fmt.Sprintf("a value cannot start with %c", c),
				Hint:    "remove it, or put the value in quotes",
			}
		}
	}
	return nil
}

// notSpaces are characters that look like a space, or like nothing, and are
// neither to YAML.
const notSpaces = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u202f\u205f\u2060\u3000\ufeff"

// invisible refuses a plain scalar in which such a character stands where a
// space was meant: at either end, behind a colon or behind a dash.
func invisible(s *source, sp span) *Fault {
	raw := string(s.text[sp.start:sp.end])
	for i, r := range raw {
		if r < 0xa0 || !strings.ContainsRune(notSpaces, r) {
			continue
		}
		end := i + len(string(r))
		if i > 0 && end < len(raw) && raw[i-1] != ':' && (i != 1 || raw[0] != '-') {
			continue
		}
		return &Fault{
			Rule: RuleInvisible, span: span{sp.start + uint32(i), sp.start + uint32(end)},
			Message: fmt.Sprintf("the character U+%04X stands here, which looks like a space and is none to YAML", r),
			Hint:    "replace it with a space, or put the value in quotes if it belongs there",
		}
	}
	return nil
}

// isName reports whether toks[i] names an anchor or alias.
func isName(toks token.Tokens, i int) bool {
	return i > 0 && (toks[i-1].Type == token.AnchorType || toks[i-1].Type == token.AliasType)
}

func isPlain(t *token.Token) bool {
	switch t.Type {
	case token.NullType, token.BoolType, token.IntegerType, token.BinaryIntegerType, token.OctetIntegerType,
		token.HexIntegerType, token.FloatType, token.InfinityType, token.NanType, token.StringType:
		return true
	}
	return false
}

// checkTags refuses every tag but !!str in front of a value. Nothing that caplo
// reads needs another, and the lexer misplaces what follows one.
func checkTags(_ *source, toks token.Tokens) *Fault {
	for i, t := range toks {
		if t.Type != token.TagType {
			continue
		}
		if t.Value == "!!str" && !textFollows(toks, i) {
			return &Fault{
				Rule: RuleTag, span: spanOf(t),
				Message: "!!str must stand in front of a text, on the same line",
				Hint:    "remove it, or write the text in quotes",
			}
		}
		if t.Value != "!!str" {
			return &Fault{
				Rule: RuleTag, span: spanOf(t),
				Message: fmt.Sprintf("the tag %s is not read here", t.Value),
				Hint:    "remove it, or put the value in quotes if ! is text",
			}
		}
	}
	return nil
}

// textFollows reports whether a scalar stands behind toks[i] on its line.
func textFollows(toks token.Tokens, i int) bool {
	if i+1 >= len(toks) || toks[i+1].Position.Line != toks[i].Position.Line {
		return false
	}
	next := toks[i+1]
	switch next.Type {
	case token.SingleQuoteType, token.DoubleQuoteType, token.LiteralType, token.FoldedType:
		return true
	}
	return isPlain(next)
}
