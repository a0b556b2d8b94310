package yamltree

import "fmt"

// twice is a key that a mapping has already.
type twice struct {
	first, second *node
	at            int // which member of the mapping it is, as written
}

// duplicates says which keys stand twice. Where those of a list's entry begin
// again in order, a dash was forgotten: that is one mistake, not one for each
// key.
func (b *builder) duplicates(m *node, found []twice) {
	missing := false
	for i, t := range found {
		if b.beginsAgain(m, found[i:]) {
			missing = true
			b.dashMissing(t)
		} else if !missing {
			b.duplicate(t.first, t.second)
		}
	}
}

// beginsAgain reports whether the first key of a list's entry stands there
// again, the second right behind it.
func (b *builder) beginsAgain(m *node, rest []twice) bool {
	if len(rest) < 2 || len(m.kids) < 2 || m.style != StyleBlock {
		return false
	}
	first := m.kids[0]
	return rest[0].first.name == first.name && rest[1].first.name == m.kids[1].name &&
		rest[1].at == rest[0].at+1 &&
		dashOnly.Match(b.src.text[b.src.lines[b.src.lineOf(first.key.start)]:first.key.start])
}

func (b *builder) dashMissing(t twice) {
	b.faults = append(b.faults, Fault{
		Rule: RuleDuplicate, span: t.second.key,
		Message: fmt.Sprintf("a dash may be missing: the keys of the entry on line %d begin again here", b.src.pos(t.first.key.start).Line),
		Hint:    fmt.Sprintf("write %q if the next entry of the list begins here", "- "+shorten(t.second.name)+":"),
		Related: []FaultRelated{{Message: "the entry begins here", span: t.first.key}},
	})
}
