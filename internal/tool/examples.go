package tool

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/caplo/caplo/internal/agent"
)

// Examples answers reads from the examples of the tool itself. An example
// matches when every member of its input equals the argument of that name; of
// several, the one with the most members answers, and the first of those.
type Examples struct{}

// Live is false: examples reach nothing.
func (Examples) Live() bool { return false }

// Unanswered is the failure of a call that no example answers. A model is told
// no more than a service without such an entry would say; Nearest is for the
// author of the case.
type Unanswered struct {
	Args    string
	Nearest string // in a sentence, what the tool has an example for
}

func (u *Unanswered) Error() string { return "nothing was found for " + u.Args }

// Read returns the output of the matching example, or an *Unanswered.
func (Examples) Read(_ context.Context, c Call) (json.RawMessage, error) {
	if out, ok := matching(c.Tool, c.Args); ok {
		return out, nil
	}
	u := &Unanswered{Args: shorten(string(c.Args)), Nearest: c.Name + " has no examples"}
	if near, ok := nearest(c.Tool, c.Args); ok {
		u.Nearest = fmt.Sprintf("no example of %s has this input; the nearest has %s", c.Name, shorten(near))
	}
	return nil, u
}

// matching finds the most specific example that the arguments satisfy.
func matching(t *agent.Tool, args json.RawMessage) (json.RawMessage, bool) {
	have, err := members(args)
	if err != nil {
		return nil, false
	}
	best, size := -1, -1
	for i, e := range t.Examples {
		want, err := members(e.Input)
		if err != nil || equalMembers(want, have) != len(want) {
			continue
		}
		if len(want) > size {
			best, size = i, len(want)
		}
	}
	if best < 0 {
		return nil, false
	}
	if len(t.Examples[best].Output) == 0 {
		return json.RawMessage("null"), true
	}
	return t.Examples[best].Output, true
}

// nearest finds the input of the example that shares most with the arguments:
// equal members first, then members of the same name, then the first.
func nearest(t *agent.Tool, args json.RawMessage) (string, bool) {
	have, err := members(args)
	if err != nil {
		return "", false
	}
	best, bestScore := "", [2]int{-1, -1}
	for _, e := range t.Examples {
		want, err := members(e.Input)
		if err != nil {
			continue
		}
		score := [2]int{equalMembers(want, have), 0}
		for name := range want {
			if _, ok := have[name]; ok {
				score[1]++
			}
		}
		if score[0] > bestScore[0] || score[0] == bestScore[0] && score[1] > bestScore[1] {
			best, bestScore = compact(e.Input), score
		}
	}
	return best, bestScore[0] >= 0
}

// members decodes an object with each value in canonical form, so that equal
// values are equal bytes. No input at all is an empty object.
func members(object json.RawMessage) (map[string]json.RawMessage, error) {
	if len(bytes.TrimSpace(object)) == 0 {
		return nil, nil
	}
	var m map[string]json.RawMessage
	if err := json.Unmarshal(object, &m); err != nil {
		return nil, fmt.Errorf("read members: %w", err)
	}
	for name, value := range m {
		c, err := agent.Canonical(value)
		if err != nil {
			return nil, errors.New("a member has no canonical form")
		}
		m[name] = c
	}
	return m, nil
}

// equalMembers counts the members of want that have holds with equal values.
func equalMembers(want, have map[string]json.RawMessage) int {
	n := 0
	for name, value := range want {
		if got, ok := have[name]; ok && bytes.Equal(got, value) {
			n++
		}
	}
	return n
}

func compact(data json.RawMessage) string {
	var out bytes.Buffer
	if json.Compact(&out, data) != nil || out.Len() == 0 {
		return "{}"
	}
	return out.String()
}

// shorten cuts text that is quoted in a message.
func shorten(text string) string {
	const most = 200
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}
