package yamltree

import (
	"fmt"

	"github.com/goccy/go-yaml/token"
)

// guard looks at the tokens before the parser does: for what the parser reads
// silently and wrongly, and for what would take it too long. It returns the
// tokens to parse, or the first fault.
func guard(s *source, toks token.Tokens) (token.Tokens, *Fault) {
	toks, f := oneDocument(toks)
	if f != nil {
		return nil, f
	}
	for _, check := range []func(*source, token.Tokens) *Fault{
		checkTabs, checkBrackets, checkPlain, checkTags, checkSize,
	} {
		if f := check(s, toks); f != nil {
			return nil, f
		}
	}
	return toks, nil
}

// oneDocument refuses a second document and drops a %YAML 1.2 line.
func oneDocument(toks token.Tokens) (token.Tokens, *Fault) {
	out := make(token.Tokens, 0, len(toks))
	started, ended := false, false
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		switch {
		case t.Type == token.DirectiveType:
			if i+3 < len(toks) && toks[i+1].Value == "YAML" && toks[i+2].Value == "1.2" &&
				toks[i+3].Type == token.DocumentHeaderType && !started {
				i += 2
				continue
			}
			return nil, &Fault{
				Rule: RuleSyntax, span: spanOf(t),
				Message: "a directive (%) is not read here", Hint: "remove the line, or put the value in quotes",
			}
		case t.Type == token.DocumentHeaderType && started, ended:
			return nil, &Fault{
				Rule: RuleDocuments, span: spanOf(t),
				Message: "a second document starts here; one document a file is read",
				Hint:    "move it into a file of its own, or remove the ---",
			}
		case t.Type == token.DocumentEndType:
			ended = true
			continue
		}
		started = true
		if t.Type != token.DocumentHeaderType {
			out = append(out, t)
		}
	}
	return out, nil
}

// checkTabs refuses tabs in the indentation of block structure. The lexer
// refuses some of them and miscounts the columns of others.
func checkTabs(s *source, toks token.Tokens) *Fault {
	flow, line := 0, 0
	for i, t := range toks {
		if flow == 0 && t.Position.Line > line && !isContent(toks, i) {
			if tab, ok := s.leadingTab(spanOf(t).start); ok {
				return &Fault{Rule: RuleTab, Message: tabMessage, Hint: hintIndent, span: span{tab, tab + 1}}
			}
		}
		line = max(line, t.Position.Line)
		switch t.Type {
		case token.MappingStartType, token.SequenceStartType:
			flow++
		case token.MappingEndType, token.SequenceEndType:
			flow--
		}
	}
	return nil
}

// leadingTab finds a tab in the white space that a line has in front of an
// offset, if there is nothing else.
func (s *source) leadingTab(offset uint32) (tab uint32, ok bool) {
	for at := s.lines[s.lineOf(offset)]; at < offset; at++ {
		switch s.text[at] {
		case '\t':
			if !ok {
				tab, ok = at, true
			}
		case ' ':
		default:
			return 0, false
		}
	}
	return tab, ok
}

// isContent reports whether toks[i] is the content of a block scalar.
func isContent(toks token.Tokens, i int) bool {
	return i > 0 && (toks[i-1].Type == token.LiteralType || toks[i-1].Type == token.FoldedType)
}

// checkBrackets pairs brackets and braces: one that closes nothing is a fault
// where it stands, one that is never closed where it opens.
func checkBrackets(_ *source, toks token.Tokens) *Fault {
	var open []*token.Token
	for _, t := range toks {
		switch t.Type {
		case token.MappingStartType, token.SequenceStartType:
			open = append(open, t)
			if len(open) > MaxDepth {
				return depthFault(t)
			}
		case token.MappingEndType, token.SequenceEndType:
			want := token.MappingStartType
			if t.Type == token.SequenceEndType {
				want = token.SequenceStartType
			}
			if len(open) == 0 || open[len(open)-1].Type != want {
				return closesNothing(t, open)
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) == 0 {
		return nil
	}
	t := open[len(open)-1]
	return &Fault{
		Rule: RuleSyntax, span: spanOf(t),
		Message: fmt.Sprintf("this %s is never closed", t.Value),
		Hint:    fmt.Sprintf("add the %s, or put the value in quotes", closing(t)),
	}
}

func closing(t *token.Token) string {
	if t.Type == token.SequenceStartType {
		return "]"
	}
	return "}"
}

func closesNothing(t *token.Token, open []*token.Token) *Fault {
	f := &Fault{
		Rule: RuleSyntax, span: spanOf(t),
		Message: fmt.Sprintf("this %s closes nothing", t.Value),
		Hint:    "remove it, or put the value in quotes",
	}
	if len(open) > 0 {
		last := open[len(open)-1]
		f.Message = fmt.Sprintf("expected %s here, not %s", closing(last), t.Value)
		f.Related = []FaultRelated{{Message: "opened here", span: spanOf(last)}}
	}
	return f
}

func depthFault(t *token.Token) *Fault {
	return &Fault{
		Rule: RuleLimit, span: spanOf(t),
		Message: fmt.Sprintf("nested deeper than %d levels", MaxDepth),
		Hint:    "flatten what stands here",
	}
}
