package yamltree

import (
	"bytes"
	"errors"
	"reflect"

	"github.com/caplo/caplo/internal/diag"
)

// ErrByHand says that a file cannot be brought to say what is wanted without
// losing what somebody wrote around it.
var ErrByHand = errors.New("must be edited by hand")

// rewriter finds the edits that make a file say something else.
type rewriter struct {
	doc    *Doc
	src    *source
	w      writer
	eol    string
	edits  []Edit
	coarse int  // from this depth on a value is replaced as a whole
	bare   bool // no break ends the file, nor is one to

	unmerge bool            // merge keys are written out
	lists   []matched       // at the top of the file, by which little of it is read again
	aliases bool            // the file has some
	grown   map[string]bool // anchors of mappings that get other members
	dirty   map[span]bool   // what is written for several places and changes
	now     map[span]any    // what it says then
}

// attempts are the ways to rewrite a file, the best one first.
var attempts = []struct {
	coarse  int
	plain   bool // texts are written on one line
	brk     bool // the file gets a break at its end
	unmerge bool // merge keys are written out: they bring what nobody wants
}{
	{coarse: MaxDepth},
	{coarse: MaxDepth, brk: true},
	{coarse: MaxDepth, unmerge: true},
	{coarse: MaxDepth, plain: true},
	{coarse: 2},
	{coarse: 1, brk: true},
	{coarse: 2, plain: true},
	{coarse: 1, plain: true, brk: true},
}

// Rewrite is the file's text with as few changes as make it say what is wanted,
// as encoding/json decodes it with numbers as json.Number. What says it already
// stays byte for byte. The byte order mark is left to the caller. It fails with
// ErrByHand where no change is certain to say it and nothing else.
func (d *Doc) Rewrite(want any, shape *Shape) ([]byte, error) {
	if d.Root().Says(want) {
		return d.src.text, nil
	}
	if d.written != nil || len(d.holes) > 0 {
		return nil, ErrByHand
	}
	for _, a := range attempts {
		if a.brk && a.coarse == MaxDepth && !d.src.bare() || a.unmerge && !bytes.Contains(d.src.text, []byte("<<")) {
			continue
		}
		r := newRewriter(d)
		r.coarse, r.w.plain, r.unmerge = a.coarse, a.plain, a.unmerge
		if !r.run(want, shape) {
			continue
		}
		r.bare = !a.brk && d.src.bare()
		if text, ok := r.assemble(r.edits); ok && r.holds(text, want) {
			return text, nil
		}
	}
	return nil, ErrByHand
}

// reads reports whether a text is a file that says what is wanted.
func reads(text []byte, want any) bool {
	doc, found := Parse(text)
	for _, f := range found {
		if f.Severity == diag.Error {
			return false
		}
	}
	return doc != nil && len(doc.holes) == 0 && doc.Root().Says(want)
}

func newRewriter(d *Doc) *rewriter {
	r := &rewriter{doc: d, src: d.src, eol: d.src.firstBreak(), dirty: map[span]bool{}, grown: map[string]bool{}}
	r.w = d.habits()
	r.aliases = bytes.IndexByte(d.src.text, '*') >= 0
	return r
}

// maxPasses is how often a change of what is shared may lead to another.
const maxPasses = 8

// run finds the edits. A change of what is written for several places means
// changes elsewhere, so that it goes on until no such place is added.
func (r *rewriter) run(want any, shape *Shape) bool {
	for range maxPasses {
		known := len(r.dirty) + len(r.grown)
		r.edits, r.lists, r.now = nil, nil, map[span]any{}
		if !r.value(r.doc.Root(), want, slot{shape: shape, kind: atRoot, col: -r.w.step}) {
			return false
		}
		if len(r.dirty)+len(r.grown) == known {
			return true
		}
	}
	return false
}

// slot is where a value stands.
type slot struct {
	shape *Shape
	kind  slotKind
	at    int // the byte behind the colon or dash in front of it
	col   int // of the key or dash
	depth int
}

type slotKind uint8

const (
	atRoot slotKind = iota
	behindKey
	behindDash
	inFlow
)

// value makes a value say what is wanted.
func (r *rewriter) value(v Value, want any, p slot) bool {
	sp := v.entry().val
	if _, alias := r.doc.uses[v.i]; alias {
		if r.dirty[sp] {
			if now, there := r.now[sp]; there && reflect.DeepEqual(now, want) {
				return true
			}
		} else if v.Says(want) {
			return true
		}
		return r.replace(v, want, p)
	}
	if v.Says(want) && !r.stale(v) {
		return true
	}
	if r.aliases && r.doc.shared(sp) {
		r.dirty[sp], r.now[sp] = true, want
	}
	known := len(r.edits)
	if p.depth < r.coarse && r.change(v, want, p) {
		return true
	}
	r.edits = r.edits[:known]
	return r.replace(v, want, p)
}

// change edits inside a value. It is false where that cannot be done.
func (r *rewriter) change(v Value, want any, p slot) bool {
	switch want := want.(type) {
	case map[string]any:
		if v.Kind() == Map && v.Style() == StyleBlock && p.kind != inFlow {
			return r.blockMap(v, want, p)
		}
		return v.Kind() == Map && v.Style() == StyleFlow && r.flowMap(v, want, p)
	case []any:
		if v.Kind() == List && v.Style() == StyleBlock && p.kind != inFlow {
			return r.blockList(v, want, p)
		}
		return v.Kind() == List && v.Style() == StyleFlow && r.flowList(v, want, p)
	case string:
		return !v.holds() && r.text(v, want, p)
	}
	e := v.entry()
	if v.holds() || e.style != StylePlain || e.val.len() == 0 || r.tagged(v) {
		return false
	}
	r.edit(e.val, r.w.flow(want, nil, p.kind == inFlow))
	return true
}

func (r *rewriter) edit(sp span, text string) {
	r.edits = append(r.edits, Edit{From: int(sp.start), To: int(sp.end), Text: text})
}

func (r *rewriter) tagged(v Value) bool { return r.src.text[v.entry().val.start] == '!' }
