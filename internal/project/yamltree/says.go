package yamltree

import (
	"encoding/json"
	"strings"

	"github.com/caplo/caplo/internal/agent"
)

// Says reports whether a value is what is wanted, as encoding/json decodes it
// with numbers as json.Number: CRLF in text is LF, and 0.70 is 0.7.
func (v Value) Says(want any) bool {
	switch e := v.entry(); e.kind {
	case Null:
		return want == nil
	case Bool:
		b, ok := want.(bool)
		return ok && b == strings.EqualFold(v.Raw(), "true")
	case Int, Float:
		n, ok := want.(json.Number)
		is, written := jsonNumber(v.Raw())
		return ok && written && (is == n.String() || canonNumber(is) == canonNumber(n.String()))
	case String:
		text, ok := want.(string)
		return ok && v.said() == text
	case List:
		return v.listSays(want)
	}
	return v.mapSays(want)
}

// said is a text as resources keep it.
func (v Value) said() string { return strings.ReplaceAll(v.Text(), "\r\n", "\n") }

func canonNumber(n string) string {
	body, _ := agent.CanonicalValue(json.Number(n))
	return string(body)
}

func (v Value) listSays(want any) bool {
	list, ok := want.([]any)
	if !ok {
		return false
	}
	i := 0
	v.each(func(kid Value, _ *entry) bool {
		ok = i < len(list) && kid.Says(list[i])
		i++
		return ok
	})
	return ok && i == len(list)
}

func (v Value) mapSays(want any) bool {
	m, ok := want.(map[string]any)
	if !ok {
		return false
	}
	n := 0
	v.each(func(kid Value, e *entry) bool {
		w, has := m[v.doc.key(e)]
		ok = has && kid.Says(w)
		n++
		return ok
	})
	return ok && n == len(m)
}
