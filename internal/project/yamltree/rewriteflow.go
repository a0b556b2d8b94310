package yamltree

import "strings"

// part is a member or entry in brackets.
type part struct {
	Value
	from, end int
	keep      bool
}

// flowMap makes a mapping in braces say what is wanted, on the lines it has.
func (r *rewriter) flowMap(v Value, want map[string]any, p slot) bool {
	own := v.own()
	if len(own) == 0 || len(own) != len(v.kids()) || !r.fitsFlow(v, want) {
		return false
	}
	parts := make([]part, len(own))
	for i, kid := range own {
		key := kid.entry().key
		at := r.src.skipBlanks(int(key.end))
		parts[i] = part{Value: kid, from: int(key.start), end: int(key.end)}
		if colon := r.src.text[at] == ':'; colon {
			at++
			parts[i].end = max(at, int(r.extent(kid).end))
		}
		if r.extent(kid).len() == 0 {
			parts[i].end = at
		}
		name := v.doc.key(kid.entry())
		w, has := want[name]
		if parts[i].keep = has; !has {
			continue
		}
		in := slot{shape: p.shape.member(name), kind: inFlow, at: at, depth: p.depth + 1}
		if !r.value(kid, w, in) {
			return false
		}
	}
	return r.cutParts(parts) && r.addPairs(v, parts, want, p)
}

// fitsFlow reports whether what is wanted can stand in brackets: there are no
// texts of several lines in it, or there were some already.
func (r *rewriter) fitsFlow(v Value, want any) bool {
	switch want := want.(type) {
	case string:
		return !strings.Contains(want, "\n") || v.entry().style == StyleDouble
	case []any:
		for _, e := range want {
			if !r.fitsFlow(v, e) {
				return false
			}
		}
	case map[string]any:
		for _, e := range want {
			if !r.fitsFlow(v, e) {
				return false
			}
		}
	}
	return true
}

// addPairs puts in the members that are not there.
func (r *rewriter) addPairs(v Value, parts []part, want map[string]any, p slot) bool {
	shape := p.shape
	w := r.flowWriter(parts)
	for _, key := range shape.sorted(want) {
		if _, has := v.Member(key); has {
			continue
		}
		r.spread(v, p.at)
		before := -1
		for i, q := range parts {
			if q.keep && (shape.rank(key) == unranked || shape.compare(v.doc.key(q.entry()), key) < 0) {
				before = i
			}
		}
		r.addPart(parts, before, keyText(key, w.keys)+": "+w.flow(want[key], shape.member(key), true))
	}
	return true
}

// flowWriter quotes keys where the first one is quoted, as JSON does.
func (r *rewriter) flowWriter(parts []part) writer {
	w := r.w
	w.keys = w.keys || r.src.text[parts[0].from] == '"' && parts[0].entry().key.len() > 0
	return w
}
