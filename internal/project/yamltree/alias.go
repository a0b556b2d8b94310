package yamltree

import (
	"fmt"
	"slices"

	"github.com/goccy/go-yaml/ast"
)

func (b *builder) anchor(n *ast.AnchorNode, indent int) *node {
	markSeen(n.Start)
	name := n.Name.GetToken()
	markSeen(name)
	outer := b.open[name.Value]
	b.open[name.Value] = true
	out := b.value(n.Value, indent)
	b.open[name.Value] = outer
	b.anchors[name.Value] = out
	return out
}

func (b *builder) aliased(n *ast.AliasNode) *node {
	markSeen(n.Start)
	name := n.Value.GetToken()
	markSeen(name)
	out := &node{size: 1, sp: span{spanOf(n.Start).start, spanOf(name).end}}
	target := b.anchors[name.Value]
	switch {
	case b.open[name.Value]:
		b.fault(RuleAlias, out.sp, fmt.Sprintf("*%s stands inside the value that &%s names, so it would hold itself", name.Value, name.Value),
			"write the value out")
	case target == nil:
		b.fault(RuleAlias, out.sp, fmt.Sprintf("no anchor &%s stands before this alias", name.Value),
			"put the value in quotes if * is text"+b.nearAnchor(name.Value))
	default:
		out.alias, out.size, out.bytes = target, target.size, target.bytes
		out.kind, out.style, out.bad = target.kind, target.style, target.bad
		b.count(out)
		return out
	}
	out.bad = true
	return out
}

// count keeps account of what an alias adds. The text that it stands for is read
// anew wherever the alias is used, so few bytes of aliases can ask for gigabytes.
func (b *builder) count(alias *node) {
	if b.largest == nil || alias.size > b.largest.size {
		b.largest = alias
	}
	b.copied = min(b.copied+alias.bytes, maxSize)
	if b.greedy == nil && b.copied > MaxCopied {
		b.greedy = alias
	}
}

// tooMuch is the fault of a file that aliases make too large; nil if they do
// not.
func (b *builder) tooMuch(root *node) *Fault {
	f := Fault{Rule: RuleLimit, Hint: "write less by alias, or split the file"}
	switch {
	case root.size > MaxNodes || b.merged > MaxMerged:
		f.Message = fmt.Sprintf("the file holds more than %d values", MaxNodes)
		if root.size <= MaxNodes {
			f.Message = fmt.Sprintf("merge keys (<<) copy more than %d members", MaxMerged)
		}
		if b.largest != nil {
			f.span = b.largest.sp
			f.Message += ", most of them through this alias"
		}
	case b.greedy != nil:
		f.span = b.greedy.sp
		f.Message = fmt.Sprintf("the aliases up to this one repeat more than %s of text", megabytes(MaxCopied))
	default:
		return nil
	}
	return &f
}

func (b *builder) nearAnchor(string) string {
	names := make([]string, 0, len(b.anchors))
	for n := range b.anchors {
		names = append(names, n)
	}
	if len(names) == 0 {
		return ""
	}
	slices.Sort(names)
	return "; the anchors so far: " + shortenTo(names, 5)
}

func shortenTo(names []string, n int) string {
	out := ""
	for i, s := range names {
		if i == n {
			return out + ", ..."
		}
		if i > 0 {
			out += ", "
		}
		out += "&" + s
	}
	return out
}

// KeyUses counts how often each key is used, by the offset where it stands:
// more than once behind aliases and merge keys.
func (d *Doc) KeyUses() map[int]int {
	uses := map[int]int{}
	for i := range d.entries {
		if key := d.entries[i].key; key.len() > 0 {
			uses[int(key.start)]++
		}
	}
	return uses
}
