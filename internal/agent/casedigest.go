package agent

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

// CaseDigest is the digest of one case, every field of it.
func CaseDigest(c Case) string { return digest("caplo-case-1", string(canonicalCase(c))) }

// canonicalCase is Canonical of a case's JSON. A push of a large project makes a
// hundred thousand of them, so they are written without being encoded first.
func canonicalCase(c Case) json.RawMessage {
	var b bytes.Buffer
	b.Grow(len(c.Name) + len(c.Input) + len(c.DesiredOutcome) + 200)
	b.WriteByte('{')
	for _, m := range []struct {
		key, value string
		always     bool
	}{ // sorted by key
		{"answerContains", c.AnswerContains, false},
		{"answerExcludes", c.AnswerExcludes, false},
		{"avoidSubAgent", c.AvoidSubAgent, false},
		{"desiredOutcome", c.DesiredOutcome, true},
		{"input", c.Input, true},
		{"name", c.Name, true},
		{"prohibitedAction", c.ProhibitedAction, false},
		{"routedBy", c.RoutedBy, false},
		{"subAgent", c.SubAgent, false},
		{"tool", c.Tool, false},
		{"uncertainty", c.Uncertainty, false},
	} {
		if m.value == "" && !m.always {
			continue
		}
		if !utf8.ValidString(m.value) {
			return encodedCase(c)
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		writeString(&b, m.key)
		b.WriteByte(':')
		writeString(&b, m.value)
	}
	b.WriteByte('}')
	return b.Bytes()
}

func encodedCase(c Case) json.RawMessage {
	data, _ := json.Marshal(c) // strings alone: it always encodes
	body, _ := Canonical(data)
	return body
}
