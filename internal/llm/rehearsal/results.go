package rehearsal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
)

// scalar is one value of a tool's result.
type scalar struct {
	key   string // of the value, or of the list or object around it
	value string
	text  bool // a string, as against a number or boolean
}

// Bounds on how much of a result is read out.
const (
	maxItems   = 5
	maxScalars = 14
	maxDepth   = 12
)

// scalars lists a result's values in the order in which it gives them.
func scalars(raw string, items int) []scalar {
	d := json.NewDecoder(strings.NewReader(raw))
	d.UseNumber()
	var out []scalar
	walk(d, "", items, maxDepth, &out)
	return out
}

// walk reads one value. It is false where the text is no JSON from here on.
func walk(d *json.Decoder, key string, items, depth int, out *[]scalar) bool {
	t, err := d.Token()
	if err != nil || depth < 0 {
		return false
	}
	switch v := t.(type) {
	case json.Delim:
		return walkInto(d, key, v == '{', items, depth, out)
	case string:
		if strings.TrimSpace(v) != "" {
			*out = append(*out, scalar{key, v, true})
		}
	case json.Number, bool:
		*out = append(*out, scalar{key, fmt.Sprint(v), false})
	}
	return true
}

func walkInto(d *json.Decoder, key string, object bool, items, depth int, out *[]scalar) bool {
	var beyond []scalar
	for n := 0; d.More(); n++ {
		into := out
		if object {
			k, err := d.Token()
			if err != nil {
				return false
			}
			key = fmt.Sprint(k)
		} else if n >= items {
			into = &beyond
		}
		if !walk(d, key, items, depth-1, into) {
			return false
		}
	}
	_, err := d.Token()
	return err == nil
}

var enumLike = regexp.MustCompile(`^[a-z]+(?:_[a-z]+)+$`)

// readable writes a value as a person would: in_stock is "in stock".
func readable(v string) string {
	if enumLike.MatchString(v) {
		return strings.ReplaceAll(v, "_", " ")
	}
	return strings.Join(strings.Fields(v), " ")
}

// passage is a piece of knowledge that a search returned.
type passage struct{ Heading, Text string }

// outcome is what a call came to.
type outcome struct {
	raw      string
	failed   bool
	reply    string // of a sub-agent
	message  string
	passages []passage
	values   []scalar
}

func readOutcome(raw string) outcome {
	o := outcome{raw: raw}
	var r struct {
		Error    json.RawMessage
		Reply    string
		Message  string
		Passages []passage
	}
	if json.Unmarshal([]byte(raw), &r) != nil && !json.Valid([]byte(raw)) {
		o.failed = true
		return o
	}
	empty := len(r.Error) == 0 || bytes.Equal(r.Error, []byte("null")) || bytes.Equal(r.Error, []byte("false"))
	o.failed, o.reply, o.message, o.passages = !empty, strings.TrimSpace(r.Reply), strings.TrimSpace(r.Message), r.Passages
	o.values = scalars(raw, 100)
	return o
}

// tell names a result's values, those that the question speaks of first.
func (t *turn) tell(o outcome) string {
	var first, then []string
	seen, repeats := set{}, false
	for _, s := range scalars(o.raw, maxItems) {
		repeats = repeats || seen[s.key]
		seen[s.key] = true
		if t.withheld(s) {
			continue
		}
		line := readable(s.value)
		if s.key != "" {
			line = humanise(s.key) + ": " + line
		}
		if _, hits := t.weights.match(t.q.stems, stemSet(line)); hits > 0 && !repeats {
			first = append(first, line)
		} else {
			then = append(then, line)
		}
	}
	lines := append(first, then...)
	return strings.Join(lines[:min(len(lines), maxScalars)], ", ")
}

var disclosing = setOf([]string{"shar", "reveal", "mention", "show", "disclos", "stat", "quot", "read", "nam"})

// withheld reports whether the instructions forbid naming a value: "Never
// reveal the …" without conditions.
func (t *turn) withheld(s scalar) bool {
	words := stems(humanise(s.key))
	for _, b := range t.brief.bans {
		_, hits := t.weights.match(words, b.words)
		if len(words) > 0 && len(b.cond) == 0 && hits == len(words) && (disclosing[b.head] || b.words[b.head] && b.only(words)) {
			return true
		}
	}
	return false
}

// only reports whether a ban is about nothing but these words.
func (b ban) only(words []string) bool { return len(b.words) == len(words) }
