package rehearsal

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// free finds a value that has no form of its own: the whole message where the
// property wants to hear what is the matter, else what stands in quotation
// marks, after the property's name, or as a name.
func (f *filling) free(name string, s *schema) (string, bool) {
	label := humanise(name)
	if freeText.MatchString(label) {
		return f.text, strings.TrimSpace(f.text) != ""
	}
	found := []string{}
	for _, m := range quoted.FindAllStringSubmatch(straight.Replace(f.text), -1) {
		found = append(found, m[1])
	}
	words := strings.Fields(label)
	if len(words) == 0 || idName.MatchString(label) {
		return "", false
	}
	last := regexp.QuoteMeta(words[len(words)-1])
	labelled := regexp.MustCompile(`(?i)\b` + last + `(?: is|:| =| to) ([^.,;!?\n]+)`)
	if m := labelled.FindStringSubmatch(f.text); m != nil {
		found = append(found, strings.TrimSpace(m[1]))
	}
	v := f.unused(append(found, properNames(f.text)...))
	f.used[v] = true
	return v, v != ""
}

// properNames are runs of capitalised words inside sentences.
func properNames(text string) []string {
	var out []string
	for _, s := range sentences(text) {
		run := ""
		for i, w := range append(strings.Fields(s), "") {
			if i > 0 && properName(w) {
				run = strings.TrimSpace(run + " " + w)
				if strings.ContainsAny(w[len(w)-1:], ".,;:!?") {
					out, run = append(out, run), ""
				}
				continue
			}
			if run != "" {
				out, run = append(out, run), ""
			}
		}
	}
	for i, n := range out {
		out[i] = strings.Trim(n, `.,;:!?"'()`)
	}
	return out
}

func properName(w string) bool {
	w = strings.TrimLeft(w, `"'(“‘`)
	r, _ := utf8.DecodeRuneInString(w)
	return unicode.IsUpper(r) && !hasDigit(w) && !stopWords[strings.ToLower(strings.Trim(w, `.,;:!?"')`))] && !strings.ContainsAny(w, "'’")
}
