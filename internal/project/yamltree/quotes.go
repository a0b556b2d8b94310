package yamltree

import "github.com/goccy/go-yaml/token"

// watchQuote notes a quoted text that goes on in a line indented no further
// than the key or dash it belongs to. YAML forbids that and readers allow it;
// where a fault follows, the closing quote is what is missing, and the text has
// run on to where the next quote opens. before are the tokens in front of it.
func (s *source) watchQuote(before token.Tokens, t *token.Token) {
	if s.runaway != nil || t.Type != token.DoubleQuoteType && t.Type != token.SingleQuoteType {
		return
	}
	owner := ownerOf(before)
	if owner == nil {
		return
	}
	sp := spanOf(t)
	for line := s.lineOf(sp.start) + 1; line < len(s.lines) && s.lines[line] < sp.end; line++ {
		at := s.lines[line]
		for at < sp.end && s.text[at] == ' ' {
			at++
		}
		if !isSpace(s.text[at]) && int(at-s.lines[line]) < owner.Position.Column {
			s.runaway = &sp
			return
		}
	}
}

// ownerOf is the key or dash whose value follows the tokens; nil for what stands
// in brackets or braces, or alone.
func ownerOf(before token.Tokens) *token.Token {
	n := len(before)
	switch {
	case n > 0 && before[n-1].Type == token.SequenceEntryType:
		return before[n-1]
	case n > 1 && before[n-1].Type == token.MappingValueType:
		return before[n-2]
	}
	return nil
}

// neverClosed is the fault of a quoted text that has run away.
func (s *source) neverClosed(sp span) *Fault {
	said := say("end character of double-quoted")
	if s.text[sp.start] == '\'' {
		said = say("end character of single-quoted")
	}
	return &Fault{Rule: said.rule, Message: said.message, Hint: said.hint, span: span{sp.start, sp.start + 1}}
}
