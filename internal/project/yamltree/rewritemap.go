package yamltree

import (
	"bytes"
	"strings"
)

// member is a member of a block mapping that is rewritten.
type member struct {
	Value
	key  string
	at   int // behind the colon
	end  int // of its last line
	keep bool
}

// blockMap makes a mapping by indentation say what is wanted.
func (r *rewriter) blockMap(v Value, want map[string]any, p slot) bool {
	ms, col := r.members(v)
	if ms == nil || !r.mergedFit(v, want) {
		return false
	}
	kept := 0
	for i := range ms {
		m := &ms[i]
		w, has := want[m.key]
		if m.keep = has; !has {
			continue
		}
		kept++
		in := slot{shape: p.shape.member(m.key), kind: behindKey, at: m.at, col: col, depth: p.depth + 1}
		if !r.value(m.Value, w, in) {
			return false
		}
	}
	if kept == 0 || !r.cutMembers(ms, col, p) {
		return false
	}
	return r.addMembers(v, ms, want, col, p)
}

// members lists the members written in a block mapping; nil where they do not
// stand as keys with a colon, each on a line that it begins.
func (r *rewriter) members(v Value) (ms []member, col int) {
	own := v.own()
	if len(own) == 0 || !inOrder(r.placed(own)) {
		return nil, 0
	}
	text := r.src.text
	col = r.src.column(own[0].entry().key.start)
	for i, kid := range own {
		key := kid.entry().key
		colon := r.src.skipBlanks(int(key.end))
		before := text[r.src.lines[r.src.lineOf(key.start)]:key.start]
		alone := len(bytes.Trim(before, " ")) == 0
		if colon >= len(text) || text[colon] != ':' || len(before) != col || !alone && (i > 0 || !dashOnly.Match(before)) {
			return nil, 0
		}
		m := member{Value: kid, key: v.doc.key(kid.entry()), at: colon + 1}
		m.end = r.entryEnd(kid, m.at, col)
		ms = append(ms, m)
	}
	return ms, col
}

// placed leaves those out that stand elsewhere, by an alias, and whose order
// says nothing.
func (r *rewriter) placed(kids []Value) (out []Value) {
	for _, kid := range kids {
		if _, alias := r.doc.uses[kid.i]; !alias {
			out = append(out, kid)
		}
	}
	return out
}

// cutMembers takes away what is not kept.
func (r *rewriter) cutMembers(ms []member, col int, p slot) bool {
	for i, m := range ms {
		if m.keep {
			continue
		}
		r.gone(m.Value, m.at)
		key := m.entry().key
		first := r.src.lineOf(key.start)
		if begins := r.src.skipBlanks(int(r.src.lines[first])); begins != int(key.start) {
			if !r.cutBehindDash(ms, i) {
				return false
			}
			continue
		}
		floor := p.at
		if i > 0 {
			floor = ms[i-1].end
		}
		if i > 0 || p.kind != atRoot { // what stands above the first key of a file is about the file
			first = r.ownComments(key.start, col, floor)
		}
		r.cutLines(first, m.end, floor)
	}
	return true
}

// cutBehindDash takes the first member of an entry away, so that the next one
// stands behind the dash.
func (r *rewriter) cutBehindDash(ms []member, i int) bool {
	from := int(ms[i].entry().key.start)
	if i+1 >= len(ms) {
		return false
	}
	next := int(ms[i+1].entry().key.start)
	if len(bytes.TrimSpace(r.src.text[ms[i].end:next])) > 0 || !ms[i+1].keep {
		r.edits = append(r.edits, Edit{From: r.src.trimRight(from), To: ms[i].end})
		return true
	}
	r.edits = append(r.edits, Edit{From: from, To: next})
	return true
}

// addMembers puts in what is wanted and not there.
func (r *rewriter) addMembers(v Value, ms []member, want map[string]any, col int, p slot) bool {
	have := map[string]bool{}
	for _, m := range ms {
		have[m.key] = true
	}
	v.each(func(kid Value, e *entry) bool {
		if e.merged() && kid.Says(want[v.doc.key(e)]) {
			have[v.doc.key(e)] = true
		}
		return true
	})
	for _, key := range p.shape.sorted(want) {
		if have[key] {
			continue
		}
		r.spread(v, p.at)
		before := predecessor(ms, key, p.shape)
		like := ms[0].Value
		if before != nil {
			like = before.Value
		}
		lines := r.w.after(want[key], p.shape.member(key), like, col, false)
		lines[0] = keyText(key, false) + ":" + lines[0]
		if before != nil {
			lines[0] = pad(col) + lines[0]
			r.putAfter(before.end, lines)
		} else {
			r.putFirst(ms[0], lines, col, p)
		}
	}
	return true
}

// predecessor is the member behind which a key is put; nil puts it first. A key
// without a usual place comes behind all others.
func predecessor(ms []member, key string, shape *Shape) (found *member) {
	for i := range ms {
		m := &ms[i]
		switch {
		case !m.keep:
		case shape.rank(key) == unranked:
			found = m
		case shape.compare(m.key, key) < 0 && (found == nil || shape.compare(found.key, m.key) <= 0):
			found = m
		}
	}
	return found
}

// putFirst puts lines in front of the first member. Comments above it stay with
// it, but for those at the top of a file.
func (r *rewriter) putFirst(first member, lines []string, col int, p slot) {
	at := first.entry().key.start
	start := r.src.lines[r.src.lineOf(at)]
	if p.kind != atRoot && r.src.skipBlanks(int(start)) == int(at) {
		lines[0] = pad(col) + lines[0]
		r.putBefore(r.ownComments(at, col, p.at), lines)
		return
	}
	text := strings.Join(lines, r.eol) + r.eol + pad(col)
	r.edits = append(r.edits, Edit{From: int(at), To: int(at), Text: text})
}
