package yamltree

import "regexp"

var (
	anchorName = regexp.MustCompile(`&([^\s,\[\]{}]+)`)
	aliasName  = regexp.MustCompile(`\*([^\s,\[\]{}]+)`)
)

// grow notes the anchors in a stretch of the text, whose mappings get other
// members: a mapping that merges one of them would get those too.
func (r *rewriter) grow(from, to int) {
	if from < to {
		for _, m := range anchorName.FindAllStringSubmatch(r.src.str[from:to], -1) {
			r.grown[m[1]] = true
		}
	}
}

// unfit reports whether a mapping with a merge key has to do without it.
func (r *rewriter) unfit(e *entry) bool {
	if r.unmerge {
		return true
	}
	if len(r.grown) == 0 {
		return false
	}
	for _, m := range aliasName.FindAllStringSubmatch(r.src.str[e.val.start:e.val.end], -1) {
		if r.grown[m[1]] {
			return true
		}
	}
	return false
}

// stale reports whether a value holds, by an alias or a merge key, what changes
// where it is written.
func (r *rewriter) stale(v Value) bool {
	if len(r.dirty)+len(r.grown) == 0 && !r.unmerge {
		return false
	}
	for i := v.i; i < v.entry().next; i++ {
		e := &r.doc.entries[i]
		_, alias := r.doc.uses[i]
		if (alias || e.merged()) && r.dirty[e.val] || e.merging() && r.unfit(e) {
			return true
		}
	}
	return false
}

// gone notes that a value is no longer written here, for those places that
// refer to it or to a part of it. at is the end of what stands before it.
func (r *rewriter) gone(v Value, at int) {
	if !r.aliases {
		return
	}
	r.grow(at, int(r.extent(v).end))
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
func (r *rewriter) spread(v Value, at int) {
	if !r.aliases {
		return
	}
	r.grow(at, int(v.entry().val.start))
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
	fit = !v.entry().merging() || !r.unfit(v.entry())
	v.each(func(_ Value, e *entry) bool {
		if e.merged() {
			_, has := want[v.doc.key(e)]
			fit = has && !r.dirty[e.val]
		}
		return fit
	})
	return fit
}
