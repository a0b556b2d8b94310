package yamltree

import (
	"fmt"
	"strings"

	"github.com/caplo/caplo/internal/diag"
)

// warnings are about plain scalars that are read correctly and yet may not mean
// what was meant.
func (d *Doc) warnings() []diag.Diagnostic {
	var out []diag.Diagnostic
	seen := map[uint32]bool{} // what an alias repeats is said once
	for i := range d.entries {
		e := &d.entries[i]
		if e.style != StylePlain || e.kind != String && e.kind != Int || e.bad() || seen[e.val.start] {
			continue
		}
		if _, tagged := d.texts[uint32(i)]; tagged {
			continue
		}
		if !suspicious(d.src.text[e.val.start:e.val.end]) {
			continue
		}
		if w := d.warning(Value{d, uint32(i)}); w != nil {
			seen[e.val.start] = true
			out = append(out, *w)
		}
	}
	return out
}

// suspicious keeps most texts away from the patterns.
func suspicious(raw []byte) bool {
	return mayBeTyped(raw) || raw[0] >= 0x80 // typographic quotes among them
}

func (d *Doc) warning(v Value) *diag.Diagnostic {
	raw := v.Raw()
	w := diag.Diagnostic{Rule: RuleAmbiguous, Severity: diag.Warning, Range: d.src.rangeOf(v.entry().val)}
	if v.Kind() == Int {
		if w.Message = leadingZero(raw); w.Message == "" {
			return nil
		}
		w.Hint = "put it in quotes if it is text: " + Quote(raw)
		return &w
	}
	if smartQuoted(raw) {
		w.Rule = RuleQuotes
		w.Message = "these quotes are typographic, and so part of the text"
		w.Hint = "use straight ones, or put them inside straight ones if they are meant"
		w.Range = v.Range()
		return &w
	}
	old := oldReading(raw)
	if old == "" {
		return nil
	}
	w.Message = fmt.Sprintf("%s is text here, but %s to readers of YAML 1.1", raw, old)
	w.Hint = "put it in quotes: " + Quote(raw)
	w.Fix = &diag.Fix{Summary: "put it in quotes", Edits: []diag.Edit{{Range: w.Range, Text: Quote(raw)}}}
	return &w
}

func leadingZero(raw string) string {
	digits := strings.TrimLeft(raw, "+-")
	if len(digits) < 2 || digits[0] != '0' || digits[1] == 'x' || digits[1] == 'o' {
		return ""
	}
	n, _ := jsonNumber(raw)
	return fmt.Sprintf("%s is read as the number %s here, and to base 8 by readers of YAML 1.1", raw, n)
}

// smartQuoted reports whether a plain scalar stands in typographic quotes as a
// whole.
func smartQuoted(raw string) bool {
	for _, pair := range []string{"“”", "‘’", "„“", "‚‘", "«»", "»«", "””", "’’"} {
		quotes := []rune(pair)
		if strings.HasPrefix(raw, string(quotes[0])) && strings.HasSuffix(raw, string(quotes[1])) &&
			strings.Count(raw, string(quotes[0])) <= 2 {
			return true
		}
	}
	return false
}
