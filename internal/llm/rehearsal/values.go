package rehearsal

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
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
