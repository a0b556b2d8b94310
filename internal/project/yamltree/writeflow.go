package yamltree

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// flow writes a value on one line, inside brackets or where it is a scalar
// behind its key.
func (w writer) flow(v any, shape *Shape, inside bool) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(v)
	case json.Number:
		return number(v)
	case string:
		if w.plain || w.keys {
			return double(v)
		}
		return oneLine(v, inside)
	case []any:
		parts := make([]string, len(v))
		for i, e := range v {
			parts[i] = w.flow(e, shape.item(), true)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]any:
		var parts []string
		for _, k := range shape.sorted(v) {
			parts = append(parts, keyText(k, w.keys)+": "+w.flow(v[k], shape.member(k), true))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return double(fmt.Sprint(v))
}

// inside is the member or first entry of a value; nothing where there is none.
func (v Value) inside(key string) Value {
	if v.doc != nil {
		if kid, ok := v.Member(key); ok {
			return kid
		}
		if kid, ok := v.Item(0); ok {
			return kid
		}
	}
	return Value{}
}

// number writes a number so that readers of YAML 1.1 take it for one.
func number(n json.Number) string {
	text := n.String()
	if i := strings.IndexAny(text, "eE"); i >= 0 && !strings.Contains(text, ".") {
		return text[:i] + ".0" + text[i:]
	}
	return text
}
