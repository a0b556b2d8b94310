package yamltree

import "bytes"

// item is an entry of a block list that is rewritten.
type item struct {
	Value
	dash int
	end  int // of its last line
}

// blockList makes a list by indentation say what is wanted.
func (r *rewriter) blockList(v Value, want []any, p slot) bool {
	items, col := r.items(v)
	if items == nil {
		return false
	}
	pairs := match(v.own(), want, p.shape)
	if p.depth == 1 {
		r.lists = append(r.lists, matched{items, pairs, want})
	}
	kept := 0
	taken := make([]bool, len(items))
	for j, i := range pairs {
		if i < 0 {
			continue
		}
		kept, taken[i] = kept+1, true
		in := slot{shape: p.shape.item(), kind: behindDash, at: items[i].dash + 1, col: col, depth: p.depth + 1}
		if !r.value(items[i].Value, want[j], in) {
			return false
		}
	}
	if kept == 0 || !r.cutItems(items, taken, col, p) {
		return false
	}
	return r.addItems(items, pairs, want, col, p)
}

// matched is a list at the top of a file, with the entry that each wanted one is.
type matched struct {
	items []item
	pairs []int
	want  []any
}

// items finds the dashes of a list; nil where they do not stand one below the
// other.
func (r *rewriter) items(v Value) (out []item, col int) {
	own := v.own()
	if len(own) == 0 {
		return nil, 0
	}
	dash := int(v.entry().val.start)
	col = r.src.column(uint32(dash))
	for i, kid := range own {
		if i > 0 {
			if dash = r.nextDash(out[i-1].end, col); dash < 0 {
				return nil, 0
			}
		}
		if r.src.text[dash] != '-' || r.extent(kid).len() > 0 && int(r.extent(kid).start) <= dash {
			return nil, 0
		}
		out = append(out, item{Value: kid, dash: dash, end: r.entryEnd(kid, dash+1, col)})
	}
	return out, col
}

// nextDash is the first dash behind the line that ends at end; -1 where
// something else stands in its place.
func (r *rewriter) nextDash(end, col int) int {
	s := r.src
	for i := s.lineOf(uint32(end)) + 1; i < len(s.lines); i++ {
		if _, comment := s.commentLine(i); comment || s.blankLine(i) {
			continue
		}
		if at := int(s.lines[i]) + col; len(s.line(i)) > col && s.text[at] == '-' && s.skipBlanks(int(s.lines[i])) == at {
			return at
		}
		break
	}
	return -1
}

func (r *rewriter) cutItems(items []item, taken []bool, col int, p slot) bool {
	for i, it := range items {
		if taken[i] {
			continue
		}
		if !r.alone(it) {
			return false
		}
		r.gone(it.Value, it.dash)
		floor := p.at
		if i > 0 {
			floor = items[i-1].end
		}
		r.cutLines(r.ownComments(uint32(it.dash), col, floor), it.end, floor)
	}
	return true
}

// alone reports whether a dash begins its line.
func (r *rewriter) alone(it item) bool {
	return r.src.skipBlanks(int(r.src.lines[r.src.lineOf(uint32(it.dash))])) == it.dash
}

// addItems puts in what is wanted and not there, behind what it follows.
func (r *rewriter) addItems(items []item, pairs []int, want []any, col int, p slot) bool {
	last, spaced := -1, r.spaced(items)
	for j, i := range pairs {
		if i >= 0 {
			last = i
			continue
		}
		lines := r.w.after(want[j], p.shape.item(), items[max(last, 0)].Value, col, true)
		lines[0] = pad(col) + "-" + lines[0]
		switch {
		case last >= 0 && spaced:
			r.putAfter(items[last].end, append([]string{""}, lines...))
		case last >= 0:
			r.putAfter(items[last].end, lines)
		case !r.alone(items[0]):
			return false
		default:
			if spaced {
				lines = append(lines, "")
			}
			r.putBefore(r.ownComments(uint32(items[0].dash), col, p.at), lines)
		}
	}
	return true
}

// spaced reports whether blank lines stand between entries.
func (r *rewriter) spaced(items []item) bool {
	if len(items) < 2 {
		return false
	}
	between := r.src.text[items[0].end:items[1].dash]
	between = bytes.ReplaceAll(bytes.ReplaceAll(between, []byte("\r"), nil), []byte(" "), nil)
	return bytes.Contains(between, []byte("\n\n"))
}
