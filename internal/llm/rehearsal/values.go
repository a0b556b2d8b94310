package rehearsal

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	formats = map[string]*regexp.Regexp{
		"email": regexp.MustCompile(`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`),
		"uri":   regexp.MustCompile(`https?://[^\s"'<>]+[^\s"'<>.,;:!?)]`),
		"uuid":  regexp.MustCompile(`[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}`),
		"time":  regexp.MustCompile(`\b(?:[01]?\d|2[0-3]):[0-5]\d\b`),
		"date":  regexp.MustCompile(`(?i)\b(?:\d{4}-\d{2}-\d{2}|\d{1,2}\.\d{1,2}\.\d{4}|\d{1,2}(?:st|nd|rd|th)? (?:of )?[a-z]{3,9},? \d{4}|[a-z]{3,9} \d{1,2}(?:st|nd|rd|th)?,? \d{4})\b`),
	}
	dateLayouts = []string{"2006-01-02", "2.1.2006", "2 January 2006", "2 Jan 2006", "January 2 2006", "Jan 2 2006"}
	ordinal     = regexp.MustCompile(`(?i)(\d)(?:st|nd|rd|th)\b`)
	freeText    = mustWords(`reason|query|question|message|notes?|comments?|details?|summary|text|description|request|issue|subject|problem|why|search`)
	idName      = mustWords(`id|ids|number|no|code|ref|reference|key|serial`)
	codeLike    = regexp.MustCompile(`^(?:[A-Za-z]+[-_]?[A-Za-z0-9-]*\d[A-Za-z0-9-]*|\d[A-Za-z0-9-]{3,})$`)
	digitsRun   = regexp.MustCompile(`\d+`)
	lettersRun  = regexp.MustCompile(`[A-Za-z]+`)
	numberRun   = regexp.MustCompile(`^-?\d+(?:\.\d+)?$`)
	wantsDigit  = regexp.MustCompile(`\\d|\d`)
	repeats     = regexp.MustCompile(`\{[^}]*\}`)
	anyCode     = regexp.MustCompile(`.`)
	quoted      = regexp.MustCompile(`"([^"]+)"`)
)

// str finds a string: by its form where the schema gives one, else by what the
// message says around it.
func (f *filling) str(name string, s *schema, required bool) (any, bool) {
	if v, ok := f.formed(name, s); ok {
		f.used[v] = true
		f.solid++
		return v, true
	}
	if v := f.known[name]; v != "" && required && s.admits(v) {
		return v, true
	}
	if !s.open() || !required {
		return nil, false
	}
	v, ok := f.free(name, s)
	if r := []rune(v); s.MaxLength != nil && *s.MaxLength >= 0 && len(r) > *s.MaxLength {
		v = string(r[:*s.MaxLength])
	}
	return v, ok && len([]rune(v)) >= s.MinLength
}

// formed finds a value by pattern, format or the shape of an example.
func (f *filling) formed(name string, s *schema) (string, bool) {
	switch {
	case s.Pattern != "" && !s.open():
		return f.byPattern(s)
	case s.Format == "date-time":
		day, ok := f.date()
		clock := formats["time"].FindString(f.text)
		return fmt.Sprintf("%sT%05s:00Z", day, clock), ok && clock != ""
	case s.Format == "date":
		return f.date()
	case formats[s.Format] != nil:
		v := f.unused(formats[s.Format].FindAllString(f.text, -1))
		return v, v != ""
	}
	shapes := s.shapes()
	for _, shape := range shapes {
		if v := f.unused(f.matching(shape.re)); v != "" {
			return shape.write(v), true
		}
	}
	if len(shapes) == 0 && idName.MatchString(humanise(name)) {
		v := f.unused(f.matching(codeLike))
		return v, v != ""
	}
	return "", false
}

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

// codes are the words of a text, without the punctuation around them.
func codes(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(`,;:!?()[]{}"'<>#“”’`, r)
	})
}

func (f *filling) matching(re *regexp.Regexp) []string {
	var out []string
	for _, w := range codes(f.text) {
		if w = strings.TrimRight(w, "."); re.MatchString(w) {
			out = append(out, w)
		}
	}
	return out
}

func (f *filling) unused(found []string) string {
	for _, v := range found {
		if !f.used[v] {
			return v
		}
	}
	return ""
}

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
