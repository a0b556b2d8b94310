package yamltree

import (
	"bytes"
	"fmt"

	"github.com/goccy/go-yaml/ast"
)

// members builds a mapping: its own members first, then what its merge keys
// bring, wherever those stand.
func (b *builder) members(values []*ast.MappingValueNode, style Style) *node {
	m := &node{kind: Map, style: style, size: 1}
	index := make(map[string]*node, len(values))
	var merges []*node
	var again []twice
	for i, v := range values {
		key := b.key(v.Key)
		if key == nil {
			b.value(v.Value, 0)
			m.bad = true
			continue
		}
		kid := b.value(v.Value, b.src.pos(key.sp.start).Column-1)
		kid = keyed(kid, key)
		m.widen(kid)
		if key.kind == Null { // how key marks a merge key
			merges = append(merges, kid)
			m.merging = true
			continue
		}
		if first := index[kid.name]; first != nil {
			again = append(again, twice{first, kid, i})
			continue
		}
		index[kid.name] = kid
		m.add(kid)
	}
	b.duplicates(m, again)
	for _, merge := range merges {
		b.merge(m, index, merge)
	}
	return m
}

// keyed makes a value a member. The value of an anchor is shared, so it is
// copied.
func keyed(value, key *node) *node {
	kid := *value
	kid.key, kid.name = key.sp, key.name
	return &kid
}

func (n *node) add(kid *node) {
	n.kids = append(n.kids, kid)
	n.hold(kid)
	n.bytes += kid.key.len()
}

// hold counts what a list or mapping gets with one of its values.
func (n *node) hold(kid *node) {
	n.size = min(n.size+kid.size, maxSize)
	n.bytes = min(n.bytes+kid.bytes, maxSize)
}

// widen stretches a block mapping over a member.
func (n *node) widen(kid *node) {
	if n.sp.end == 0 {
		n.sp = kid.key
	}
	n.sp.end = max(n.sp.end, kid.sp.end, kid.key.end)
}

func (b *builder) duplicate(first, second *node) {
	line := b.src.pos(first.key.start).Line
	b.faults = append(b.faults, Fault{
		Rule: RuleDuplicate, span: second.key,
		Message: fmt.Sprintf("the key %s stands twice in one mapping; the first is on line %d", Quote(shorten(first.name)), line),
		Hint:    "keep one of them, or merge their values",
		Related: []FaultRelated{{Message: "the first is here", span: first.key}},
	})
}

// key builds a key. A merge key comes back with kind Null, nil means a fault
// was reported.
func (b *builder) key(n ast.MapKeyNode) *node {
	var v ast.Node = n
	for {
		switch k := v.(type) {
		case *ast.MappingKeyNode:
			v = k.Value
			continue
		case *ast.MergeKeyNode:
			out := b.scalar(k.Token)
			out.kind, out.name = Null, "<<"
			return out
		case *ast.AnchorNode:
			b.anchor(k, 0)
			v = k.Value
			continue
		}
		break
	}
	if v == nil {
		return nil
	}
	out := b.value(v, 0)
	written := b.src.text[out.sp.start:out.sp.end]
	if out.alias != nil || out.kind == List || out.kind == Map || out.kind == Null || len(written) == 0 || bytes.ContainsAny(written, "\r\n") ||
		out.style == StyleLiteral || out.style == StyleFolded {
		b.fault(RuleKey, spanOf(v.GetToken()), "a key must be one line of text", "write the key in front of its colon")
		return nil
	}
	out.name = b.src.textOf(out)
	out.kind = String
	return out
}

// merge adds the members that a merge key brings and the mapping lacks.
func (b *builder) merge(m *node, index map[string]*node, merge *node) {
	from := []*node{resolve(merge)}
	if from[0].kind == List {
		from = from[0].kids
	}
	for _, f := range from {
		f = resolve(f)
		if f.bad {
			m.bad = true
			continue
		}
		if f.kind != Map {
			b.fault(RuleMerge, merge.sp, "<< takes a mapping, or a list of mappings",
				"name the anchor of a mapping: <<: *name")
			m.bad = true
			return
		}
		for _, kid := range f.kids {
			if index[kid.name] != nil {
				continue
			}
			if b.merged++; b.merged > MaxMerged {
				return // reported once, by the size of the whole
			}
			brought := *kid
			brought.merged = true
			index[kid.name] = &brought
			m.add(&brought)
		}
	}
}

func resolve(n *node) *node {
	for n.alias != nil {
		n = n.alias
	}
	return n
}
