package yamltree

import "strings"

// brokenLine is a line with the break that ends it; the last has none.
type brokenLine struct{ text, brk string }

func brokenLines(text string) (out []brokenLine) {
	for line := range strings.Lines(text) {
		l := brokenLine{text: line}
		for _, brk := range []string{"\r\n", "\n"} {
			if cut, ok := strings.CutSuffix(line, brk); ok {
				l = brokenLine{cut, brk}
				break
			}
		}
		out = append(out, l)
	}
	return out
}

// KeepBreaks is a text whose lines end as they did before, whatever it says of them: a file can have breaks
// of both kinds, LF and CRLF. Lines that are new end as the one above them, and
// the first as it was.
func KeepBreaks(before, after string) string {
	had, lines := brokenLines(before), brokenLines(after)
	if len(had) == 0 || had[0].brk == "" {
		return after // a single line says nothing of others
	}
	brk, kept := had[0].brk, keptLines(had, lines)
	var b strings.Builder
	for i, l := range lines {
		if k := kept[i]; k >= 0 && had[k].brk != "" {
			brk = had[k].brk
		}
		b.WriteString(l.text)
		switch {
		case l.brk == "":
		case strings.HasSuffix(l.text, "\r"):
			b.WriteString("\r\n") // or the return would be part of the break
		default:
			b.WriteString(brk)
		}
	}
	return b.String()
}

// keptLines finds for each line the one that it was, or -1.
func keptLines(had, lines []brokenLine) []int {
	kept := make([]int, len(lines))
	from := 0
	for from < len(had) && from < len(lines) && had[from].text == lines[from].text {
		kept[from] = from
		from++
	}
	i, j := len(had), len(lines)
	for i > from && j > from && had[i-1].text == lines[j-1].text {
		i, j = i-1, j-1
		kept[j] = i
	}
	where := map[string][]int{}
	for k := from; k < i; k++ {
		where[had[k].text] = append(where[had[k].text], k)
	}
	next := from
	for k := from; k < j; k++ {
		kept[k] = -1
		if i == j {
			kept[k] = k // as many as before: each in place of one
			continue
		}
		at := where[lines[k].text]
		for len(at) > 0 && at[0] < next {
			at = at[1:]
		}
		if where[lines[k].text] = at; len(at) > 0 {
			kept[k], next = at[0], at[0]+1
		}
	}
	return kept
}
