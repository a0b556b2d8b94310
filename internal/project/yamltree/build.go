package yamltree

import (
	"fmt"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// node is a value while the tree is built. Aliases point at what they stand
// for, so that the tree stays small until its full size is known.
type node struct {
	kind  Kind
	style Style
	bad   bool // a fault was reported for it, so nobody should judge its value
	sp    span
	key   span // of the member that holds it; empty in a list
	name  string
	kids  []*node
	alias *node
	text  *string // where the source alone does not tell
	size  int     // values in it once aliases are replaced
	bytes int     // of its texts and keys, likewise

	merged  bool // a merge key brings it
	merging bool // a mapping that holds a merge key
}

// maxSize keeps sizes from overflowing; nothing near it is ever expanded.
const maxSize = 1 << 40

// builder makes nodes from what the library parsed.
type builder struct {
	src     *source
	anchors map[string]*node
	open    map[string]bool // anchors whose value is being built
	faults  []Fault
	largest *node // the alias that stands for most values
	merged  int   // members copied by merge keys
	copied  int   // bytes of text that aliases repeat
	greedy  *node // the alias that repeats more than MaxCopied
}

func (b *builder) fault(rule string, sp span, message, hint string) {
	b.faults = append(b.faults, Fault{Rule: rule, span: firstLine(b.src, sp), Message: message, Hint: hint})
}

// value builds a node. indent is the indentation of what holds it.
func (b *builder) value(n ast.Node, indent int) *node {
	switch n := n.(type) {
	case *ast.MappingNode:
		return b.mapping(n)
	case *ast.MappingValueNode:
		return b.members([]*ast.MappingValueNode{n}, StyleBlock)
	case *ast.SequenceNode:
		return b.list(n)
	case *ast.LiteralNode:
		return b.block(n, indent)
	case *ast.AnchorNode:
		return b.anchor(n, indent)
	case *ast.AliasNode:
		return b.aliased(n)
	case *ast.TagNode:
		return b.tagged(n, indent)
	case *ast.NullNode, *ast.BoolNode, *ast.IntegerNode, *ast.FloatNode, *ast.InfinityNode, *ast.NanNode, *ast.StringNode, *ast.MergeKeyNode:
		return b.scalar(n.GetToken())
	}
	return &node{size: 1}
}

func (b *builder) mapping(n *ast.MappingNode) *node {
	if !n.IsFlowStyle {
		return b.members(n.Values, StyleBlock)
	}
	m := b.members(n.Values, StyleFlow)
	m.sp = span{spanOf(n.Start).start, spanOf(n.End).end}
	return m
}

func (b *builder) list(n *ast.SequenceNode) *node {
	l := &node{kind: List, style: StyleBlock, size: 1}
	for i, v := range n.Values {
		indent := 0
		if !n.IsFlowStyle && i < len(n.Entries) && n.Entries[i].Start != nil {
			indent = n.Entries[i].Start.Position.Column - 1
		}
		kid := b.value(v, indent)
		l.kids = append(l.kids, kid)
		l.hold(kid)
	}
	l.sp = spanOf(n.Start)
	if n.IsFlowStyle {
		l.style = StyleFlow
		l.sp.end = spanOf(n.End).end
	} else if len(l.kids) > 0 {
		l.sp.end = max(l.sp.end, l.kids[len(l.kids)-1].sp.end)
	}
	return l
}

func (b *builder) block(n *ast.LiteralNode, indent int) *node {
	out := &node{kind: String, style: StyleLiteral, size: 1, sp: spanOf(n.Start)}
	if n.Start.Type == token.FoldedType {
		out.style = StyleFolded
	}
	markSeen(n.Start)
	if n.Value != nil {
		content := n.Value.GetToken()
		markSeen(content)
		out.sp.end = max(out.sp.end, spanOf(content).end)
	}
	out.bytes = out.sp.len()
	if _, digits := header(n.Start.Value[1:]); digits > 0 {
		text := b.src.blockText(out.sp, indent)
		out.text = &text
	}
	return out
}

func (b *builder) scalar(t *token.Token) *node {
	markSeen(t)
	out := &node{size: 1, sp: spanOf(t)}
	out.bytes = out.sp.len()
	switch t.Type {
	case token.ImplicitNullType:
		out.sp.start, out.bytes = out.sp.end, 0
	case token.SingleQuoteType:
		out.kind, out.style = String, StyleSingle
	case token.DoubleQuoteType:
		out.kind, out.style = String, StyleDouble
		if f := escapeFault(b.src, out.sp); f != nil {
			b.faults = append(b.faults, *f)
			out.bad = true
		}
	default:
		raw := b.src.text[out.sp.start:out.sp.end]
		if out.kind = String; mayBeTyped(raw) {
			out.kind = coreKind(string(raw))
		}
		if out.kind == Int || out.kind == Float {
			b.number(out, string(raw))
		}
	}
	return out
}

func (b *builder) number(n *node, raw string) {
	if _, ok := jsonNumber(raw); ok {
		return
	}
	n.bad = true
	b.fault(RuleNumber, n.sp, fmt.Sprintf("%s is a number that cannot be kept", shorten(raw)),
		"put it in quotes if it is text: "+Quote(shorten(raw)))
}

// tagged builds the value behind !!str, the only tag that is let through: text,
// whatever it looks like.
func (b *builder) tagged(n *ast.TagNode, indent int) *node {
	markSeen(n.Start)
	faults := len(b.faults)
	out := b.value(n.Value, indent)
	if out.kind == List || out.kind == Map || out.alias != nil {
		b.fault(RuleTag, spanOf(n.Start), "!!str stands in front of something that is no text", "remove the tag")
		return out
	}
	if out.style == StylePlain {
		b.faults = b.faults[:faults] // a number that cannot be kept is text here
		text := decodePlain(string(b.src.text[out.sp.start:out.sp.end]))
		out.text, out.bad = &text, false
	}
	out.kind = String
	out.sp.start = spanOf(n.Start).start
	return out
}

func shorten(s string) string {
	if len(s) > 40 {
		return s[:37] + "..."
	}
	return s
}
