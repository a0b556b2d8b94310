package yamltree

// flowList makes a list in brackets say what is wanted, on the lines it has.
func (r *rewriter) flowList(v Value, want []any, p slot) bool {
	own := v.own()
	if len(own) == 0 || len(want) == 0 || !r.fitsFlow(v, want) {
		return false
	}
	parts, ok := r.entries(own)
	pairs := match(own, want, p.shape)
	for j, i := range pairs {
		if i >= 0 && ok {
			parts[i].keep = true
			ok = r.value(own[i], want[j], slot{shape: p.shape.item(), kind: inFlow, depth: p.depth + 1})
		}
	}
	if !ok || !r.cutParts(parts) {
		return false
	}
	w, last := r.flowWriter(parts), -1
	for j, i := range pairs {
		if i >= 0 {
			last = i
			continue
		}
		r.addPart(parts, last, w.flow(want[j], p.shape.item(), true))
	}
	return true
}

// entries lists the entries in brackets. It is false where one is not written, or
// is a pair without braces.
func (r *rewriter) entries(own []Value) (parts []part, ok bool) {
	for _, kid := range own {
		sp := r.extent(kid)
		if sp.len() == 0 || kid.Style() == StyleBlock {
			return nil, false
		}
		parts = append(parts, part{Value: kid, from: int(sp.start), end: int(sp.end)})
	}
	return parts, true
}
