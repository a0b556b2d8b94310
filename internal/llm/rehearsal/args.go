package rehearsal

import (
	"encoding/json"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"github.com/caplo/caplo/internal/text"
)

// filling is a try at filling one tool's arguments from a message.
type filling struct {
	text    string
	used    bag // values taken, so that two properties do not share one
	solid   int // how many were found by their form
	missing string
	lacks   *schema // the first required property that was not found
}

// object fills an object's properties: all that are required, and of the
// others those that the message plainly holds.
func (f *filling) object(s *schema) (map[string]any, bool) {
	out := map[string]any{}
	for _, name := range s.Required {
		p := s.Properties[name]
		if p == nil {
			p = &schema{}
		}
		v, ok := f.value(name, p, true)
		if !ok && f.lacks == nil {
			f.missing, f.lacks = name, p
		}
		out[name] = v
	}
	for _, name := range sortedKeys(s.Properties) {
		if p := s.Properties[name]; p != nil && !slices.Contains(s.Required, name) {
			if v, ok := f.value(name, p, false); ok {
				out[name] = v
			}
		}
	}
	return out, f.lacks == nil
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

func (f *filling) value(name string, s *schema, required bool) (any, bool) {
	switch {
	case s.Const != nil:
		return s.Const, required
	case len(s.Enum) > 0:
		return f.enum(s.Enum)
	}
	switch s.kind() {
	case "boolean":
		return f.boolean(name)
	case "integer", "number":
		return f.number(name, s, required)
	case "array":
		return f.array(name, s, required)
	case "object":
		inner := filling{text: f.text, used: f.used}
		v, ok := inner.object(s)
		f.solid += inner.solid
		return v, ok && (required || inner.solid > 0)
	case "string":
		return f.str(name, s, required)
	}
	return nil, false
}

// enum takes the choice whose words the message holds; the longest wins.
func (f *filling) enum(choices []any) (any, bool) {
	have := bag{}
	for _, w := range text.Words(f.text) {
		have[text.Stem(w.Text)] = true
	}
	var best any
	most := 0
	for _, c := range choices {
		s, _ := c.(string)
		words := text.Words(s)
		all := !slices.ContainsFunc(words, func(w text.Word) bool { return !have[text.Stem(w.Text)] })
		if all && len(words) > most {
			best, most = c, len(words)
		}
	}
	if best != nil {
		f.solid++
	}
	return best, best != nil
}

// boolean is told only where the message speaks of the property by name.
func (f *filling) boolean(name string) (any, bool) {
	named := stems(humanise(name))
	for _, clause := range strings.FieldsFunc(f.text, func(r rune) bool { return strings.ContainsRune(",;.!?", r) }) {
		if overlap(named, bagOf(clause)) > 0 {
			return !negator().MatchString(clause), true
		}
	}
	return nil, false
}

// number takes the number beside the property's name, else, where one is
// required, the first that fits.
func (f *filling) number(name string, s *schema, required bool) (any, bool) {
	words, named, best := codes(f.text), stems(humanise(name)), ""
	for i, w := range words {
		w = strings.Trim(w, "€$£%")
		n, err := strconv.ParseFloat(w, 64)
		if err != nil || !json.Valid([]byte(w)) || f.used[w] || !s.within(n) || s.kind() == "integer" && strings.Contains(w, ".") {
			continue
		}
		if overlap(named, bagOf(strings.Join(words[max(0, i-1):min(len(words), i+2)], " "))) > 0 {
			best = w
			break
		}
		if best == "" && required {
			best = w
		}
	}
	f.take(best)
	return json.Number(best), best != ""
}

func (s *schema) within(n float64) bool {
	return (s.Minimum == nil || n >= *s.Minimum) && (s.Maximum == nil || n <= *s.Maximum)
}

func (f *filling) array(name string, s *schema, required bool) (any, bool) {
	if s.Items == nil {
		return nil, false
	}
	var out []any
	for len(out) < 20 {
		v, ok := f.value(name, s.Items, required && len(out) == 0)
		if !ok || len(out) > 0 && s.Items.kind() != "string" && s.Items.kind() != "integer" {
			break
		}
		if slices.ContainsFunc(out, func(o any) bool { return o == v }) {
			break
		}
		out = append(out, v)
	}
	return out, len(out) > 0
}

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
	shapes := s.shapes()
	for _, shape := range shapes {
		if v := f.unused(matching(f.text, shape.re)); v != "" && shape.upper {
			return strings.ToUpper(v), true
		} else if v != "" {
			return v, true
		}
	}
	if len(shapes) == 0 && overlap(strings.Fields(humanise(name)), idName) > 0 {
		return f.unused(matching(f.text, codeLike())), true
	}
	return "", len(shapes) > 0
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
