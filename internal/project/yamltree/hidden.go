package yamltree

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/caplo/caplo/internal/diag"
)

// bidi are characters that change the order in which a text is shown, so that it
// can look like another.
const bidi = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"

const (
	joiners = "\u200c\u200d" // letters of some scripts and emoji need them
	unseen  = "\u200b\u2060\ufeff\u00ad" + joiners + bidi
)

// Hidden finds characters that cannot be seen. In keys, and in what isName says
// is a name by the key that holds it, any is an error: two names that look
// alike would differ. In other text only those that change its order are told
// of, as a warning. What is written as an escape is meant.
func (d *Doc) Hidden(isName func(key string) bool) (out []diag.Diagnostic) {
	// Most files hold nothing but ASCII, which is much quicker to tell.
	if ascii(d.src.str) || !strings.ContainsAny(d.src.str, unseen) {
		return nil
	}
	seen := map[uint32]bool{}
	d.hidden(d.Root(), "", isName, func(sp span, name bool) {
		if !seen[sp.start] {
			seen[sp.start] = true
			out = append(out, d.src.hiddenIn(sp, name)...)
		}
	})
	return out
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// hidden visits keys and texts. under is the key that a value belongs to, also
// as an entry of its list.
func (d *Doc) hidden(v Value, under string, isName func(string) bool, visit func(span, bool)) {
	e := v.entry()
	if e.key.len() > 0 {
		under = d.key(e)
		visit(e.key, true)
	}
	if e.kind == String {
		visit(e.val, isName(under))
	}
	v.each(func(kid Value, _ *entry) bool {
		d.hidden(kid, under, isName, visit)
		return true
	})
}

// hiddenIn is what is hidden in a name or text: the first such character.
func (s *source) hiddenIn(sp span, name bool) []diag.Diagnostic {
	text := s.str[sp.start:sp.end]
	look := bidi
	if name {
		look = unseen
	}
	for i, r := range text {
		if r < 0x80 || !strings.ContainsRune(look, r) || strings.ContainsRune(joiners, r) && joins(text[:i]) {
			continue
		}
		at := span{sp.start + uint32(i), sp.start + uint32(i+utf8.RuneLen(r))}
		w := diag.Diagnostic{
			Rule: RuleBidi, Severity: diag.Warning, Range: s.rangeOf(at),
			Message: fmt.Sprintf("the invisible character U+%04X changes the order in which this text is shown", r),
			Hint:    fmt.Sprintf(`remove it, or write it as "\u%04x" in double quotes if it belongs there`, r),
		}
		if name {
			w.Rule, w.Severity = RuleInvisible, diag.Error
			w.Message = fmt.Sprintf("the invisible character U+%04X makes this another name than it looks like", r)
		}
		return []diag.Diagnostic{w}
	}
	return nil
}

// joins reports whether a joiner has work to do behind a text: in scripts from
// Arabic to those of India, and in emoji.
func joins(before string) bool {
	r, _ := utf8.DecodeLastRuneInString(before)
	return r >= 0x600 && r < 0x1000 || r >= 0x2190 && r < 0x2c00 || r == 0xfe0f || r >= 0x1f000 && r < 0x20000
}
