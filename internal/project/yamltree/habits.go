package yamltree

// firstBreak is how the file ends its lines.
func (s *source) firstBreak() string {
	end := s.lineEnd(0)
	if n := s.breakLen(end); n > 0 {
		return s.str[end : end+n]
	}
	return "\n"
}

// habits is a writer that indents as the file does.
func (d *Doc) habits() writer {
	w := writer{step: 2, list: 2}
	if root := d.Root(); root.Style() == StyleFlow && len(root.kids()) > 0 {
		w.keys = d.src.text[root.kids()[0].entry().key.start] == '"'
	}
	step, list := false, false
	for i := range d.entries {
		e := &d.entries[i]
		if step && list {
			break
		}
		if e.key.len() == 0 || e.style != StyleBlock || e.merged() || e.val.start < e.key.end {
			continue
		}
		by := d.src.column(e.val.start) - d.src.column(e.key.start)
		switch {
		case e.kind == Map && !step && by > 0 && by <= 8:
			w.step, step = by, true
		case e.kind == List && !list && by >= 0 && by <= 8:
			w.list, list = by, true
		}
	}
	return w
}

// column counts the bytes in front of an offset on its line.
func (s *source) column(offset uint32) int { return int(offset - s.lines[s.lineOf(offset)]) }
