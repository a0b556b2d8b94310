package yamltree

import (
	"encoding/json"
	"strings"
)

// JSON is the value as encoding/json decodes it, numbers as json.Number, and
// CRLF in text as LF, which is how resources are kept. The texts share the
// memory of the file where they can.
func (v Value) JSON() any { return v.JSONWithout("") }

// JSONWithout is JSON without one member of a mapping.
func (v Value) JSONWithout(member string) any {
	switch e := v.entry(); e.kind {
	case Bool:
		return strings.EqualFold(v.Raw(), "true")
	case Int, Float:
		if n, ok := jsonNumber(v.Raw()); ok {
			return json.Number(n)
		}
		return nil
	case String:
		return strings.ReplaceAll(v.Text(), "\r\n", "\n")
	case List:
		out := make([]any, 0, v.len())
		v.each(func(kid Value, _ *entry) bool {
			out = append(out, kid.JSON())
			return true
		})
		return out
	case Map:
		out := make(map[string]any, v.len())
		v.each(func(kid Value, e *entry) bool {
			if k := v.doc.key(e); member == "" || k != member {
				out[k] = kid.JSON()
			}
			return true
		})
		return out
	}
	return nil
}

// Quote writes text as a double-quoted scalar.
func Quote(text string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(text) // a string always encodes
	return strings.TrimSuffix(b.String(), "\n")
}
