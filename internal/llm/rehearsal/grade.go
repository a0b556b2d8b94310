package rehearsal

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/caplo/caplo/internal/llm"
)

// subject is what a grader is asked about.
type subject struct {
	DesiredOutcome  string
	CustomerMessage string
	Reply           string
	Calls           []struct {
		Tool      string
		Arguments json.RawMessage
		Result    json.RawMessage
	}
}

// verdict is the answer. Judged is false where the desired outcome holds
// nothing to go by.
type verdict struct {
	Achieved  bool   `json:"achieved"`
	Judged    *bool  `json:"judged,omitempty"`
	Rationale string `json:"rationale"`
}

func judge(req llm.Request) string {
	raw, _ := json.Marshal(decide(readSubject(req.Messages)))
	return string(raw)
}

// readSubject merges the lines that are JSON objects; the first to name a field
// decides it, so that nothing quoted further down can.
func readSubject(messages []llm.Message) subject {
	merged := map[string]json.RawMessage{}
	for _, m := range messages {
		if m.Role != llm.RoleUser {
			continue
		}
		for line := range strings.SplitSeq(m.Text, "\n") {
			var part map[string]json.RawMessage
			if json.Unmarshal([]byte(line), &part) != nil {
				continue
			}
			for k, v := range part {
				if _, ok := merged[k]; !ok {
					merged[k] = v
				}
			}
		}
	}
	var s subject
	for k, into := range map[string]any{"desiredOutcome": &s.DesiredOutcome, "customerMessage": &s.CustomerMessage, "reply": &s.Reply, "calls": &s.Calls} {
		_ = json.Unmarshal(merged[k], into)
	}
	return s
}

// unquote gives a result that was sent as a string its own form.
func unquote(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	return string(raw)
}

func decide(s subject) verdict {
	if strings.TrimSpace(s.Reply) == "" {
		return verdict{Rationale: "There is no reply."}
	}
	reply, asked, done := folded(s.Reply), folded(s.CustomerMessage), s.done()
	var met, wrong []string
	for _, l := range literals(s.DesiredOutcome, s.values()) {
		in := find(reply, l.text) >= 0
		given := !l.quoted && find(asked, l.text) >= 0
		switch {
		case l.negated && given:
			// The reply may take up what the customer said without granting it.
		case l.negated && in:
			wrong = append(wrong, fmt.Sprintf("it says %q, which it must not", l.shown))
		case l.negated:
			met = append(met, fmt.Sprintf("it does not say %q", l.shown))
		case in:
			met = append(met, fmt.Sprintf("it says %q", l.shown))
		case given && find(done, l.text) >= 0:
			met = append(met, fmt.Sprintf("%q was acted on", l.shown))
		default:
			wrong = append(wrong, fmt.Sprintf("it does not say %q", l.shown))
		}
	}
	if len(met)+len(wrong) == 0 {
		no := false
		return verdict{Achieved: true, Judged: &no, Rationale: "The desired outcome names no number, id, quoted phrase or returned value to go by."}
	}
	if len(wrong) > 0 {
		return verdict{Rationale: "The reply: " + strings.Join(wrong, "; ") + "."}
	}
	return verdict{Achieved: true, Rationale: "The reply: " + strings.Join(met, "; ") + "."}
}

// done is what the calls were given: a value of the customer's counts as dealt
// with where a call took it.
func (s subject) done() string {
	var b strings.Builder
	for _, c := range s.Calls {
		for _, v := range scalars(unquote(c.Arguments)) {
			b.WriteString(folded(v.value) + " | ")
		}
	}
	return b.String()
}

// values lists the words and short phrases that stand as values in the results.
func (s subject) values() []string {
	var out []string
	seen := bag{}
	for _, c := range s.Calls {
		for _, v := range scalars(unquote(c.Result)) {
			value := folded(v.value)
			if v.text && len(value) >= 3 && len(value) <= 60 && len(stems(value)) > 0 && !seen[value] {
				seen[value] = true
				out = append(out, value)
			}
		}
	}
	return out
}
