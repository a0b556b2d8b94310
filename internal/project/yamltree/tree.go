package yamltree

import (
	"github.com/caplo/caplo/internal/diag"
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
	flags    uint8
}

// What else is known of an entry.
const (
	isBad     = 1 << iota // a diagnostic was made of it
	isMerged              // a merge key brought it
	isMerging             // it is a mapping that holds a merge key
)

func (n *node) flags() (f uint8) {
	if n.bad {
		f |= isBad
	}
	if n.merged {
		f |= isMerged
	}
	return f
}

func (e *entry) bad() bool     { return e.flags&isBad != 0 }
func (e *entry) merged() bool  { return e.flags&isMerged != 0 }
func (e *entry) merging() bool { return e.flags&isMerging != 0 }

// Doc is a file that was read. It is small: the bytes, and 24 of index for
// each value. What it says does not change after Parse, and it can be shared.
type Doc struct {
	src     *source
	entries []entry
	texts   map[uint32]string // text that the source alone does not tell
	uses    map[uint32]span   // where the alias stands that an entry came by
	holes   []Hole
	written []byte // the file's own text where src is it without merge conflicts
	index   index
}

// Parse reads a file and takes its bytes over: they must not be written to
// afterwards. The diagnostics do not name the file. A nil Doc means that
// there is nothing to judge: the file is no YAML, or too much of it.
func Parse(data []byte) (*Doc, []diag.Diagnostic) {
	src := newSource(TrimBOM(data))
	doc, faults := readFile(src)
	out := make([]diag.Diagnostic, 0, len(faults))
	for _, f := range faults {
		out = append(out, f.diagnostic(src))
	}
	if doc != nil {
		out = append(append(out, doc.warnings()...), doc.hashes()...)
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

// flatten appends a node and what it holds, aliases replaced.
func (d *Doc) flatten(n *node) {
	i := uint32(len(d.entries))
	e := entry{key: n.key, val: n.sp, kind: n.kind, style: n.style, flags: n.flags()}
	target := resolve(n)
	if target.merging {
		e.flags |= isMerging
	}
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
