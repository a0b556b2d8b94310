package yamltree

import (
	"cmp"
	"reflect"
	"slices"
)

// Edit puts Text in place of the bytes from From to To.
type Edit struct {
	From, To int
	Text     string
}

// Overlaps reports whether two edits concern the same bytes, or put text into
// the same place, so that their order would matter.
func (e Edit) Overlaps(o Edit) bool {
	return e.From < o.To && o.From < e.To || e.From == o.From
}

// touches reports whether an edit concerns a stretch of the text.
func (e Edit) touches(sp span) bool {
	if e.From == e.To {
		return int(sp.start) <= e.From && e.From <= int(sp.end)
	}
	return e.From < int(sp.end) && int(sp.start) < e.To
}

// removes reports whether an edit takes a stretch of the text away.
func (e Edit) removes(sp span) bool {
	return e.Text == "" && e.From <= int(sp.start) && int(sp.end) <= e.To && sp.start < sp.end
}

// Apply makes edits that do not overlap. All other bytes stay.
func Apply(text []byte, edits []Edit) []byte {
	sorted := slices.SortedFunc(slices.Values(edits), func(a, b Edit) int { return cmp.Compare(b.From, a.From) })
	out := slices.Clone(text)
	for _, e := range sorted { // from the end, so that offsets stay what they are
		out = slices.Replace(out, e.From, e.To, []byte(e.Text)...)
	}
	return out
}

// SameElsewhere reports whether a file that was edited says what it said before,
// but for the scalars and keys that the edits touch, the members that they take
// away, and a mapping around a single member whose key they take away.
func SameElsewhere(before, after *Doc, edits []Edit) bool {
	c := comparison{edits: edits, values: map[span]int{}}
	for i := range before.entries {
		c.values[before.entries[i].val]++
	}
	return c.same(before.Root(), after.Root())
}

// comparison compares two trees that edits lie between.
type comparison struct {
	edits  []Edit
	values map[span]int // how many values are written at a place: aliases share it
}

func (c *comparison) any(is func(Edit) bool) bool { return slices.ContainsFunc(c.edits, is) }

func (c *comparison) touched(sp span) bool {
	return c.any(func(e Edit) bool { return e.touches(sp) })
}

func (c *comparison) removed(sp span) bool {
	return c.any(func(e Edit) bool { return e.removes(sp) })
}

func (c *comparison) same(a, b Value) bool {
	a = c.unwrapped(a)
	if !a.holds() {
		return c.sameScalar(a, b)
	}
	if a.Kind() != b.Kind() {
		return false
	}
	kept := slices.DeleteFunc(a.kids(), func(kid Value) bool {
		e := kid.entry()
		return e.key.end > e.key.start && e.val.end > e.key.end && c.removed(span{e.key.start, e.val.end})
	})
	kids := b.kids()
	if len(kept) != len(kids) {
		return false
	}
	for i, kid := range kept {
		if !c.sameKey(kid, kids[i]) || !c.same(kid, kids[i]) {
			return false
		}
	}
	return true
}

func (c *comparison) sameScalar(a, b Value) bool {
	if a.Kind() == b.Kind() && reflect.DeepEqual(a.JSON(), b.JSON()) {
		return true
	}
	sp := a.entry().val
	return !b.holds() && c.touched(sp) && c.values[sp] == 1
}

func (c *comparison) sameKey(a, b Value) bool {
	key := a.entry().key
	if key.start == key.end {
		return true
	}
	return c.touched(key) || a.doc.key(a.entry()) == b.doc.key(b.entry())
}

// unwrapped is what a mapping holds where its only key was taken away.
func (c *comparison) unwrapped(v Value) Value {
	if v.Kind() != Map {
		return v
	}
	kids := v.kids()
	if len(kids) == 1 && c.removed(kids[0].entry().key) && !c.removed(kids[0].entry().val) {
		return kids[0]
	}
	return v
}

func (v Value) holds() bool { return v.Kind() == List || v.Kind() == Map }

func (v Value) kids() (out []Value) {
	v.each(func(kid Value, _ *entry) bool {
		out = append(out, kid)
		return true
	})
	return out
}

// Shared reports whether the value, or its key, is written once for several
// places, by an alias or a merge key, so that a change here is one there.
func (v Value) Shared() bool {
	if v.doc == nil { // no value of a file
		return false
	}
	e := v.entry()
	return v.doc.shared(e.val) || e.key.end > e.key.start && v.doc.shared(e.key)
}
