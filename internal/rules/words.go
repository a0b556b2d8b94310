package rules

import (
	"encoding/json"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// kindOf is the JSON Schema type of a decoded value; a whole number is an
// integer.
func kindOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case json.Number:
		if isWhole(v.String()) {
			return "integer"
		}
		return "number"
	case []any:
		return "array"
	}
	return "object"
}

func isWhole(s string) bool {
	if !strings.ContainsAny(s, ".eE") {
		return true
	}
	f, err := strconv.ParseFloat(s, 64)
	return err == nil && f == float64(int64(f))
}

func equal(a, b any) bool {
	x, okX := a.(json.Number)
	y, okY := b.(json.Number)
	if okX && okY {
		p, ok1 := new(big.Float).SetString(x.String())
		q, ok2 := new(big.Float).SetString(y.String())
		return ok1 && ok2 && p.Cmp(q) == 0
	}
	switch a.(type) {
	case []any, map[string]any:
		x, _ := json.Marshal(a)
		y, _ := json.Marshal(b)
		return string(x) == string(y)
	}
	switch b.(type) {
	case []any, map[string]any:
		return false
	}
	return a == b
}

// names says which types are wanted.
func names(want types) string {
	var out []string
	for _, t := range want {
		out = append(out, map[string]string{
			"string": "text", "integer": "a whole number", "number": "a number", "boolean": "true or false",
			"array": "a list", "object": "a mapping", "null": "nothing",
		}[t])
	}
	return orList(out)
}

// reads says what a value is.
func reads(v any) string {
	switch v := v.(type) {
	case nil:
		return "has no value"
	case bool:
		return "is " + strconv.FormatBool(v)
	case json.Number:
		return "is the number " + short(v.String())
	case string:
		return "is the text " + short(quoted(v))
	case []any:
		return "is a list"
	}
	return "is a mapping"
}

func quoted(v any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(plainText(v))
	return strings.TrimSuffix(b.String(), "\n")
}

// plainText is a scalar as text.
func plainText(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	case bool:
		return strconv.FormatBool(v)
	case nil:
		return "null"
	}
	data, _ := json.Marshal(v)
	return string(data)
}

// short cuts what a file wrote to what fits a message, on one line.
func short(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 60 {
		return string(r[:57]) + "..."
	}
	return s
}

// shown is short for a word that a message is about: in quotes where white space
// is what is wrong with it.
func shown(s string) string {
	if strings.Join(strings.Fields(s), " ") == s && s != "" {
		return short(s)
	}
	if len([]rune(s)) > 50 {
		return short(s)
	}
	return quoted(s)
}

func orList(words []string) string {
	words = slices.Compact(slices.Clone(words))
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
