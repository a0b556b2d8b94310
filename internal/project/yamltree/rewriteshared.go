package yamltree

// stale reports whether a value holds, by an alias or a merge key, what changes
// where it is written.
func (r *rewriter) stale(v Value) bool {
	if len(r.dirty) == 0 && !r.unmerge {
		return false
	}
	for i := v.i; i < v.entry().next; i++ {
		e := &r.doc.entries[i]
		_, alias := r.doc.uses[i]
		if (alias || e.merged()) && r.dirty[e.val] || r.unmerge && e.merging() {
			return true
		}
	}
	return false
}

// gone notes that a value is no longer written here, for those places that
// refer to it or to a part of it.
func (r *rewriter) gone(v Value) {
	if !r.aliases {
		return
	}
	for i := v.i; i < v.entry().next; {
		e := &r.doc.entries[i]
		if _, alias := r.doc.uses[i]; alias || e.merged() {
			i = e.next
			continue
		}
		if r.doc.shared(e.val) {
			r.dirty[e.val] = true
			delete(r.now, e.val)
		}
		i++
	}
}

// spread notes that a mapping gets another member, for those that merge it.
func (r *rewriter) spread(v Value) {
	if !r.aliases {
		return
	}
	for _, kid := range v.own() {
		if e := kid.entry(); r.doc.shared(e.key) {
			r.dirty[e.val] = true
		}
	}
}

// mergedFit reports whether what merge keys bring to a mapping may stay: each
// of it is wanted, if perhaps with another value, which the mapping's own member
// then gives, and none of it changes where it is written.
func (r *rewriter) mergedFit(v Value, want map[string]any) (fit bool) {
	fit = !r.unmerge || !v.entry().merging()
	v.each(func(_ Value, e *entry) bool {
		if e.merged() {
			_, has := want[v.doc.key(e)]
			fit = has && !r.dirty[e.val]
		}
		return fit
	})
	return fit
}
