package rehearsal

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"
)

var counts = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve")

// number takes the number beside the property's name, else, where one is
// required, the first that fits.
func (f *filling) number(name string, s *schema, required bool) (any, bool) {
	words := codes(f.text)
	named := stemSet(humanise(name))
	best := ""
	for i, w := range words {
		w = number(w)
		n, err := strconv.ParseFloat(w, 64)
		if err != nil || f.used[w] || s.Minimum != nil && n < *s.Minimum || s.Maximum != nil && n > *s.Maximum || s.kind() == "integer" && strings.Contains(w, ".") {
			continue
		}
		near := stemSet(strings.Join(words[max(0, i-1):min(len(words), i+2)], " "))
		if _, hits := (weights{}).match(stems(humanise(name)), near); hits > 0 && len(named) > 0 {
			best = w
			break
		}
		if best == "" && required {
			best = w
		}
	}
	if best == "" {
		return nil, false
	}
	f.used[best] = true
	f.solid++
	return json.Number(best), true
}

func number(w string) string {
	w = strings.TrimRight(strings.TrimLeft(w, "€$£"), ".€$£%")
	for n, word := range counts {
		if strings.EqualFold(w, word) {
			return strconv.Itoa(n)
		}
	}
	if !numberRun.MatchString(w) {
		return ""
	}
	return w
}

func (f *filling) date() (string, bool) {
	for _, m := range formats["date"].FindAllString(f.text, -1) {
		plainDate := strings.NewReplacer(",", "", " of ", " ").Replace(ordinal.ReplaceAllString(m, "$1"))
		for _, layout := range dateLayouts {
			if t, err := time.Parse(layout, plainDate); err == nil && !f.used[t.Format(time.DateOnly)] {
				return t.Format(time.DateOnly), true
			}
		}
	}
	return "", false
}
