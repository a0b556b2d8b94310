package yamltree

import (
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// parse reads a source. stop is the fault that leaves nothing to judge; the
// others are about values in the tree.
func parse(src *source) (doc *Doc, faults []Fault, stop *Fault) {
	doc, faults, stop = read(src)
	if stop != nil && recoverable(*stop) && src.runaway != nil && src.runaway.start < stop.span.start {
		stop = src.neverClosed(*src.runaway)
	}
	return doc, faults, stop
}

func read(src *source) (doc *Doc, faults []Fault, stop *Fault) {
	if stop = checkBytes(src.text); stop != nil {
		return nil, nil, stop
	}
	toks, stop := lex(src)
	if stop == nil {
		stop = checkComments(src)
	}
	if stop != nil {
		return nil, nil, stop
	}
	if toks, stop = guard(src, toks); stop != nil {
		return nil, nil, stop
	}
	body, stop := parseTokens(src, toks)
	if stop != nil {
		return nil, nil, stop
	}
	if body == nil {
		return nil, nil, &Fault{
			Rule: RuleEmpty, Message: "there is nothing in the file", Hint: "write the resource, or remove the file",
		}
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

func build(src *source, toks token.Tokens, body ast.Node) (*Doc, []Fault, *Fault) {
	b := &builder{
		src: src, anchors: map[string]*node{}, open: map[string]bool{},
	}
	root := b.value(body, 0)
	if f := b.dropped(toks); f != nil {
		return nil, b.faults, f
	}
	if f := b.tooMuch(root); f != nil {
		return nil, nil, f
	}
	d := &Doc{src: src, entries: make([]entry, 0, root.size)}
	d.flatten(root)
	return d, b.faults, nil
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
