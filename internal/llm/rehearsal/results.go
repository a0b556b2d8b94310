package rehearsal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// scalar is one value of a tool's result.
type scalar struct {
	key   string // of the value, or of the list around it
	value string
	text  bool // a string, as against a number or boolean
}

// parse reads JSON; what is none is nil. Members go by name, as they do in a
// canonical result.
func parse(raw string) any {
	d := json.NewDecoder(strings.NewReader(raw))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return nil
	}
	return v
}

// scalars lists a result's values.
func scalars(raw string) []scalar { return appendScalars(nil, "", parse(raw)) }

func appendScalars(to []scalar, key string, v any) []scalar {
	switch v := v.(type) {
	case map[string]any:
		for _, k := range sortedKeys(v) {
			to = appendScalars(to, k, v[k])
		}
	case []any:
		for _, one := range v {
			to = appendScalars(to, key, one)
		}
	case string:
		if strings.TrimSpace(v) != "" {
			to = append(to, scalar{key, v, true})
		}
	case json.Number, bool:
		to = append(to, scalar{key, fmt.Sprint(v), false})
	}
	return to
}

// maxItems bounds how many entries of a list are read out.
const maxItems = 6

// read says a value as a desk would: an object's members with their names, but
// not those of a list's entries. What is withheld is passed over.
func read(v any, named bool, withheld func(key string) bool) string {
	var parts []string
	sep := ", "
	switch v := v.(type) {
	case map[string]any:
		for _, k := range sortedKeys(v) {
			switch said := read(v[k], false, withheld); {
			case said == "" || withheld(k):
			case named:
				parts, sep = append(parts, humanise(k)+": "+said), "; "
			default:
				parts = append(parts, said)
			}
		}
	case []any:
		for _, one := range v[:min(len(v), maxItems)] {
			if _, object := one.(map[string]any); object {
				sep = "; "
			}
			parts = append(parts, read(one, false, withheld))
		}
	case nil:
	default:
		return readable(fmt.Sprint(v))
	}
	return strings.Join(parts, sep)
}

// readable writes a value as a person would: in_stock is "in stock".
func readable(v string) string {
	if enumLike().MatchString(v) {
		return strings.ReplaceAll(v, "_", " ")
	}
	return strings.Join(strings.Fields(v), " ")
}

var (
	enumLike = lazily(`^[a-z]+(?:_[a-z]+)+$`)
	camel    = lazily(`([a-z0-9])([A-Z])`)
)

// humanise makes a key readable: dueDate and due_date are "due date".
func humanise(key string) string {
	key = camel().ReplaceAllString(key, "$1 $2")
	return strings.ToLower(strings.Join(strings.FieldsFunc(key, func(r rune) bool { return r == '_' || r == '-' || r == ' ' }), " "))
}

// passage is a piece of knowledge that a search returned.
type passage struct{ Heading, Text string }

// outcome is what a call came to.
type outcome struct {
	failed   bool
	reply    string // of a sub-agent
	message  string // of the transfer
	passages []passage
	root     any
	values   []scalar
}

func readOutcome(raw string) outcome {
	var r struct {
		Error    json.RawMessage
		Reply    string
		Message  string
		Passages []passage
	}
	if json.Unmarshal([]byte(raw), &r) != nil && !json.Valid([]byte(raw)) {
		return outcome{failed: true}
	}
	empty := len(r.Error) == 0 || bytes.Equal(r.Error, []byte("null")) || bytes.Equal(r.Error, []byte("false"))
	return outcome{!empty, strings.TrimSpace(r.Reply), strings.TrimSpace(r.Message), r.Passages, parse(raw), scalars(raw)}
}

var (
	nothing = lazily(`(?i)\b(?:not[ _](?:found|known|available)|unknown|no such|no match|does not exist|invalid|error)\b`)
	denied  = listed("found exists exist known valid success ok")
)

// bad reports whether a call came to nothing: it failed, or what it returned
// says so.
func (o outcome) bad() bool {
	return o.failed || slices.ContainsFunc(o.values, func(s scalar) bool {
		return s.text && nothing().MatchString(s.value) || denied[s.key] && s.value == "false"
	})
}
