package rehearsal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// scalar is one value of a tool's result.
type scalar struct {
	key   string // of the value, or of the list around it
	value string
	text  bool // a string, as against a number or boolean
}

const maxDepth = 12

// node is a JSON value with its members in the order in which they stand.
type node struct {
	key   string
	list  bool
	value *scalar
	nodes []node
}

// readNode reads one value; it is false where the text is no JSON from here on.
func readNode(d *json.Decoder, key string, depth int) (node, bool) {
	n := node{key: key}
	t, err := d.Token()
	if err != nil || depth < 0 {
		return n, false
	}
	switch v := t.(type) {
	case json.Delim:
		n.list = v == '['
		return n, n.readInto(d, depth)
	case string:
		n.value = &scalar{key, v, true}
	case json.Number, bool:
		n.value = &scalar{key, fmt.Sprint(v), false}
	}
	return n, true
}

func (n *node) readInto(d *json.Decoder, depth int) bool {
	for d.More() {
		key := n.key
		if !n.list {
			k, err := d.Token()
			if err != nil {
				return false
			}
			key = fmt.Sprint(k)
		}
		inner, ok := readNode(d, key, depth-1)
		n.nodes = append(n.nodes, inner)
		if !ok {
			return false
		}
	}
	_, err := d.Token()
	return err == nil
}

func parse(raw string) node {
	d := json.NewDecoder(strings.NewReader(raw))
	d.UseNumber()
	n, _ := readNode(d, "", maxDepth)
	return n
}

// scalars lists a result's values in the order in which it gives them.
func scalars(raw string) []scalar {
	var out []scalar
	parse(raw).walk(func(s scalar) { out = append(out, s) })
	return out
}

func (n node) walk(visit func(scalar)) {
	if n.value != nil && strings.TrimSpace(n.value.value) != "" {
		visit(*n.value)
	}
	for _, inner := range n.nodes {
		inner.walk(visit)
	}
}

// maxItems bounds how many entries of a list are read out.
const maxItems = 6

// read says a value as a desk would: an object's members with their names, a
// list's entries one after the other without. What is withheld is passed over.
func (n node) read(named bool, withheld func(key string) bool) string {
	if n.value != nil {
		return readable(n.value.value)
	}
	var parts []string
	for i, inner := range n.nodes {
		if n.list && i >= maxItems || !n.list && withheld(inner.key) {
			continue
		}
		said := inner.read(named && !n.list, withheld)
		if said == "" {
			continue
		}
		if named && !n.list {
			said = humanise(inner.key) + ": " + said
		}
		parts = append(parts, said)
	}
	if named && !n.list || n.list && len(n.nodes) > 0 && n.nodes[0].value == nil {
		return strings.Join(parts, "; ")
	}
	return strings.Join(parts, ", ")
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
	root     node
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
	return outcome{!empty, strings.TrimSpace(r.Reply), strings.TrimSpace(r.Message), r.Passages, parse(raw)}
}

var (
	nothing = lazily(`(?i)\b(?:not[ _](?:found|known|available)|unknown|no such|no match|does not exist|invalid|error)\b`)
	denied  = listed("found exists exist known valid success ok")
)

// bad reports whether a call came to nothing: it failed, or what it returned
// says so.
func (o outcome) bad() bool {
	bad := o.failed
	o.root.walk(func(s scalar) {
		bad = bad || s.text && nothing().MatchString(s.value) || denied[s.key] && s.value == "false"
	})
	return bad
}
