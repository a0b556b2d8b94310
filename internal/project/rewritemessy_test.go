package project

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"sort"
	"strconv"
	"strings"

	"github.com/caplo/caplo/internal/project/yamltree"
)

// messy writes values in every manner that YAML has, with comments between. What
// it writes is now and then not what was meant; its user has to look.
type messy struct {
	*rand.Rand
	anchors int
	texts   map[string]string // anchors by text, and of entries by column
}

func (m *messy) comment() string {
	if m.IntN(6) == 0 {
		m.anchors++
		return fmt.Sprintf(" # note %d", m.anchors)
	}
	return ""
}

// above is blank lines and comments in front of a line.
func (m *messy) above(b *strings.Builder, pad string) {
	for range m.IntN(5) - 2 {
		if m.IntN(2) == 0 {
			b.WriteString(pad + "#" + m.comment() + "\n")
		} else {
			b.WriteString("\n")
		}
	}
}

func (m *messy) block(b *strings.Builder, v any, col int) {
	switch v := v.(type) {
	case map[string]any:
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		sort.Strings(keys)
		m.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
		for i, k := range keys {
			if i > 0 {
				m.above(b, strings.Repeat(" ", col))
				b.WriteString(strings.Repeat(" ", col))
			}
			b.WriteString(strings.TrimSuffix(string(mustWrite(k)), "\n") + ":")
			m.behind(b, v[k], col, m.IntN(3))
		}
	case []any:
		for i, e := range v {
			if i > 0 {
				m.above(b, strings.Repeat(" ", col))
				b.WriteString(strings.Repeat(" ", col))
			}
			b.WriteString("-")
			if !m.merge(b, v, i, col) {
				m.behind(b, e, col, 1+m.IntN(3))
			}
		}
	}
}

// merge writes an entry with an anchor, or as the one before it with something
// else in it. It is false where that cannot be done.
func (m *messy) merge(b *strings.Builder, list []any, i, col int) bool {
	e, isMap := list[i].(map[string]any)
	if !isMap || len(e) == 0 || m.IntN(3) == 0 {
		return false
	}
	pad := strings.Repeat(" ", col+2)
	if name := m.texts[fmt.Sprint(col)]; name != "" && i > 0 {
		last, _ := list[i-1].(map[string]any)
		rest := maps.Clone(e)
		for k, v := range last {
			if _, has := rest[k]; !has {
				return false
			} else if reflect.DeepEqual(rest[k], v) {
				delete(rest, k)
			}
		}
		if delete(m.texts, fmt.Sprint(col)); len(rest) > 0 {
			b.WriteString(" <<: *" + name + m.comment() + "\n" + pad)
			m.block(b, rest, col+2)
			return true
		}
		return false
	}
	m.anchors++
	name := fmt.Sprintf("m%d", m.anchors)
	b.WriteString(" &" + name + m.comment() + "\n" + pad)
	m.block(b, e, col+2)
	m.texts[fmt.Sprint(col)] = name
	return true
}

func mustWrite(v any) []byte {
	text, err := yamltree.Write(v, nil)
	if err != nil {
		panic(err)
	}
	return text
}

// behind writes what follows a colon or dash at a column. A list may stand as
// far to the left as its key.
func (m *messy) behind(b *strings.Builder, v any, col, by int) {
	list, isList := v.([]any)
	dict, isMap := v.(map[string]any)
	switch {
	case isList && len(list) > 0 && m.IntN(4) > 0 || isMap && len(dict) > 0 && m.IntN(4) > 0:
		if isMap {
			by = max(by, 1)
		}
		if by == 2 && strings.HasSuffix(b.String(), "-") && m.IntN(2) == 0 {
			b.WriteString(" ")
			m.block(b, v, col+by)
			return
		}
		b.WriteString(m.comment() + "\n")
		m.above(b, strings.Repeat(" ", col+by))
		b.WriteString(strings.Repeat(" ", col+by))
		m.block(b, v, col+by)
	case isList || isMap:
		b.WriteString(" " + m.flow(v) + m.comment() + "\n")
	default:
		m.scalar(b, v, col)
	}
}

func (m *messy) flow(v any) string {
	switch v := v.(type) {
	case []any:
		parts := make([]string, len(v))
		for i, e := range v {
			parts[i] = m.flow(e)
		}
		return "[" + strings.Join(parts, []string{",", ", ", " , ", ",\n            ", ", # one\n            "}[m.IntN(5)]) + "]"
	case map[string]any:
		var parts []string
		for k, e := range v {
			parts = append(parts, strconv.Quote(k)+": "+m.flow(e))
		}
		sort.Strings(parts)
		return "{ " + strings.Join(parts, ", ") + " }"
	}
	text, _ := json.Marshal(v)
	return string(text)
}

func (m *messy) scalar(b *strings.Builder, v any, col int) {
	text, isText := v.(string)
	if !isText {
		b.WriteString(" " + m.flow(v) + m.comment() + "\n")
		return
	}
	if name, there := m.texts[text]; there && m.IntN(3) == 0 {
		b.WriteString(" *" + name + m.comment() + "\n")
		return
	}
	if m.IntN(8) == 0 {
		m.anchors++
		m.texts[text] = fmt.Sprintf("a%d", m.anchors)
		b.WriteString(" &" + m.texts[text])
	}
	b.WriteString(" ")
	switch m.IntN(5) {
	case 0:
		b.WriteString("'" + strings.ReplaceAll(text, "'", "''") + "'" + m.comment() + "\n")
	case 1, 2:
		indent := strings.Repeat(" ", col+1+m.IntN(4))
		mark := []string{"|", ">", "|+", "|-", ">-", ">+"}[m.IntN(6)]
		b.WriteString(mark + m.comment() + "\n" + indent + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n"+indent) + "\n")
	case 3:
		b.WriteString(m.flow(v) + m.comment() + "\n")
	default:
		b.WriteString(text + m.comment() + "\n")
	}
}

func messyText(r *rand.Rand, w Wanted) []byte {
	all, _ := w.value(nil)
	m := &messy{Rand: r, texts: map[string]string{}}
	var b strings.Builder
	m.above(&b, "")
	m.block(&b, plainValue(all), 0)
	if r.IntN(4) == 0 {
		return crlf([]byte(b.String()))
	}
	if r.IntN(4) == 0 {
		return []byte(strings.TrimRight(b.String(), "\n"))
	}
	return []byte(b.String())
}

// plainValue takes the texts out that no style but one can hold.
func plainValue(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, e := range v {
			v[k] = plainValue(e)
		}
	case []any:
		for i, e := range v {
			v[i] = plainValue(e)
		}
	case string:
		clean := strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || strings.ContainsRune(" \n.,:#'\"", r) {
				return r
			}
			return -1
		}, v)
		clean = strings.NewReplacer(": ", " ", " #", " ", ":\n", "\n").Replace(strings.TrimLeft(clean, " \n.,:#'\""))
		return strings.TrimRight("t"+clean, ": ")
	}
	return v
}
