package yamltree

import (
	"fmt"

	"github.com/caplo/caplo/internal/diag"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// Style says how a value is written.
type Style uint8

// Styles of values.
const (
	StylePlain Style = iota
	StyleSingle
	StyleDouble
	StyleLiteral
	StyleFolded
	StyleBlock // a list or mapping by indentation
	StyleFlow  // a list or mapping in brackets
)

// entry is a value in the finished tree. Entries stand in the order of the
// file, each followed by what it holds; next is the entry behind all of that.
type entry struct {
	key, val span
	next     uint32
	kind     Kind
	style    Style
	bad      bool
}

// Doc is a file that was read. It is small: the bytes, and 28 of index for
// each value. It is not changed after Parse and can be shared.
type Doc struct {
	src     *source
	entries []entry
	texts   map[uint32]string // text that the source alone does not tell
	uses    map[uint32]span   // where the alias stands that an entry came by
}

// Parse reads a file. The diagnostics do not name it. A nil Doc means that
// there is nothing to judge: the file is no YAML, or too much of it.
func Parse(data []byte) (*Doc, []diag.Diagnostic) {
	src := newSource(TrimBOM(data))
	doc, faults := parse(src)
	out := make([]diag.Diagnostic, 0, len(faults))
	for _, f := range faults {
		out = append(out, f.diagnostic(src))
	}
	if doc != nil {
		out = append(out, doc.warnings()...)
	}
	return doc, out
}

// TrimBOM takes the byte order mark away. Columns count without it.
func TrimBOM(data []byte) []byte {
	if len(data) >= 3 && data[0] == 0xef && data[1] == 0xbb && data[2] == 0xbf {
		return data[3:]
	}
	return data
}

func parse(src *source) (*Doc, []Fault) {
	if f := checkBytes(src.text); f != nil {
		return nil, []Fault{*f}
	}
	toks, f := lex(src)
	if f != nil {
		return nil, []Fault{*f}
	}
	if f := checkComments(src); f != nil {
		return nil, []Fault{*f}
	}
	if toks, f = guard(src, toks); f != nil {
		return nil, []Fault{*f}
	}
	body, f := parseTokens(src, toks)
	if f != nil {
		return nil, []Fault{*f}
	}
	if body == nil {
		return nil, []Fault{{
			Rule: RuleEmpty, Message: "there is nothing in the file", Hint: "write the resource, or remove the file",
		}}
	}
	return build(src, toks, body)
}

// parseTokens runs the library's parser. It must not panic; if it does, the
// file is refused rather than the process lost.
func parseTokens(src *source, toks token.Tokens) (body ast.Node, f *Fault) {
	defer func() {
		if recover() != nil {
			body, f = nil, &Fault{Rule: RuleSyntax, Message: "this is not YAML", Hint: "check the indentation and the quotes"}
		}
	}()
	if len(toks) == 0 {
		return nil, nil
	}
	file, err := parser.Parse(toks, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return nil, parseFault(src, toks, err)
	}
	if len(file.Docs) == 0 {
		return nil, nil
	}
	return file.Docs[0].Body, nil
}

func build(src *source, toks token.Tokens, body ast.Node) (*Doc, []Fault) {
	b := &builder{
		src: src, anchors: map[string]*node{}, open: map[string]bool{},
	}
	root := b.value(body, 0)
	if f := b.dropped(toks); f != nil {
		return nil, append(b.faults, *f)
	}
	if root.size > MaxNodes || b.merged > MaxNodes {
		f := Fault{Rule: RuleLimit, Hint: "write less by alias, or split the file"}
		f.Message = fmt.Sprintf("the file holds more than %d values", MaxNodes)
		if b.largest != nil {
			f.span = b.largest.sp
			f.Message += ", most of them through this alias"
		}
		return nil, []Fault{f}
	}
	d := &Doc{src: src, entries: make([]entry, 0, root.size)}
	d.flatten(root)
	return d, b.faults
}

// dropped finds a scalar that the parser passed over without a word.
func (b *builder) dropped(toks token.Tokens) *Fault {
	for _, t := range toks {
		if t.Indicator == token.FlowCollectionIndicator || t.Indicator == token.BlockStructureIndicator || isSeen(t) {
			continue
		}
		return &Fault{
			Rule: RuleSyntax, span: firstLine(b.src, spanOf(t)),
			Message: "this does not belong to what stands before it", Hint: "check the indentation, or put the value in quotes",
		}
	}
	return nil
}

// flatten appends a node and what it holds, aliases replaced.
func (d *Doc) flatten(n *node) {
	i := uint32(len(d.entries))
	e := entry{key: n.key, val: n.sp, kind: n.kind, style: n.style, bad: n.bad}
	target := resolve(n)
	if target != n {
		if d.uses == nil {
			d.uses = map[uint32]span{}
		}
		d.uses[i] = n.sp
		e.val, e.kind, e.style = target.sp, target.kind, target.style
	}
	if target.text != nil {
		if d.texts == nil {
			d.texts = map[uint32]string{}
		}
		d.texts[i] = *target.text
	}
	d.entries = append(d.entries, e)
	for _, kid := range target.kids {
		d.flatten(kid)
	}
	d.entries[i].next = uint32(len(d.entries))
}
