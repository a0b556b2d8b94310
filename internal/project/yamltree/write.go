package yamltree

import (
	"errors"
	"strings"
)

// writer writes values as a person would: blocks, literal texts, quotes only
// where they are needed.
type writer struct {
	step  int  // by how much a mapping is indented further than its key
	list  int  // by how much a list is
	plain bool // texts are written on one line, which is certain to be read alike
	keys  bool // keys and texts are put in double quotes, as in JSON
	alone bool // no blank lines follow that a text would take for its own
}

// ErrNoYAML says that a value cannot be written as a file: a text is too long for
// a line, or all of it for a file.
var ErrNoYAML = errors.New("YAML cannot hold it")

// Write writes a value, as encoding/json decodes it with numbers as json.Number,
// as the text of a file. Lines end with LF. It fails with ErrNoYAML.
func Write(v any, shape *Shape) ([]byte, error) {
	for _, plain := range []bool{false, true} {
		w := writer{step: 2, list: 2, alone: true, plain: plain}
		lines := w.after(v, shape, Value{}, -2, false)
		lines[0] = strings.TrimPrefix(lines[0], " ")
		text := strings.TrimPrefix(strings.Join(lines, "\n"), "\n") + "\n"
		if reads([]byte(text), v) {
			return []byte(text), nil
		}
	}
	return nil, ErrNoYAML
}

// after is what stands behind a colon or a dash at a column: the rest of its
// line, then lines of their own. like is a value beside it, which shows whether
// such values stand in brackets here.
func (w writer) after(v any, shape *Shape, like Value, col int, dash bool) []string {
	if w.inBrackets(v, like) {
		return []string{" " + w.flow(v, shape, false)}
	}
	switch v := v.(type) {
	case map[string]any:
		if len(v) > 0 {
			return w.mapping(v, shape, like, col, dash)
		}
	case []any:
		if len(v) > 0 {
			return w.items(v, shape, like, col, dash)
		}
	case string:
		if w.asLines(v) {
			return literal(v, max(col, 0)+w.step)
		}
	}
	return []string{" " + w.flow(v, shape, false)}
}

// inBrackets reports whether a value is short and one like it stands in brackets.
func (w writer) inBrackets(v any, like Value) bool {
	if like.doc == nil || like.Style() != StyleFlow {
		return false
	}
	switch v.(type) {
	case []any, map[string]any:
		text := w.flow(v, nil, false)
		return len(text) <= maxBrackets && !strings.Contains(text, `\n`)
	}
	return false
}

// maxBrackets is how long a value in brackets may be.
const maxBrackets = 100

// asLines reports whether a text is written as a block of lines.
func (w writer) asLines(text string) bool {
	if w.plain || !strings.Contains(text, "\n") && longest(strings.Split(text, "\n")) < maxUnbroken || !literalSafe(text) {
		return false
	}
	return w.alone || !strings.HasSuffix(text, "\n\n")
}

func (w writer) mapping(m map[string]any, shape *Shape, like Value, col int, dash bool) []string {
	at, out := col+w.step, []string{""}
	if dash {
		at = col + 2
	}
	for i, k := range shape.sorted(m) {
		key := keyText(k, w.keys) + ":"
		lines := w.after(m[k], shape.member(k), like.inside(k), at, false)
		lines[0] = key + lines[0]
		if dash && i == 0 {
			out[0] = " " + lines[0]
		} else {
			out = append(out, pad(at)+lines[0])
		}
		out = append(out, lines[1:]...)
	}
	return out
}

func (w writer) items(list []any, shape *Shape, like Value, col int, dash bool) []string {
	at, out := col+w.list, []string{""}
	if dash || col < 0 {
		at = col + 2
	}
	for i, e := range list {
		lines := w.after(e, shape.item(), like.inside(""), at, true)
		if dash && i == 0 {
			out[0] = " -" + lines[0]
		} else {
			out = append(out, pad(at)+"-"+lines[0])
		}
		out = append(out, lines[1:]...)
	}
	return out
}

// maxUnbroken is how long a line may be before it is folded: a file with longer
// ones than MaxLine is not read.
const maxUnbroken = 16 << 10

// literal writes a text as a block of lines that are indented by col.
func literal(text string, col int) []string {
	body := strings.TrimRight(text, "\n")
	end := len(text) - len(body)
	chomp := []string{"-", "", "+"}[min(end, 2)]
	if longest(strings.Split(body, "\n")) >= maxUnbroken {
		if lines := refold(nil, body, col); lines != nil {
			return append(append([]string{" >" + chomp}, lines...), make([]string, max(end-1, 0))...)
		}
	}
	out := append([]string{" |" + chomp}, strings.Split(body, "\n")...)
	for i := 1; i < len(out); i++ {
		if out[i] != "" {
			out[i] = pad(col) + out[i]
		}
	}
	for range end - 1 {
		out = append(out, "")
	}
	return out
}

func pad(n int) string { return strings.Repeat(" ", max(n, 0)) }
