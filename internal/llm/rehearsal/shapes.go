package rehearsal

import (
	"regexp"
	"strings"
	"unicode"
)

func (s *schema) admits(v string) bool {
	re, err := regexp.Compile(s.Pattern)
	return err == nil && re.MatchString(v)
}

// open reports whether the schema takes any text: it has no form, or a pattern
// that any words fit.
func (s *schema) open() bool {
	if s.Pattern != "" {
		return s.admits("qx") && s.admits("qx qx")
	}
	return formats[s.Format] == nil && s.Format != "date-time"
}

func (f *filling) byPattern(s *schema) (string, bool) {
	if _, err := regexp.Compile(s.Pattern); err != nil {
		return "", false
	}
	var found []string
	coded := wantsDigit.MatchString(repeats.ReplaceAllString(s.Pattern, ""))
	for _, w := range f.matching(anyCode) {
		switch {
		case s.admits(w) && (!coded || codeLike.MatchString(w) || hasDigit(w)):
			found = append(found, w)
		case coded && hasDigit(w) && s.admits(strings.ToUpper(w)):
			found = append(found, strings.ToUpper(w))
		case coded && hasDigit(w) && s.admits(strings.ToLower(w)):
			found = append(found, strings.ToLower(w))
		}
	}
	bare := strings.TrimSuffix(strings.TrimPrefix(s.Pattern, "^"), "$")
	if re, err := regexp.Compile(`(?:^|[^\p{L}\d-])(` + bare + `)(?:[^\p{L}\d-]|$)`); err == nil && len(found) == 0 && coded {
		for _, m := range re.FindAllStringSubmatch(f.text, -1) {
			if m[1] != "" && s.admits(m[1]) {
				found = append(found, m[1])
			}
		}
	}
	v := f.unused(found)
	return v, v != ""
}

func hasDigit(s string) bool { return strings.ContainsFunc(s, unicode.IsDigit) }

// shape is the form of a value that the schema shows.
type shape struct {
	re    *regexp.Regexp
	upper bool
}

func (s shape) write(v string) string {
	if s.upper {
		return strings.ToUpper(v)
	}
	return v
}

// shapes are the forms of a schema's examples, and of the values that its
// description shows: letters as they are, any number of digits; then any
// letters.
func (s *schema) shapes() []shape {
	var shown []string
	for _, e := range s.Examples {
		if str, ok := e.(string); ok {
			shown = append(shown, str)
		}
	}
	for _, w := range codes(s.Description) {
		if w = strings.TrimRight(w, "."); codeLike.MatchString(w) && lettersRun.MatchString(w) {
			shown = append(shown, w)
		}
	}
	var exact, loose []shape
	for _, w := range shown {
		if hasDigit(w) && !strings.Contains(w, " ") {
			form, upper := regexp.QuoteMeta(w), w == strings.ToUpper(w)
			exact = append(exact, shape{regexp.MustCompile(`^(?i:` + digitsRun.ReplaceAllString(form, `\d+`) + `)$`), upper})
			form = lettersRun.ReplaceAllString(form, `[A-Za-z]+`)
			loose = append(loose, shape{regexp.MustCompile(`^` + digitsRun.ReplaceAllString(form, `\d+`) + `$`), upper})
		}
	}
	return append(exact, loose...)
}
