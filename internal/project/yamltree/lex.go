package yamltree

import (
	"bytes"
	"unicode/utf8"

	"github.com/caplo/caplo/internal/diag"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"
)

// lex runs the library's lexer and finds every token again in the source. In
// the tokens it returns, Position.Offset is the first byte and
// Position.IndentNum the byte behind the last; neither is read by the parser,
// and both come wrong from the lexer. Comments are left out, and each block
// scalar has exactly one token of content.
//
// A fault is the first thing that the lexer could not read.
func lex(s *source) (token.Tokens, *Fault) {
	l := locator{src: s}
	raw := lexer.Tokenize(s.str)
	out := make(token.Tokens, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		t := raw[i]
		switch t.Type {
		case token.CommentType:
			l.comment()
			continue
		case token.InvalidType:
			return nil, l.invalid(t)
		}
		if !l.place(t) {
			return nil, l.lost()
		}
		l.src.watchQuote(out, t)
		out = append(out, t)
		if t.Type == token.LiteralType || t.Type == token.FoldedType {
			var content *token.Token
			if content, i = l.content(raw, i); content == nil {
				return nil, l.lost()
			}
			out = append(out, content)
		}
	}
	if l.skipSpace(); l.cursor < len(s.text) {
		return nil, l.lost()
	}
	return out, nil
}

// emptyBlock is what the lexer says of `key: |+` without content, which is
// fine.
const emptyBlock = "could not find multi-line content"

// locator walks through the source along with the tokens.
type locator struct {
	src    *source
	cursor int

	last uint32 // offset of the position below
	at   diag.Pos
}

// pos is source.pos for offsets that mostly grow, which keeps long lines of
// many tokens cheap.
func (l *locator) pos(offset uint32) diag.Pos {
	line := l.src.lineOf(offset)
	if l.at.Line != line+1 || offset < l.last {
		l.at = l.src.pos(offset)
	} else {
		l.at.Column += utf8.RuneCount(l.src.text[l.last:offset])
	}
	l.last = offset
	return l.at
}

func (l *locator) skipSpace() {
	for l.cursor < len(l.src.text) && isSpace(l.src.text[l.cursor]) {
		l.cursor++
	}
}

func (l *locator) comment() {
	l.skipSpace()
	if l.cursor < len(l.src.text) && l.src.text[l.cursor] == '#' {
		end := l.src.lineEnd(l.cursor)
		l.src.comments = append(l.src.comments, span{uint32(l.cursor), uint32(end)})
		l.cursor = end
	}
}

// place finds the token at the cursor, sets where it stands and moves on. It
// is false where the token is not there: the lexer passed something over, or
// made something up, and what it says cannot be trusted.
func (l *locator) place(t *token.Token) bool {
	l.skipSpace()
	start := l.cursor
	end, ok := l.extent(t, start)
	if !ok {
		return false
	}
	setSpan(t, start, end)
	p := l.pos(uint32(start))
	t.Position.Line, t.Position.Column = p.Line, p.Column
	l.cursor = end
	return true
}

// lost is the fault of text that the lexer did not account for.
func (l *locator) lost() *Fault {
	l.skipSpace()
	at := uint32(l.cursor)
	return &Fault{
		Rule: RuleSyntax, span: firstLine(l.src, span{at, uint32(len(l.src.text))}),
		Message: "this cannot be read as YAML", Hint: hintQuote,
	}
}

// extent is where a token that starts at start ends; false if it does not
// stand there.
func (l *locator) extent(t *token.Token, start int) (int, bool) {
	text := l.src.text[start:]
	switch t.Type {
	case token.SingleQuoteType:
		n := singleLen(text)
		return start + n, n > 0
	case token.DoubleQuoteType:
		n := doubleLen(text)
		return start + n, n > 0
	case token.LiteralType, token.FoldedType, token.TagType:
		return start + len(t.Value), bytes.HasPrefix(text, []byte(t.Value))
	}
	return l.src.match(start, t.Value)
}

// content finds the content of a block scalar whose header is raw[i]. It
// returns one token, made up if the lexer gave none, nil if it is not there,
// and the index of the last token used.
func (l *locator) content(raw token.Tokens, i int) (*token.Token, int) {
	header := raw[i]
	if i+1 < len(raw) && raw[i+1].Type == token.CommentType && commentFollows(l.src, l.cursor) {
		l.comment()
		i++
	}
	l.cursor = l.src.lineEnd(l.cursor)
	l.cursor += l.src.breakLen(l.cursor)

	content := token.String("", "", clonePos(header.Position))
	empty := false
	for ; i+1 < len(raw) && isEmptyContent(raw[i+1]); i++ {
		empty = true // the lexer says so up to two times
	}
	if !empty && i+1 < len(raw) && raw[i+1].Type == token.StringType {
		i++
		content = raw[i]
	}
	end, ok := l.src.match(l.cursor, content.Value)
	if !ok {
		return nil, i
	}
	setSpan(content, l.cursor, end)
	l.cursor = end
	return content, i
}

func isEmptyContent(t *token.Token) bool {
	return t.Type == token.StringType && isBlank(t.Value) || t.Type == token.InvalidType && t.Error == emptyBlock
}

// commentFollows reports whether a comment stands on the rest of the line.
func commentFollows(s *source, cursor int) bool {
	return bytes.Contains(s.text[cursor:s.lineEnd(cursor)], []byte("#"))
}

func clonePos(p *token.Position) *token.Position { q := *p; return &q }

func isBlank(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isSpace(s[i]) {
			return false
		}
	}
	return true
}

// match compares text with the source from start on, white space aside, and
// returns where it ends.
func (s *source) match(start int, text string) (int, bool) {
	end := start
	for i, at := 0, start; i < len(text); i++ {
		if isSpace(text[i]) {
			continue
		}
		for at < len(s.text) && isSpace(s.text[at]) {
			at++
		}
		if at >= len(s.text) || s.text[at] != text[i] {
			return start, false
		}
		at++
		end = at
	}
	return end, true
}

func setSpan(t *token.Token, start, end int) {
	t.Position.Offset, t.Position.IndentNum = start, end
}

// seenMark in Position.IndentLevel, which the parser does not read, says that a
// token has become part of the tree.
const seenMark = -1

func markSeen(t *token.Token)    { t.Position.IndentLevel = seenMark }
func isSeen(t *token.Token) bool { return t.Position.IndentLevel == seenMark }

func spanOf(t *token.Token) span {
	return span{uint32(t.Position.Offset), uint32(t.Position.IndentNum)}
}
