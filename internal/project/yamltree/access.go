package yamltree

import (
	"strconv"
	"strings"

	"github.com/caplo/caplo/internal/diag"
)

// textOf is the text of a scalar node.
func (s *source) textOf(n *node) string {
	if n.text != nil {
		return *n.text
	}
	return s.decode(n.style, n.sp)
}

// decode is the text of a scalar.
func (s *source) decode(style Style, sp span) string {
	raw := s.str[sp.start:sp.end]
	switch style {
	case StyleSingle:
		return decodeSingle(raw)
	case StyleDouble:
		text, _ := decodeDouble(raw)
		return text
	case StyleLiteral, StyleFolded:
		return s.blockText(sp, 0)
	}
	return decodePlain(raw)
}

// Source is the text of the file, without a byte order mark.
func (d *Doc) Source() []byte {
	if d.written != nil {
		return d.written
	}
	return d.src.text
}

// Value is a value of a Doc.
type Value struct {
	doc *Doc
	i   uint32
}

// Root is the value that the file holds.
func (d *Doc) Root() Value { return Value{d, 0} }

func (v Value) entry() *entry { return &v.doc.entries[v.i] }

// Kind says what the value is.
func (v Value) Kind() Kind { return v.entry().kind }

// Style says how it is written.
func (v Value) Style() Style { return v.entry().style }

// Bad reports whether a diagnostic was already made of it.
func (v Value) Bad() bool { return v.entry().bad() }

// Raw is the value as it is written.
func (v Value) Raw() string {
	e := v.entry()
	return v.doc.src.str[e.val.start:e.val.end]
}

// Text is the text of a scalar.
func (v Value) Text() string {
	if t, ok := v.doc.texts[v.i]; ok {
		return t
	}
	return v.doc.src.decode(v.entry().style, v.entry().val)
}

// Range is where the value stands; that of an alias is where the alias stands.
// The range of what is written over several lines ends with its first.
func (v Value) Range() diag.Range {
	sp, ok := v.doc.uses[v.i]
	if !ok {
		sp = v.entry().val
	}
	return v.doc.src.rangeOf(firstLine(v.doc.src, sp))
}

// Anchor is where the value is written, as Range has it: for an alias that is
// where its anchor stands.
func (v Value) Anchor() diag.Range { return v.doc.src.rangeOf(firstLine(v.doc.src, v.entry().val)) }

// FullRange is Range to the end of the last line.
func (v Value) FullRange() diag.Range { return v.doc.src.rangeOf(v.entry().val) }

// KeyRange is where the key of a member stands; false for what is no member.
func (v Value) KeyRange() (diag.Range, bool) {
	e := v.entry()
	return v.doc.src.rangeOf(e.key), e.key.end > e.key.start
}

// key is the text of a member's key.
func (d *Doc) key(e *entry) string {
	c := d.src.text[e.key.start]
	switch c {
	case '"':
		return d.src.decode(StyleDouble, e.key)
	case '\'':
		return d.src.decode(StyleSingle, e.key)
	case '!': // !!str
		return strings.TrimSpace(strings.TrimPrefix(string(d.src.text[e.key.start:e.key.end]), "!!str"))
	}
	return d.src.decode(StylePlain, e.key)
}

// each visits the values that v holds until visit returns false.
func (v Value) each(visit func(kid Value, e *entry) bool) {
	end := v.entry().next
	for i := v.i + 1; i < end; i = v.doc.entries[i].next {
		if !visit(Value{v.doc, i}, &v.doc.entries[i]) {
			return
		}
	}
}

// len is how many values v holds.
func (v Value) len() (n int) {
	v.each(func(Value, *entry) bool {
		n++
		return true
	})
	return n
}

// Member finds a member of a mapping.
func (v Value) Member(name string) (found Value, ok bool) {
	if v.Kind() != Map {
		return v, false
	}
	v.each(func(kid Value, e *entry) bool {
		if v.doc.key(e) == name {
			found, ok = kid, true
		}
		return !ok
	})
	return found, ok
}

// Item finds an entry of a list.
func (v Value) Item(n int) (found Value, ok bool) {
	if v.Kind() != List {
		return v, false
	}
	i, ok := v.doc.item(v.i, n)
	return Value{v.doc, i}, ok
}

// Find follows a JSON pointer. Where it leads nowhere, the last value on the
// way comes back, and false.
func (d *Doc) Find(pointer string) (Value, bool) {
	v := d.Root()
	if pointer == "" {
		return v, true
	}
	for _, part := range strings.Split(strings.TrimPrefix(pointer, "/"), "/") {
		part = strings.ReplaceAll(strings.ReplaceAll(part, "~1", "/"), "~0", "~")
		next, ok := v.Member(part)
		if v.Kind() == List {
			n, err := strconv.Atoi(part)
			if next, ok = v.Item(n); err != nil || n < 0 {
				ok = false
			}
		}
		if !ok {
			return v, false
		}
		v = next
	}
	return v, true
}
