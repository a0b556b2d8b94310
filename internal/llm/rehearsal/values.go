package rehearsal

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// What properties are named that want to hear what is the matter, and those
// that hold a code.
var (
	freeText = listed("reason query question message note notes comment comments details summary text description request issue subject problem why search")
	idName   = listed("id ids number no code ref reference key serial")
)

// str finds a string: by its form where the schema gives one; else the whole
// message where the property wants to hear what is the matter, or what the
// message puts in quotation marks.
func (f *filling) str(name string, s *schema, required bool) (any, bool) {
	v, formed := f.formed(name, s)
	if formed {
		f.take(v)
		return v, v != ""
	}
	if !required {
		return nil, false
	}
	if overlap(strings.Fields(humanise(name)), freeText) > 0 {
		return f.text, strings.TrimSpace(f.text) != ""
	}
	_, quotes := mask(f.text)
	v = f.unused(quotes)
	f.take(v)
	return v, v != ""
}

// formed finds a value by pattern, format or the shape of an example. It
// reports whether the schema gives a form at all.
func (f *filling) formed(name string, s *schema) (string, bool) {
	if s.Pattern != "" {
		return f.byPattern(s.Pattern), true
	}
	if form := forms[s.Format]; form != nil {
		return f.unused(form().FindAllString(f.text, -1)), true
	}
	shown := s.shown()
	if shown == "" && overlap(strings.Fields(humanise(name)), idName) == 0 {
		return "", false
	}
	v := f.unused(matching(f.text, codeLike()))
	if shown != "" && shown == strings.ToUpper(shown) {
		v = strings.ToUpper(v)
	}
	return v, true
}

// byPattern finds a word that a pattern admits, as written or in the other
// case. Words without digits are values only where the pattern asks for none.
func (f *filling) byPattern(pattern string) string {
	re, err := regexp.Compile(pattern)
	if err != nil || re.MatchString("qx") {
		return ""
	}
	var found []string
	for _, w := range codes(f.text) {
		for _, v := range []string{w, strings.ToUpper(w), strings.ToLower(w)} {
			if re.MatchString(v) {
				found = append(found, v)
				break
			}
		}
	}
	return f.unused(found)
}

func (f *filling) take(v string) {
	if v != "" {
		f.used[v] = true
		f.solid++
	}
}

func (f *filling) unused(found []string) string {
	for _, v := range found {
		if !f.used[v] {
			return v
		}
	}
	return ""
}

// codes are the words of a text without the punctuation around them.
func codes(s string) []string {
	words := strings.FieldsFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(`,;!?()[]{}"'<>#“”’`, r)
	})
	for i, w := range words {
		words[i] = strings.TrimRight(w, ".:")
	}
	return words
}

func matching(s string, re *regexp.Regexp) []string {
	return slices.DeleteFunc(codes(s), func(w string) bool { return !re.MatchString(w) })
}
