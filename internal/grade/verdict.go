package grade

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/caplo/caplo/internal/trace"
)

// ParseVerdict reads a grader's answer: one JSON object with the boolean
// achieved and the text rationale. The answer is read as it is first; only if
// that fails is a Markdown fence around the whole of it taken off. Nothing is
// searched for inside other text, where the customer, the agent or a tool could
// have put it.
//
// mayAbstain allows {"judged": false}, which is a verdict of the rehearsal
// grader alone.
func ParseVerdict(answer string, mayAbstain bool) (trace.Verdict, error) {
	v, err := parseVerdict(answer, mayAbstain)
	if err == nil {
		return v, nil
	}
	if inner, ok := unfence(answer); ok {
		if v, inside := parseVerdict(inner, mayAbstain); inside == nil {
			return v, nil
		}
	}
	return trace.Verdict{}, err
}

func parseVerdict(answer string, mayAbstain bool) (trace.Verdict, error) {
	m, err := object(answer)
	if err != nil {
		return trace.Verdict{}, err
	}
	v, err := rationale(m)
	if err != nil {
		return trace.Verdict{}, err
	}
	if _, ok := m["judged"]; ok {
		judged, err := boolean(m, "judged")
		switch {
		case err != nil:
			return trace.Verdict{}, err
		case !judged && !mayAbstain:
			return trace.Verdict{}, errors.New("it did not judge")
		case !judged:
			v.NotJudged = true // and so not Achieved, whatever else it says
			return v, nil
		}
	}
	if v.Achieved, err = boolean(m, "achieved"); err != nil {
		return trace.Verdict{}, err
	}
	return v, nil
}

func rationale(m map[string]json.RawMessage) (v trace.Verdict, err error) {
	raw := m["rationale"]
	if len(raw) == 0 || raw[0] != '"' {
		return v, errors.New("its rationale is missing or no text")
	}
	if err := json.Unmarshal(raw, &v.Rationale); err != nil {
		return v, fmt.Errorf("its rationale cannot be read: %w", err)
	}
	return v, nil
}

// object reads exactly one JSON object, none of whose members is there twice:
// of two verdicts, nobody can say which one was meant. Decoding into a struct
// would match names in any case and take the last of several.
func object(answer string) (map[string]json.RawMessage, error) {
	dec := json.NewDecoder(strings.NewReader(answer))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, errors.New("it is not a JSON object")
	}
	m := map[string]json.RawMessage{}
	for dec.More() {
		t, err := dec.Token()
		if err != nil {
			return nil, fmt.Errorf("it is not JSON: %w", err)
		}
		name, _ := t.(string)
		if _, twice := m[name]; twice {
			return nil, fmt.Errorf("it holds %q twice", name)
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, fmt.Errorf("it is not JSON: %w", err)
		}
		m[name] = bytes.TrimSpace(value)
	}
	if _, err := dec.Token(); err != nil {
		return nil, fmt.Errorf("it is not JSON: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("it holds more than one JSON value")
	}
	return m, nil
}

func boolean(m map[string]json.RawMessage, name string) (bool, error) {
	switch string(m[name]) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	case "":
		return false, fmt.Errorf("it does not say %s", name)
	}
	return false, fmt.Errorf("its %s is neither true nor false", name)
}

// unfence takes off a Markdown fence that encloses the whole answer.
func unfence(answer string) (string, bool) {
	text := strings.TrimSpace(answer)
	if !strings.HasPrefix(text, "```") || !strings.HasSuffix(text, "```") {
		return "", false
	}
	_, inner, ok := strings.Cut(text, "\n")
	if !ok {
		return "", false
	}
	return strings.TrimSuffix(inner, "```"), true
}
