package report

import (
	"strings"
	"unicode/utf8"
)

// terminalWidth is how wide text output is made, whatever the terminal: it reads
// the same everywhere.
const terminalWidth = 80

// narrowest is how narrow a column may be made.
const narrowest = 8

// fitted cuts cells short so that a table is no wider than a terminal: those of
// its widest columns. JSON has them whole.
func fitted(rows [][]string, width int) [][]string {
	if len(rows) == 0 {
		return rows
	}
	wide := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			row[i] = CleanLine(cell)
			wide[i] = max(wide[i], utf8.RuneCountInString(row[i]))
		}
	}
	for total(wide) > width {
		widest := 0
		for i, w := range wide {
			if w > wide[widest] {
				widest = i
			}
		}
		if wide[widest] <= narrowest {
			break
		}
		wide[widest]--
	}
	for _, row := range rows {
		for i, cell := range row {
			row[i] = short(cell, wide[i])
		}
	}
	return rows
}

func total(wide []int) int {
	sum := 2 * (len(wide) - 1)
	for _, w := range wide {
		sum += w
	}
	return sum
}

// short cuts a text to a number of characters, and shows that it did.
func short(s string, width int) string {
	r := []rune(s)
	if len(r) <= width {
		return s
	}
	return string(r[:width-1]) + "…"
}

// wrapped breaks a text between words into lines of a width, each behind a prefix.
// A word that is longer stands on a line of its own.
func wrapped(prefix, text string, width int) string {
	var b strings.Builder
	room := width - utf8.RuneCountInString(prefix)
	for _, line := range strings.Split(strings.TrimRight(CleanText(text), "\n"), "\n") {
		at := 0
		b.WriteString(prefix)
		for i, word := range strings.Fields(line) {
			n := utf8.RuneCountInString(word)
			switch {
			case i > 0 && at+1+n > room:
				b.WriteString("\n" + prefix)
				at = 0
			case i > 0:
				b.WriteByte(' ')
				at++
			}
			b.WriteString(word)
			at += n
		}
		b.WriteByte('\n')
	}
	return b.String()
}
